import CFreeType
import CalqueCore
import CalqueType
import Testing

/// A shaped line as FreeType's own rasteriser draws its glyphs, unhinted.
///
/// It is drawn eight times as large and averaged, because FreeType places corners on sixty-fourths and lets chords stray
/// from curves by a sixteenth of a pixel.
func freeTypeCoverage(_ run: GlyphRun, origin: Point<Pixels>, width: Int, height: Int) throws -> Plane {
  let times = 8
  let factor = Double(times)
  var library: FT_Library?
  try #require(FT_Init_FreeType(&library) == 0)
  defer { FT_Done_FreeType(library) }
  var opened: FT_Face?
  try #require(FT_New_Face(library, run.font.path, 0, &opened) == 0)
  let face = try #require(opened)
  defer { FT_Done_Face(face) }
  try #require(FT_Set_Char_Size(face, 0, FT_F26Dot6(run.size * factor * 64), 72, 72) == 0)
  var plane = Plane(width: width, height: height)
  for glyph in run.glyphs {
    try #require(FT_Load_Glyph(face, glyph.id, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0)
    guard let slot = face.pointee.glyph else { continue }
    let penX = (origin.x + glyph.origin.x) * factor
    let penY = (origin.y + glyph.origin.y) * factor
    let wholeX = penX.rounded(.down)
    let wholeY = penY.rounded(.up)
    FT_Outline_Translate(
      &slot.pointee.outline, FT_Pos(((penX - wholeX) * 64).rounded()), FT_Pos(((wholeY - penY) * 64).rounded()))
    try #require(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0)
    let bitmap = slot.pointee.bitmap
    for row in 0..<Int(bitmap.rows) {
      for column in 0..<Int(bitmap.width) {
        let x = (Int(wholeX) + Int(slot.pointee.bitmap_left) + column) / times
        let y = (Int(wholeY) - Int(slot.pointee.bitmap_top) + row) / times
        guard x >= 0, y >= 0, x < width, y < height, let buffer = bitmap.buffer else { continue }
        let share = Float(buffer[row * Int(bitmap.pitch) + column]) / Float(255 * times * times)
        plane[x, y] = min(1, plane[x, y] + share)
      }
    }
  }
  return plane
}
