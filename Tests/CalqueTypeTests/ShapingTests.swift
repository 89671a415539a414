import CFreeType
import CalqueCore
import CalqueTestSupport
import CalqueType
import Testing

@Suite struct ShapingTests {
  private static let families = ["Inter", "Roboto", "DejaVu Sans"]

  /// The ink's left and right, from FreeType's own reading of the outlines.
  private func freeTypeInk(_ run: GlyphRun) throws -> (minX: Double, maxX: Double, minY: Double, maxY: Double) {
    var library: FT_Library?
    try #require(FT_Init_FreeType(&library) == 0)
    defer { FT_Done_FreeType(library) }
    var opened: FT_Face?
    try #require(FT_New_Face(library, run.font.path, 0, &opened) == 0)
    let face = try #require(opened)
    defer { FT_Done_Face(face) }
    let k = run.size / Double(face.pointee.units_per_EM)
    var box = (minX: Double.infinity, maxX: -Double.infinity, minY: Double.infinity, maxY: -Double.infinity)
    for glyph in run.glyphs {
      try #require(FT_Load_Glyph(face, glyph.id, FT_Int32(FT_LOAD_NO_SCALE)) == 0)
      if face.pointee.glyph.pointee.outline.n_points == 0 { continue }
      var b = FT_BBox()
      try #require(FT_Outline_Get_BBox(&face.pointee.glyph.pointee.outline, &b) == 0)
      box.minX = min(box.minX, glyph.origin.x + Double(b.xMin) * k)
      box.maxX = max(box.maxX, glyph.origin.x + Double(b.xMax) * k)
      box.minY = min(box.minY, glyph.origin.y - Double(b.yMax) * k)
      box.maxY = max(box.maxY, glyph.origin.y - Double(b.yMin) * k)
    }
    return box
  }

  @Test(arguments: ["H", "2.4×", "Sample 13 mm", "ÄO°±−", "48.00 ± 0.01 pt"], [11.0, 16, 48])
  func inkAgreesWithFreeType(text: String, size: Double) throws {
    let run = try FontLibrary().shape(text, families: Self.families, size: size)
    try #require(!run.hasMissingGlyphs)
    let ink = try #require(run.ink)
    let truth = try freeTypeInk(run)
    // FreeType rounds extremes to whole design units.
    let unit = Tolerance.pixels(1.01 * size / run.font.unitsPerEm)
    expectClose(ink.x, truth.minX, within: unit)
    expectClose(ink.maxX, truth.maxX, within: unit)
    expectClose(ink.y, truth.minY, within: unit)
    expectClose(ink.maxY, truth.maxY, within: unit)
  }

  @Test func sizeScalesEverything() throws {
    let font = try FontLibrary().font(families: Self.families)
    let small = font.shape("Dial 240.00", size: 10)
    let large = font.shape("Dial 240.00", size: 35)
    expectClose(large.advance, 3.5 * small.advance, within: .pixels(1e-9))
    #expect(font.capHeight > 0.6 && font.capHeight < 0.8)
    #expect(font.xHeight > 0.4 && font.xHeight < font.capHeight)
    #expect(font.ascent > font.capHeight)
  }

  @Test func boldIsWider() throws {
    let library = FontLibrary()
    let regular = try library.font(families: ["DejaVu Sans", "Roboto"], weight: 400).shape("minimum", size: 20)
    let bold = try library.font(families: ["DejaVu Sans", "Roboto"], weight: 700).shape("minimum", size: 20)
    #expect(bold.advance > regular.advance)
  }

  @Test func anUnknownFamilyFallsBack() throws {
    let font = try FontLibrary().font(families: ["No Such Family 91"])
    #expect(font.shape("Abc", size: 12).advance > 0)
  }

  @Test func aFileThatIsNoFontIsRefused() {
    #expect(throws: FontError.unreadable(path: "/nowhere/none.ttf")) { try Font(path: "/nowhere/none.ttf") }
    #expect(throws: FontError.self) { try Font(path: #filePath) }
    #expect(FontError.noFont(families: ["Inter"]).message.contains("fonts-dejavu-core"))
  }
}
