/// How much room a line of text takes, px.
public struct TextExtent: Equatable, Sendable {
  /// From the first letter's origin to where the next one would stand.
  public var advance: Double
  /// From the baseline up to the highest letters, positive.
  public var ascent: Double
  /// From the baseline down to the lowest letters, positive.
  public var descent: Double
  /// Height of flat capitals.
  public var capHeight: Double

  public init(advance: Double, ascent: Double, descent: Double, capHeight: Double) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
    self.capHeight = capHeight
  }
}

/// Measures text for a layout. A portable target cannot have fonts, so whoever has them passes this in.
public struct TextMeasurer {
  public let measure: (String, TextStyle) -> TextExtent
  public init(_ measure: @escaping (String, TextStyle) -> TextExtent) { self.measure = measure }

  /// Guesses widths without a font: 0.6 em a letter, which is wide for most sans-serif types, so that a layout made
  /// with it rarely overlaps.
  public static var estimated: TextMeasurer {
    TextMeasurer { string, style in
      TextExtent(
        advance: 0.6 * style.size * Double(string.unicodeScalars.count), ascent: 0.95 * style.size,
        descent: 0.25 * style.size, capHeight: 0.72 * style.size)
    }
  }
}
