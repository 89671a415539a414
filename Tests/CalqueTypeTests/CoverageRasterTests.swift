import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueType

@Suite struct CoverageRasterTests {
  @Test(arguments: ["g", "S", "×", "@", "1"], [9.0, 16, 45]) func agreesWithFreeType(text: String, size: Double) throws
  {
    let font = try FontLibrary().font(families: ["DejaVu Sans"])
    let run = font.shape(text, size: size)
    let origin = Point<Pixels>(x: 8.33, y: 60.21)
    let truth = try freeTypeCoverage(run, origin: origin, width: 80, height: 90)
    let ours = CoverageRaster(run.outlines).coverage(width: 80, height: 90, dx: origin.x, dy: origin.y)
    let worst = zip(ours, truth.values).map { abs($0 - $1) }.max()
    #expect(try #require(worst) < 0.015)
    let sum = ours.reduce(0, +)
    #expect(abs(sum - truth.values.reduce(0, +)) < 0.004 * sum)
  }
}
