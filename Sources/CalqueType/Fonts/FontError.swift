/// What can go wrong on the way from a family's name to letters.
public enum FontError: Error, Equatable, Sendable {
  /// fontconfig could not read its configuration.
  case noConfiguration
  /// No font is installed at all, or none that HarfBuzz can read.
  case noFont(families: [String])
  /// A font file is missing, broken or of an unknown kind.
  case unreadable(path: String)

  /// A sentence that says what to do.
  public var message: String {
    switch self {
    case .noConfiguration:
      return "fontconfig has no configuration; install it (Debian: fontconfig-config, Homebrew: fontconfig)."
    case .noFont(let families):
      let wanted = families.isEmpty ? "" : " for \(families.joined(separator: ", "))"
      return "No font was found\(wanted); install one (Debian: fonts-dejavu-core or fonts-inter, "
        + "Homebrew: font-inter)."
    case .unreadable(let path):
      return "The font \(path) cannot be read; name another file or reinstall the font."
    }
  }
}
