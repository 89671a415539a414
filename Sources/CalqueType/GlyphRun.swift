import CalqueCore

/// A shaped line of text. Positions are in px from the origin of its first glyph on the baseline, y downwards.
public struct GlyphRun: Sendable {
  public struct Glyph: Equatable, Sendable {
    /// The glyph's number in its font; 0 where the font has none for the letter.
    public var id: UInt32
    /// Index of the first UTF-8 byte of the text that it stands for.
    public var cluster: Int
    /// Where its own origin lies.
    public var origin: Point<Pixels>
    /// How far the pen moves on.
    public var advance: Double
  }

  public let font: Font
  /// Size of the em, px.
  public let size: Double
  public let glyphs: [Glyph]
  /// Width of the whole line by its advances.
  public let advance: Double

  /// Whether the font lacks a letter.
  public var hasMissingGlyphs: Bool { glyphs.contains { $0.id == 0 } }

  /// The outlines of all glyphs, unhinted.
  public var outlines: [OutlineElement] {
    var elements: [OutlineElement] = []
    for glyph in glyphs {
      font.appendOutline(of: glyph.id, scale: size / (font.unitsPerEm * Font.subunits), at: glyph.origin, to: &elements)
    }
    return elements
  }

  /// The smallest rectangle around the outlines, curves taken exactly; nil where there is no ink.
  public var ink: Rect<Pixels>? { OutlineElement.bounds(outlines) }
}
