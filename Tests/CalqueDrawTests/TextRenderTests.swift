import CalqueCore
import CalqueDraw
import CalqueScene
import CalqueTestSupport
import CalqueType
import Testing

@Suite struct TextRenderTests {
  private static let families = ["Inter", "Roboto", "DejaVu Sans"]

  private func picture(_ text: String, size: Double, halo: TextRun.Halo? = nil) throws -> Bitmap {
    let style = TextStyle(families: Self.families, weight: 600, size: size)
    let run = TextRun(text, style: style, anchor: Point(x: 20.3, y: 60), color: .black, halo: halo)
    return try render(
      Scene(
        size: Size(width: 500, height: 80),
        operations: [
          .fill(.rectangle(Rect(x: 0, y: 0, width: 500, height: 80)), .color(.white), .nonZero), .text(run),
        ]))
  }

  /// First and last column with ink, and how full each is against its neighbour further in.
  private func inkWidth(_ bitmap: Bitmap) -> Double {
    let columns = (0..<bitmap.width).map { x in
      (0..<bitmap.height).map { 1 - Double(bitmap[x, $0].x) }.max() ?? 0
    }
    guard let first = columns.firstIndex(where: { $0 > 0.02 }), let last = columns.lastIndex(where: { $0 > 0.02 })
    else { return 0 }
    return Double(last - first - 1) + columns[first] + columns[last]
  }

  @Test(arguments: ["H", "2.4×", "13 mm", "NIE"], [24.0, 33, 48]) func inkIsAsWideAsTheOutline(
    text: String, size: Double
  ) throws {
    let run = try FontLibrary().shape(text, families: Self.families, weight: 600, size: size)
    let ink = try #require(run.ink)
    expectClose(inkWidth(try picture(text, size: size)), ink.width, within: .pixels(0.6), text)
  }

  @Test func aHaloSurroundsTheLetters() throws {
    let plain = try picture("HI", size: 40)
    let haloed = try picture("HI", size: 40, halo: TextRun.Halo(color: RGBAColor(0xFF0000), width: 4))
    expectClose(inkWidth(haloed), inkWidth(plain), within: .pixels(8.2))
    // Red all around, and the letters themselves as before.
    var red = 0
    for y in 0..<80 {
      for x in 0..<500 {
        let p = haloed[x, y]
        if p.x > 0.9, p.y < 0.1 { red += 1 }
        if plain[x, y].x < 0.01 { #expect(p.x < 0.01) }
      }
    }
    #expect(red > 400)
  }

  @Test func alignmentPlacesTheAdvance() throws {
    let fonts = FontLibrary()
    let style = TextStyle(families: Self.families, size: 30)
    let extent = fonts.measurer.measure("Mid", style)
    for (alignment, x) in [
      (TextRun.Alignment.start, 100.0), (.center, 100 - extent.advance / 2), (.end, 100 - extent.advance),
    ] {
      let run = TextRun(
        "Mid", style: style, anchor: Point(x: 100, y: 50), alignment: alignment, baseline: .capMiddle, color: .white)
      expectClose(run.origin(extent).x, x, within: .pixels(1e-9))
      expectClose(run.origin(extent).y, 50 + extent.capHeight / 2, within: .pixels(1e-9))
    }
  }
}
