import CalqueArguments
import CalqueDraw
import CalqueFiles
import CalqueType

/// What ends a command early. Every case has an exit code of `sysexits.h` and says what to do.
enum CommandError: Error, Equatable {
  /// The arguments make no sense (64).
  case usage(ArgumentError)
  /// A file could not be read or written (65, 66, 73, 74).
  case file(path: String, FileError)
  /// A picture can be read and does not hold what is needed (65).
  case nothingToUse(path: String, String)
  /// A picture could not be drawn for an output (73).
  case drawing(path: String, DrawError)
  /// A file is there and is no font that can be read (65).
  case noFont(path: String)
  /// No installed family has the name (64); `nearest` are those that come close.
  case unknownFamily(String, nearest: [String])
  /// Installed fonts cannot be looked up (74).
  case fonts(FontError)
  /// Standard output broke off (74): it was closed by its reader, or writing to it failed.
  case brokenOutput(isClosed: Bool)

  var exitCode: Int32 {
    switch self {
    case .usage, .unknownFamily: return 64
    case .file(_, let error): return error.exitCode
    case .nothingToUse, .noFont: return 65
    case .drawing: return 73
    case .fonts, .brokenOutput: return 74
    }
  }

  var message: String {
    switch self {
    case .usage(let error): return error.message
    case .file(let path, let error):
      switch error {
      case .tooLarge, .tooManyBytes: return "\(displayName(path)): \(error.message) (--max-pixels)"
      default: return "\(displayName(path)): \(error.message)"
      }
    case .nothingToUse(let path, let sentence): return "\(displayName(path)): \(sentence)"
    case .drawing(let path, let error): return "\(displayName(path)): \(error.message)"
    case .noFont(let path):
      return "\(displayName(path)): this is no font that can be read; name an OpenType or TrueType file"
    case .unknownFamily(let name, let nearest):
      let hint = nearest.isEmpty ? "" : " Did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
      return "No installed font is called '\(name)'; '--font' takes a family's name or a file.\(hint)"
    case .fonts(let error): return error.message
    case .brokenOutput(let isClosed):
      return isClosed ? "standard output was closed by its reader" : "standard output is closed or its disk is full"
    }
  }
}

/// How a path is named in messages.
func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }
