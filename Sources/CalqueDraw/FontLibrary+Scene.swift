import CalqueScene
import CalqueType

extension FontLibrary {
  /// Shapes a text as a scene's style asks for.
  func shape(_ text: String, _ style: TextStyle) throws(FontError) -> GlyphRun {
    try shape(
      text, families: style.families, weight: style.weight, size: style.size,
      features: style.hasTabularFigures ? [.tabularFigures] : [])
  }

  /// Measures text in these fonts; where there are none, by estimate.
  public var measurer: TextMeasurer {
    let estimated = TextMeasurer.estimated
    return TextMeasurer { [self] text, style in
      guard let run = try? shape(text, style) else { return estimated.measure(text, style) }
      return run.extent
    }
  }
}

extension GlyphRun {
  var extent: TextExtent {
    TextExtent(
      advance: advance, ascent: font.ascent * size, descent: font.descent * size, capHeight: font.capHeight * size)
  }
}
