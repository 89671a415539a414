import CHarfBuzz

extension Font {
  /// The least, usual and greatest value of a variation axis; nil where the font has none of the name.
  static func axis(_ tag: String, of face: OpaquePointer) -> (least: Double, usual: Double, greatest: Double)? {
    var info = hb_ot_var_axis_info_t()
    guard hb_ot_var_find_axis_info(face, Self.tag(tag), &info) != 0 else { return nil }
    return (Double(info.min_value), Double(info.default_value), Double(info.max_value))
  }
}

extension FontFace {
  /// Every face of a font file, in its order.
  public static func faces(ofFile path: String) throws(FontError) -> [FontFace] {
    guard let blob = hb_blob_create_from_file_or_fail(path) else { throw .unreadable(path: path) }
    defer { hb_blob_destroy(blob) }
    var faces: [FontFace] = []
    for index in 0..<hb_face_count(blob) { faces.append(try FontFace(path: path, index: index)) }
    guard !faces.isEmpty else { throw .unreadable(path: path) }
    return faces
  }

  init(path: String, index: UInt32) throws(FontError) {
    let font = try Font(path: path, index: index)
    self.path = path
    self.index = index
    family = font.family
    let weight = Double(hb_style_get_value(font.handle, HB_STYLE_TAG_WEIGHT))
    let range = Font.axis("wght", of: font.face)
    lightest = range?.least ?? weight
    heaviest = range?.greatest ?? weight
    hasOpticalSizes = Font.axis("opsz", of: font.face) != nil
  }
}
