import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Corners drawn as polygons from the parametric curves, by area, apart from the measurement's own tables.
@Suite struct CornerFitTests {
  struct Drawn: Sendable, CustomTestStringConvertible {
    var radius: Double
    var style: CornerStyle
    var x = 3.3
    var y = 2.6
    var noise = 0.0
    var testDescription: String { "\(style) \(radius) px at \(x), \(y), noise \(noise)" }
  }

  static let drawn: [Drawn] = [CornerStyle.circular, .continuous].flatMap { style in
    [24, 33.3, 48, 60, 90, 120].flatMap { radius in
      [(3.0, 3.0), (3.3, 2.6), (2.75, 3.5)].flatMap { place in
        [0, 0.02].map { Drawn(radius: radius, style: style, x: place.0, y: place.1, noise: $0) }
      }
    }
  }

  /// How far the corner's edge is from the vertical side at a distance from the horizontal one.
  static func depth(_ u: Double, _ drawn: Drawn) -> Double {
    let r = drawn.radius
    if drawn.style == .circular {
      let v = max(0, r - u)
      return v >= r ? r : r - (r * r - v * v).squareRoot()
    }
    // Across (falling from 1.528665 to 0) and down (rising from 0) along Apple's three cubics.
    let nodes = [
      1.528665, 1.088493, 0.868407, 0.631494, 0.372824, 0.169060, 0.074911, 0, 0, 0,
    ]
    func cubic(_ p: ArraySlice<Double>, _ t: Double) -> Double {
      let q = Array(p)
      let s = 1 - t
      let ends = q[0] * s * s * s + q[3] * t * t * t
      return ends + 3 * s * t * (q[1] * s + q[2] * t)
    }
    let down = Array(nodes.reversed())
    let target = u / r
    if target >= 1.528665 { return 0 }
    let piece = target < 0.074911 ? 0 : (target < 0.631494 ? 3 : 6)
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if cubic(down[piece...(piece + 3)], middle) < target { low = middle } else { high = middle }
    }
    return r * cubic(nodes[piece...(piece + 3)], low)
  }

  /// A window whose sides are known to 0.01 px.
  static func window(_ drawn: Drawn, width: Int? = nil, height: Int? = nil) -> CornerWindow {
    let size = Int(1.7 * drawn.radius) + 8
    let columns = width ?? size
    let rows = height ?? size
    var random = RandomSource(seed: UInt64(drawn.radius * 100))
    let subrows = 32
    var coverage = [Float](repeating: 0, count: columns * rows)
    for y in 0..<rows {
      for sub in 0..<subrows {
        let u = Double(y) + (Double(sub) + 0.5) / Double(subrows) - drawn.y
        guard u > 0 else { continue }
        let edge = drawn.x + depth(u, drawn)
        for x in 0..<columns {
          coverage[y * columns + x] += Float(min(1, max(0, Double(x + 1) - edge)) / Double(subrows))
        }
      }
    }
    if drawn.noise > 0 {
      for i in coverage.indices { coverage[i] += Float(drawn.noise * random.gaussian()) }
    }
    return CornerWindow(
      width: columns, height: rows, coverage: coverage, edgeX: Estimate(drawn.x, sigma: 0.01),
      edgeY: Estimate(drawn.y, sigma: 0.01), coverageSigma: drawn.noise)
  }

  @Test(arguments: drawn) func radiusAndStyleAreRead(_ drawn: Drawn) throws {
    let fit = try #require(fitCorner(Self.window(drawn)))
    #expect(fit.style == drawn.style)
    let tolerance = drawn.noise == 0 ? 0.08 : 0.3
    expectClose(fit.radius.value, drawn.radius, within: .pixels(tolerance))
    expectClose(fit.radius.value, drawn.radius, within: .pixels(4 * fit.radius.sigma + 0.01))
  }

  @Test(arguments: [CornerStyle.circular, .continuous])
  func aWindowThatEndsBeforeTheCurveKeepsItsRadius(_ style: CornerStyle) throws {
    let drawn = Drawn(radius: 48, style: style)
    let fit = try #require(fitCorner(Self.window(drawn, width: 120, height: 66)))
    #expect(fit.style == style)
    expectClose(fit.radius.value, 48, within: .pixels(0.1))
  }

  @Test func untrustedInkIsLeftOut() throws {
    let drawn = Drawn(radius: 48, style: .continuous)
    var window = Self.window(drawn)
    window.untrusted = [Bool](repeating: false, count: window.coverage.count)
    for y in 25..<33 {
      for x in 0..<window.width {
        window.coverage[y * window.width + x] = 0
        window.untrusted[y * window.width + x] = true
      }
    }
    let fit = try #require(fitCorner(window))
    #expect(fit.style == .continuous)
    expectClose(fit.radius.value, 48, within: .pixels(0.1))
  }

  /// The ends of a continuous capsule meet on the midline without a kink.
  @Test func oppositeCornersMeetOnTheMidline() {
    let strip = CornerProfile.Strip(from: 65.5, to: 66.5, depth: 0, sideLength: 132)
    expectClose(CornerCurve.continuous.depth(of: strip, radius: 66), 0, within: .pixels(1e-9))
  }

  @Test func fourCornersAgreeOrDoNot() throws {
    let same = try [48, 48, 48, 48].map { try #require(fitCorner(Self.window(Drawn(radius: $0, style: .circular)))) }
    let together = try #require(CornerConsensus(same))
    #expect(together.style == .circular)
    #expect(together.agrees)
    expectClose(together.radius.value, 48, within: .pixels(0.08))
    let mixed = try [48, 48, 24, 24].map { try #require(fitCorner(Self.window(Drawn(radius: $0, style: .circular)))) }
    #expect(try !#require(CornerConsensus(mixed)).agrees)
    #expect(CornerConsensus([])?.ratio == nil)
  }
}
