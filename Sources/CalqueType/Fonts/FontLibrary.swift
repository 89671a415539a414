import CFontconfig

/// Finds installed fonts by family and weight, and opens each file once.
///
/// Not for several threads at a time; the fonts that it hands out are.
public final class FontLibrary {
  private struct Key: Hashable {
    var families: [String]
    var weight: Int
    var text: String?
  }
  private var found: [Key: Font] = [:]

  public init() {}

  /// The installed font that comes closest.
  ///
  /// fontconfig decides: the first of the families that is installed, else the system's sans-serif, in the closest
  /// weight. A variable font is set to the weight itself.
  /// - Parameters:
  ///   - families: the most wanted first.
  ///   - weight: 1…1000 as in OpenType (400 regular, 700 bold).
  ///   - text: letters that the font must have, before anything else; nil if that does not matter.
  public func font(families: [String], weight: Int = 400, covering text: String? = nil) throws(FontError) -> Font {
    let key = Key(families: families, weight: weight, text: text)
    if let font = found[key] { return font }
    let match = try Self.match(families: families, weight: weight, text: text)
    let font = try Font(path: match.path, index: match.index, weight: weight)
    found[key] = font
    return font
  }

  /// Shapes a line of text in the font that comes closest, or, where that lacks a letter, in one that has them all.
  /// - Parameters:
  ///   - text: one line.
  ///   - families: the most wanted first.
  ///   - weight: 1…1000 as in OpenType (400 regular, 700 bold).
  ///   - size: of the em, px.
  ///   - features: OpenType features that are switched on or off.
  public func shape(
    _ text: String, families: [String], weight: Int = 400, size: Double, features: [FontFeature] = []
  ) throws(FontError) -> GlyphRun {
    let run = try font(families: families, weight: weight).shape(text, size: size, features: features)
    guard run.hasMissingGlyphs else { return run }
    let wider = try font(families: families, weight: weight, covering: text)
    let second = wider.shape(text, size: size, features: features)
    return second.hasMissingGlyphs ? run : second
  }

  private static func match(
    families: [String], weight: Int, text: String?
  ) throws(FontError) -> (path: String, index: UInt32) {
    guard FcInit() != 0, let pattern = FcPatternCreate() else { throw .noConfiguration }
    defer { FcPatternDestroy(pattern) }
    for family in families + ["sans-serif"] { _ = FcPatternAddString(pattern, "family", family) }
    _ = FcPatternAddDouble(pattern, "weight", FcWeightFromOpenTypeDouble(Double(weight)))
    _ = FcPatternAddInteger(pattern, "slant", Int32(FC_SLANT_ROMAN))
    _ = FcPatternAddInteger(pattern, "width", Int32(FC_WIDTH_NORMAL))
    _ = FcPatternAddBool(pattern, "outline", FcBool(1))
    _ = FcPatternAddBool(pattern, "scalable", FcBool(1))
    if let text, let letters = FcCharSetCreate() {
      for scalar in text.unicodeScalars { _ = FcCharSetAddChar(letters, scalar.value) }
      _ = FcPatternAddCharSet(pattern, "charset", letters)
      FcCharSetDestroy(letters)
    }
    _ = FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let best = FcFontMatch(nil, pattern, &result) else { throw .noFont(families: families) }
    defer { FcPatternDestroy(best) }
    var file: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(best, "file", 0, &file) == FcResultMatch, let file else {
      throw .noFont(families: families)
    }
    var index: Int32 = 0
    _ = FcPatternGetInteger(best, "index", 0, &index)
    // The upper half is a variable font's named instance; the weight is set on the axis instead.
    return (String(cString: file), UInt32(index) & 0xFFFF)
  }
}
