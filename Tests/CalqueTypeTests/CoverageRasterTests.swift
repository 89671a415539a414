import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueType

@Suite struct CoverageRasterTests {
  @Test(arguments: ["g", "S", "×", "@", "1"], [9.0, 16, 45]) func agreesWithFreeType(text: String, size: Double) throws
  {
    let font = try FontLibrary().font(families: ["DejaVu Sans"])
    let run = font.shape(text, size: size)
    // Sixty-fourths, which FreeType can place.
    let origin = Point<Pixels>(x: 8 + 21.0 / 64, y: 60 + 13.0 / 64)
    let truth = try freeTypeCoverage(text, path: font.path, size: size, origin: origin, width: 80, height: 90)
    let ours = CoverageRaster(run.outlines).coverage(width: 80, height: 90, dx: origin.x, dy: origin.y)
    for i in ours.indices { #expect(abs(ours[i] - truth.values[i]) < 0.03, "pixel \(i)") }
    let sum = ours.reduce(0, +)
    #expect(abs(sum - truth.values.reduce(0, +)) < 0.01 * sum)
  }
}
