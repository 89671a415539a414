import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Corners drawn from the parametric curves, by area, apart from the measurement's own tables.
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

  /// The strips that leave both sides, whose places are known to 0.01 px, at the distances that a fitter reads.
  static func profile(_ drawn: Drawn, sideLength: Double = .infinity) -> CornerProfile {
    var random = RandomSource(seed: UInt64(drawn.radius * 100))
    var profile = CornerProfile(edgeSigma: 0.01)
    for (isRow, origin) in [(true, drawn.y), (false, drawn.x)] {
      let first = Int((origin + 0.29 * drawn.radius).rounded(.up))
      let last = Int((origin + min(1.6 * drawn.radius + 1, sideLength / 2)).rounded(.down))
      for place in first..<last {
        let from = Double(place) - origin
        let subrows = 64
        let parts = (0..<subrows).map { depth(from + (Double($0) + 0.5) / Double(subrows), drawn) }
        let mean = parts.reduce(0, +) / Double(subrows)
        profile.strips.append(
          CornerProfile.Strip(
            from: from, to: from + 1, depth: mean + drawn.noise * random.gaussian(), sideLength: sideLength,
            isRow: isRow))
      }
    }
    return profile
  }

  static func fit(_ drawn: Drawn, _ profile: CornerProfile? = nil) throws -> CornerFit {
    try #require(fitCorner(profile ?? Self.profile(drawn), near: 1.1 * drawn.radius))
  }

  @Test(arguments: drawn) func radiusAndStyleAreRead(_ drawn: Drawn) throws {
    let fit = try Self.fit(drawn)
    #expect(fit.style == drawn.style)
    let tolerance = drawn.noise == 0 ? 0.08 : 0.3
    expectClose(fit.radius.value, drawn.radius, within: .pixels(tolerance))
    expectClose(fit.radius.value, drawn.radius, within: .pixels(4 * fit.radius.sigma + 0.01))
  }

  @Test(arguments: [CornerStyle.circular, .continuous])
  func aProfileThatEndsBeforeTheCurveKeepsItsRadius(_ style: CornerStyle) throws {
    let drawn = Drawn(radius: 48, style: style)
    var profile = Self.profile(drawn)
    profile.strips.removeAll { $0.to > 60 }
    let fit = try Self.fit(drawn, profile)
    #expect(fit.style == style)
    expectClose(fit.radius.value, 48, within: .pixels(0.1))
  }

  @Test func aNeighbourAtTheCornerIsLeftOut() throws {
    let drawn = Drawn(radius: 48, style: .continuous)
    var profile = Self.profile(drawn)
    for i in profile.strips.indices where (25..<33).contains(profile.strips[i].from) { profile.strips[i].depth += 12 }
    let fit = try Self.fit(drawn, profile)
    #expect(fit.style == .continuous)
    expectClose(fit.radius.value, 48, within: .pixels(0.1))
  }

  /// The ends of a continuous capsule meet on the midline without a kink.
  @Test func oppositeCornersMeetOnTheMidline() {
    let strip = CornerProfile.Strip(from: 65.5, to: 66.5, depth: 0, sideLength: 132)
    expectClose(CornerCurve.continuous.depth(of: strip, radius: 66), 0, within: .pixels(1e-9))
  }

  @Test func fourCornersAgreeOrDoNot() throws {
    let same = try [48, 48, 48, 48].map { try Self.fit(Drawn(radius: $0, style: .circular)) }
    let together = try #require(CornerConsensus(same))
    #expect(together.style == .circular)
    #expect(together.agrees)
    expectClose(together.radius.value, 48, within: .pixels(0.08))
    let mixed = try [48, 48, 24, 24].map { try Self.fit(Drawn(radius: $0, style: .circular)) }
    #expect(try !#require(CornerConsensus(mixed)).agrees)
    #expect(CornerConsensus([]) == nil)
  }
}
