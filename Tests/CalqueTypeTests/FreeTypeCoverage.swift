import CFreeType
import CalqueCore
import Testing

/// A line as FreeType's own rasteriser draws it, unhinted, letters at fractional places by FreeType's advances.
func freeTypeCoverage(
  _ text: String, path: String, size: Double, origin: Point<Pixels>, width: Int, height: Int
) throws -> Plane {
  var library: FT_Library?
  try #require(FT_Init_FreeType(&library) == 0)
  defer { FT_Done_FreeType(library) }
  var opened: FT_Face?
  try #require(FT_New_Face(library, path, 0, &opened) == 0)
  let face = try #require(opened)
  defer { FT_Done_Face(face) }
  try #require(FT_Set_Char_Size(face, 0, FT_F26Dot6(size * 64), 72, 72) == 0)
  var plane = Plane(width: width, height: height)
  var pen = origin.x
  var last: FT_UInt = 0
  for scalar in text.unicodeScalars {
    let glyph = FT_Get_Char_Index(face, FT_ULong(scalar.value))
    if last != 0 {
      var kerning = FT_Vector()
      _ = FT_Get_Kerning(face, last, glyph, FT_KERNING_UNFITTED.rawValue, &kerning)
      pen += Double(kerning.x) / 64
    }
    last = glyph
    try #require(FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0)
    guard let slot = face.pointee.glyph else { continue }
    let advance = Double(slot.pointee.linearHoriAdvance) / 65536
    let wholeX = pen.rounded(.down)
    let wholeY = origin.y.rounded(.up)
    FT_Outline_Translate(
      &slot.pointee.outline, FT_Pos(((pen - wholeX) * 64).rounded()), FT_Pos(((wholeY - origin.y) * 64).rounded()))
    try #require(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0)
    let bitmap = slot.pointee.bitmap
    for row in 0..<Int(bitmap.rows) {
      for column in 0..<Int(bitmap.width) {
        let x = Int(wholeX) + Int(slot.pointee.bitmap_left) + column
        let y = Int(wholeY) - Int(slot.pointee.bitmap_top) + row
        guard x >= 0, y >= 0, x < width, y < height, let buffer = bitmap.buffer else { continue }
        plane[x, y] = min(1, plane[x, y] + Float(buffer[row * Int(bitmap.pitch) + column]) / 255)
      }
    }
    pen += advance
  }
  return plane
}
