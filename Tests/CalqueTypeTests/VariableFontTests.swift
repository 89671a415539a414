import CalqueCore
import CalqueTestSupport
import CalqueType
import Foundation
import Testing

/// Of the font that make_fixtures.py draws; the truth is computed from its rules.
@Suite struct VariableFontTests {
  static func face() throws -> FontFace {
    let path = "\(try #require(Bundle.module.resourcePath))/Fixtures/axes.ttf"
    return try #require(try FontFace.faces(ofFile: path).first)
  }

  @Test func axesAreListed() throws {
    let face = try Self.face()
    #expect(face.family == "Calque Axes")
    #expect(face.lightest == 100 && face.heaviest == 900 && face.hasOpticalSizes && face.isVariable)
    #expect(face.has(weight: 450) && !face.has(weight: 950))
  }

  // Beyond the sizes that the table lists, versions of HarfBuzz differ: they extend its slope or keep its last value.
  @Test(arguments: [100, 400, 500, 900], [12.0, 13.5, 16, 20, 24, 30, 48])
  func weightOpticalSizeAndTrackingCount(weight: Int, pointSize: Double) throws {
    let font = try Self.face().font(weight: weight, pointSize: pointSize)
    let run = font.shape("HUE", size: 3 * pointSize, pointSize: pointSize)
    let truth = SlabWord(
      "HUE", size: 3 * pointSize, pointSize: pointSize, weight: Double(weight), origin: Point(x: 0, y: 0))
    let ink = try #require(run.ink)
    // Deltas and tracking are rounded to whole units of a thousandth em.
    let unit = 3 * pointSize / 1000
    #expect(abs(ink.x - truth.ink.x) < 1.5 * unit)
    #expect(abs(ink.maxX - truth.ink.maxX) < 5 * unit)
    #expect(abs(run.advance - truth.advance) < 5 * unit)
    #expect(abs(ink.height - truth.ink.height) < unit)
  }

  @Test func widthIsNotProportionalToSize() throws {
    let face = try Self.face()
    let small = try #require(face.font(weight: 400, pointSize: 12).shape("HUE", size: 12, pointSize: 12).ink)
    let large = try #require(face.font(weight: 400, pointSize: 24).shape("HUE", size: 24, pointSize: 24).ink)
    #expect(large.width < 1.93 * small.width)
  }
}
