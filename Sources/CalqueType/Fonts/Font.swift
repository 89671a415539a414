import CHarfBuzz

/// One face of a font file, at one weight. Immutable, so it may be used from several threads.
public final class Font: @unchecked Sendable {
  /// As the file names it.
  public let family: String
  public let path: String
  /// Design units an em.
  public let unitsPerEm: Double
  /// In ems: how far lines of text reach above and below the baseline, both positive.
  public let ascent: Double
  public let descent: Double
  /// In ems: height of flat capitals and of small letters.
  public let capHeight: Double
  public let xHeight: Double

  let handle: OpaquePointer
  let face: OpaquePointer

  /// HarfBuzz counts in whole numbers; this many make a design unit, so that rounding stays under 0.001 px.
  static let subunits = 64.0

  /// Opens a face.
  /// - Parameters:
  ///   - path: the font's file.
  ///   - index: which face of a collection.
  ///   - weight: 1…1000; sets the weight axis of a variable font and is ignored by others.
  ///   - opticalSize: Of the em in pt; sets the axis `opsz` of a variable font, or leaves it as designed.
  public init(
    path: String, index: UInt32 = 0, weight: Int = 400, opticalSize: Double? = nil
  ) throws(FontError) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else { throw .unreadable(path: path) }
    defer { hb_blob_destroy(blob) }
    guard index < hb_face_count(blob), let face = hb_face_create(blob, index), hb_face_get_glyph_count(face) > 0,
      let font = hb_font_create(face)
    else { throw .unreadable(path: path) }
    self.face = face
    self.handle = font
    self.path = path
    let upem = Double(hb_face_get_upem(face))
    unitsPerEm = upem
    hb_font_set_scale(font, Int32(upem * Self.subunits), Int32(upem * Self.subunits))
    if hb_ot_var_has_data(face) != 0 {
      var variations = [hb_variation_t(tag: Self.tag("wght"), value: Float(weight))]
      if let opticalSize { variations.append(hb_variation_t(tag: Self.tag("opsz"), value: Float(opticalSize))) }
      hb_font_set_variations(font, variations, UInt32(variations.count))
    }
    hb_font_make_immutable(font)

    let em = upem * Self.subunits
    var extents = hb_font_extents_t()
    let hasExtents = hb_font_get_h_extents(font, &extents) != 0
    ascent = hasExtents ? Double(extents.ascender) / em : 0.8
    descent = hasExtents ? -Double(extents.descender) / em : 0.2
    capHeight = Self.metric(HB_OT_METRICS_TAG_CAP_HEIGHT, font, em) ?? Self.inkHeight("H", font, em) ?? 0.7
    xHeight = Self.metric(HB_OT_METRICS_TAG_X_HEIGHT, font, em) ?? Self.inkHeight("x", font, em) ?? 0.5
    family = Self.familyName(face)
  }

  deinit {
    hb_font_destroy(handle)
    hb_face_destroy(face)
  }

  static func tag(_ letters: String) -> hb_tag_t {
    var value: hb_tag_t = 0
    var bytes = Array(letters.utf8.prefix(4))
    while bytes.count < 4 { bytes.append(32) }
    for byte in bytes { value = value << 8 | hb_tag_t(byte) }
    return value
  }

  private static func metric(_ tag: hb_ot_metrics_tag_t, _ font: OpaquePointer, _ em: Double) -> Double? {
    var position: hb_position_t = 0
    guard hb_ot_metrics_get_position(font, tag, &position) != 0, position > 0 else { return nil }
    return Double(position) / em
  }

  private static func inkHeight(_ letter: Unicode.Scalar, _ font: OpaquePointer, _ em: Double) -> Double? {
    var glyph: hb_codepoint_t = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(font, letter.value, &glyph) != 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.y_bearing > 0
    else { return nil }
    return Double(extents.y_bearing) / em
  }

  // OpenType's name IDs; HarfBuzz's versions spell them in different types.
  private static let legacyFamily: hb_ot_name_id_t = 1
  private static let typographicFamily: hb_ot_name_id_t = 16

  private static func familyName(_ face: OpaquePointer) -> String {
    // The older name has the weight in it, where that is neither regular nor bold.
    let typographic = name(typographicFamily, face)
    return typographic.isEmpty ? name(legacyFamily, face) : typographic
  }

  private static func name(_ id: hb_ot_name_id_t, _ face: OpaquePointer) -> String {
    var size: UInt32 = 128
    var buffer = [CChar](repeating: 0, count: Int(size))
    _ = hb_ot_name_get_utf8(face, id, nil, &size, &buffer)
    return String(decoding: buffer.prefix(Int(min(size, 127))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
