import CHarfBuzz
import CalqueCore

extension Font {
  /// Turns a line of text into placed glyphs, kerning and ligatures included, without hinting.
  /// - Parameters:
  ///   - text: one line.
  ///   - size: of the em, px.
  ///   - pointSize: of the em in pt, for fonts that space their letters by it (Apple's system fonts do, through their
  ///     `trak` table); nil leaves the spacing as designed.
  ///   - features: OpenType features that are switched on or off.
  public func shape(
    _ text: String, size: Double, pointSize: Double? = nil, features: [FontFeature] = []
  ) -> GlyphRun {
    let sized = hb_font_create_sub_font(handle)
    defer { hb_font_destroy(sized) }
    if let pointSize { hb_font_set_ptem(sized, Float(pointSize)) }
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    hb_buffer_guess_segment_properties(buffer)
    // The guess takes the language from the machine's locale, and letters must not depend on that.
    hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
    let switches = features.map {
      hb_feature_t(
        tag: Self.tag($0.tag), value: 1, start: 0, end: UInt32.max)
    }
    hb_shape(sized, buffer, switches, UInt32(switches.count))

    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    let k = size / (unitsPerEm * Self.subunits)
    var glyphs: [GlyphRun.Glyph] = []
    glyphs.reserveCapacity(Int(count))
    var pen = 0.0
    for i in 0..<Int(count) {
      guard let info = infos?[i], let position = positions?[i] else { break }
      glyphs.append(
        GlyphRun.Glyph(
          id: info.codepoint, cluster: Int(info.cluster),
          origin: Point(x: pen + Double(position.x_offset) * k, y: -Double(position.y_offset) * k),
          advance: Double(position.x_advance) * k))
      pen += Double(position.x_advance) * k
    }
    return GlyphRun(font: self, size: size, glyphs: glyphs, advance: pen)
  }
}
