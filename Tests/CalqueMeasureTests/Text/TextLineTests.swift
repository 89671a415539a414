import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Lines of letters made of bars: capitals of 24 px and small letters of 17 px, whose extents are exact.
@Suite struct TextLineTests {
  struct Drawn: Sendable, CustomTestStringConvertible {
    var x = 40.0
    var baseline = 80.0
    var ground = SIMD3<Float>(repeating: 250)
    var ink = SIMD3<Float>(20, 30, 40)
    var testDescription: String { "at \(x), \(baseline), \(ink) on \(ground)" }
  }

  static let drawn: [Drawn] = [
    Drawn(), Drawn(x: 40.3, baseline: 80.4), Drawn(x: 39.75, baseline: 79.6),
    Drawn(x: 41.5, ground: SIMD3(16, 20, 24), ink: SIMD3(repeating: 255)),
    Drawn(x: 40.6, ground: SIMD3(repeating: 200), ink: SIMD3(repeating: 190)),
  ]

  private static let cap = 24.0
  private static let small = 17.0

  /// An H, then letters like u and n, and after a space an H and a u; returns the right end of the ink.
  static func drawLine(_ canvas: inout Canvas, _ d: Drawn) -> Double {
    var pen = d.x
    func bar(_ x: Double, _ y: Double, _ w: Double, _ h: Double) {
      canvas.rect(Rect(x: x, y: d.baseline - y, width: w, height: h), d.ink)
    }
    func stems(_ height: Double, crossbarAt y: Double) {
      bar(pen, height, 3, height)
      bar(pen + 3, y, 8, 3)
      bar(pen + 11, height, 3, height)
      pen += 14 + 4
    }
    stems(cap, crossbarAt: 14)
    stems(small, crossbarAt: 3)
    stems(small, crossbarAt: small)
    pen += 8
    stems(cap, crossbarAt: 14)
    stems(small, crossbarAt: 3)
    return pen - 4
  }

  static func texts(_ canvas: Canvas) -> Screen {
    var screen = Screen(canvas.bitmap(), options: MeasureOptions())
    screen.measureShapes()
    screen.measureText()
    return screen
  }

  @Test(arguments: drawn) func inkBaselineAndHeights(_ d: Drawn) throws {
    var canvas = Canvas(width: 240, height: 140, color: d.ground)
    let end = Self.drawLine(&canvas, d)
    let screen = Self.texts(canvas)
    #expect(screen.texts.count == 1)
    let text = try #require(screen.texts.first)
    // Ten levels of contrast tell a twentieth of a pixel from half a level.
    expectClose(text.ink.x, d.x, within: .pixels(0.1))
    expectClose(text.ink.maxX, end, within: .pixels(0.1))
    expectClose(text.ink.y, d.baseline - Self.cap, within: .pixels(0.1))
    expectClose(text.ink.maxY, d.baseline, within: .pixels(0.1))
    #expect(text.words.count == 2)
    expectClose(try #require(text.baseline).value, d.baseline, within: .pixels(0.1))
    expectClose(try #require(text.xHeight).value, Self.small, within: .pixels(0.15))
    expectClose(try #require(text.capHeight).value, Self.cap, within: .pixels(0.15))
    #expect(screen.shapes.isEmpty)
  }

  @Test func lettersThatReachOverEachOtherAreOneLine() {
    var canvas = Canvas(width: 240, height: 140, color: SIMD3(repeating: 255))
    let ink = SIMD3<Float>(repeating: 0)
    // A T whose arm reaches over the next letter, as kerning puts it, twice.
    for x in [40.0, 80] {
      canvas.rect(Rect(x: x, y: 50, width: 22, height: 3), ink)
      canvas.rect(Rect(x: x + 9.5, y: 50, width: 3, height: 24), ink)
      canvas.rect(Rect(x: x + 16, y: 57, width: 3, height: 17), ink)
      canvas.rect(Rect(x: x + 19, y: 57, width: 8, height: 3), ink)
      canvas.rect(Rect(x: x + 27, y: 57, width: 3, height: 17), ink)
    }
    let texts = Self.texts(canvas).texts
    #expect(texts.count == 1)
    expectClose(texts.first?.ink.width ?? 0, 70, within: .pixels(0.1))
  }

  @Test func dotsAndCardsAreNoText() {
    var canvas = Canvas(width: 400, height: 200, color: SIMD3(repeating: 255))
    for i in 0..<5 { canvas.disc(x: 60 + 36 * Double(i), y: 40, radius: 8, SIMD3(0, 80, 200)) }
    canvas.rect(Rect(x: 40, y: 80, width: 320, height: 90), SIMD3(240, 200, 120))
    #expect(Self.texts(canvas).texts.isEmpty)
  }

  /// Coverage over a photograph: half-covered columns read as half, and nothing beside the ink.
  @Test(arguments: [SIMD3<Float>(repeating: 255), SIMD3<Float>(repeating: 0)])
  func coverageOverASlopingGround(_ ink: SIMD3<Float>) throws {
    var canvas = Canvas(width: 120, height: 80)
    for y in 0..<80 {
      for x in 0..<120 {
        let level = 90 + 0.4 * Float(x) + 0.3 * Float(y)
        canvas.colors[y * 120 + x] = SIMD4(level, level + 10, level - 20, 255)
      }
    }
    for x in [40.0, 50.5, 61.25] { canvas.rect(Rect(x: x, y: 30, width: 4, height: 20), ink) }
    let frame = Rect<Pixels>(minX: 40, minY: 30, maxX: 65.25, maxY: 50)
    let coverage = try #require(inkCoverage(in: canvas.bitmap(), around: frame))
    let row = 40 - coverage.y
    let sum = (0..<coverage.plane.width).reduce(Float(0)) { $0 + coverage.plane[$1, row] }
    expectClose(Double(sum), 12, within: .pixels(0.25))
    expectClose(Double(coverage.plane[50 - coverage.x, row]), 0.5, within: .absolute(0.04))
    expectClose(Double(coverage.color.x), Double(ink.x), within: .levels(1))
    #expect(coverage.noise < 0.02)
  }
}
