import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// The concentric fit on simulated points: the error grows as arcs get shorter, and σ says so.
@Suite struct CircleFitTests {
  struct Arc: Sendable, CustomStringConvertible {
    var degrees: Double
    /// What the vertical place scatters by, px, for a thousand points of 0.5 px noise.
    var scatter: ClosedRange<Double>
    var description: String { "\(degrees)° of arc" }
  }

  static let arcs = [
    Arc(degrees: 114, scatter: 0.09...0.13), Arc(degrees: 60, scatter: 0.3...0.5), Arc(degrees: 20, scatter: 3...4.2),
    Arc(degrees: 360, scatter: 0.018...0.028),
  ]

  @Test(arguments: arcs)
  func monteCarlo(_ arc: Arc) throws {
    var random = RandomSource(seed: 31)
    var y: [Double] = []
    var ratios: [Double] = []
    var radii: [Double] = []
    for _ in 0..<120 {
      let truth = Circle(x: 311.7, y: 720.2, radius: 700)
      let points = (0..<1000).map { k -> RingPoint in
        let angle = (Double(k) / 999 - 0.5) * arc.degrees * Double.pi / 180
        let p = truth.point(angle, truth.radius + 0.5 * random.gaussian())
        return RingPoint(x: p.x, y: p.y, sigma: 0.5, ring: 0)
      }
      let fit = try #require(
        CircleFit(
          points: points, rays: [], rings: 1, start: Circle(x: 305, y: 740, radius: 715), startRadii: [715]))
      y.append(fit.y - truth.y)
      ratios.append((fit.y - truth.y) / fit.sigmaY)
      radii.append((fit.radii[0] - truth.radius) / fit.sigmaRadii[0])
      ratios.append((fit.x - truth.x) / fit.sigmaX)
    }
    let scatter = (y.reduce(0) { $0 + $1 * $1 } / Double(y.count)).squareRoot()
    #expect(arc.scatter.contains(scatter), "\(arc): \(scatter)")
    expectHonest(ratios, "centre, \(arc)", one: 0.6...0.76, two: 0.92)
    expectHonest(radii, "radius, \(arc)", one: 0.58...0.8, two: 0.9)
  }

  /// One point in ten far off hardly moves the fit.
  @Test func outliers() throws {
    var random = RandomSource(seed: 32)
    let truth = Circle(x: 311.7, y: 720.2, radius: 700)
    let points = (0..<400).map { k -> RingPoint in
      let angle = (Double(k) / 399 - 0.5) * 2
      let off = k % 10 == 3 ? 15 : 0.1 * random.gaussian()
      let p = truth.point(angle, truth.radius + off)
      return RingPoint(x: p.x, y: p.y, sigma: 0.1, ring: 0)
    }
    let fit = try #require(CircleFit(points: points, rays: [], rings: 1, start: truth, startRadii: [700]))
    expectClose(fit.y, truth.y, within: .pixels(0.15))
    expectClose(fit.radii[0], 700, within: .pixels(0.15))
  }

  /// Rays through the centre alone tell the centre, rings share it, and a ring without points has no radius.
  @Test func raysAndRings() throws {
    var random = RandomSource(seed: 33)
    let truth = Circle(x: 50.25, y: 900.5, radius: 800)
    var points: [RingPoint] = []
    var rays: [RayObservation] = []
    for k in 0..<60 {
      let angle = (Double(k) / 59 - 0.5) * 1.2
      for (ring, radius) in [(0, 800.0), (2, 760)] {
        let p = truth.point(angle, radius + 0.02 * random.gaussian())
        points.append(RingPoint(x: p.x, y: p.y, sigma: 0.02, ring: ring))
      }
      let p = truth.point(angle, 780)
      rays.append(RayObservation(x: p.x, y: p.y, direction: angle + 1e-3 * random.gaussian(), sigma: 1e-3))
    }
    let fit = try #require(
      CircleFit(
        points: points, rays: rays, rings: 3, start: Circle(x: 47, y: 905, radius: 0), startRadii: [803, 700, 764]))
    expectClose(fit.x, truth.x, within: .pixels(0.05))
    expectClose(fit.y, truth.y, within: .pixels(0.05))
    expectClose(fit.radii[0] - fit.radii[2], 40, within: .pixels(0.02))
    #expect(fit.radii[1].isNaN)
  }

  @Test func tooFewPoints() {
    let points = (0..<3).map { RingPoint(x: Double($0), y: Double($0 * $0), sigma: 1, ring: 0) }
    #expect(
      CircleFit(points: points, rays: [], rings: 1, start: Circle(x: 0, y: 9, radius: 9), startRadii: [9]) == nil)
  }
}
