import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct DotTests {
  @Test(arguments: [4.0, 6, 9.3, 14])
  func foundToAFractionOfAPixel(diameter: Double) throws {
    for phase in [0.0, 0.2, 0.5, 0.9] {
      var canvas = Canvas(width: 60, height: 50, color: SIMD3(repeating: 250))
      canvas.disc(x: 30 + phase, y: 25.4 - phase, radius: diameter / 2, SIMD3(repeating: 10))
      let plane = InkPlanes(canvas.bitmap(), factor: 1).darkest
      let dots = DotFinder(diameters: 2.5...40).dots(plane, factor: 1)
      let comment = "diameter \(diameter), phase \(phase)"
      let dot = try #require(dots.count == 1 ? dots[0] : nil, "\(comment): \(dots)")
      expectClose(dot.x, 30 + phase, within: .pixels(0.03), comment)
      expectClose(dot.y, 25.4 - phase, within: .pixels(0.03), comment)
      expectClose(dot.diameter, diameter, within: .pixels(0.15), comment)
    }
  }

  @Test func barsBlocksAndBordersAreNoDots() {
    var canvas = Canvas(width: 100, height: 60, color: SIMD3(repeating: 250))
    canvas.rect(Rect(x: 10, y: 10, width: 20, height: 4), SIMD3(repeating: 0))
    canvas.rect(Rect(x: 40, y: 10, width: 14, height: 9), SIMD3(repeating: 0))
    canvas.disc(x: 99, y: 30, radius: 6, SIMD3(repeating: 0))
    canvas.disc(x: 50, y: 0, radius: 6, SIMD3(repeating: 0))
    #expect(
      DotFinder(diameters: 2.5...40).dots(InkPlanes(canvas.bitmap(), factor: 1).darkest, factor: 1).isEmpty)
  }

  /// A disc that a hand of a clock touches is found by the rest of its edge.
  @Test(arguments: [0.0, 33, 90, 160])
  func probedBesideAHand(degrees: Double) throws {
    let center = Point<Pixels>(x: 40.3, y: 40.8)
    var canvas = Canvas(width: 80, height: 80, color: SIMD3(repeating: 250))
    canvas.disc(x: center.x, y: center.y, radius: 7, SIMD3(repeating: 10))
    let angle = Angle(degrees: degrees)
    canvas.bar(from: center, to: center.moved(40, towards: angle), width: 4, SIMD3(repeating: 10))
    let dot = try #require(
      canvas.bitmap().withReader { DotProbe(diameter: 14).find($0, x: center.x + 1, y: center.y - 1) })
    expectClose(dot.x, center.x, within: .pixels(0.12), "\(degrees)°")
    expectClose(dot.y, center.y, within: .pixels(0.12), "\(degrees)°")
  }

  @Test func nothingToProbe() {
    let canvas = Canvas(width: 80, height: 80, color: SIMD3(repeating: 250))
    #expect(canvas.bitmap().withReader { DotProbe(diameter: 14).find($0, x: 40, y: 40) } == nil)
    #expect(canvas.bitmap().withReader { DotProbe(diameter: 14).find($0, x: 3, y: 40) } == nil)
  }

  private func dots(_ angles: [Double], circle: Circle, _ random: inout RandomSource) -> [Dot] {
    angles.map { degrees in
      let p = circle.point(degrees * Double.pi / 180, circle.radius + 0.03 * random.gaussian())
      return Dot(x: p.x, y: p.y, diameter: 8, contrast: 200)
    }
  }

  @Test func aRingAmongOtherDots() throws {
    var random = RandomSource(seed: 41)
    let circle = Circle(x: 203.3, y: 188.1, radius: 140)
    var all = dots((0..<24).filter { $0 != 5 && $0 != 6 }.map { Double($0) * 15 }, circle: circle, &random)
    for _ in 0..<12 {
      all.append(
        Dot(
          x: .random(in: 0...400, using: &random), y: .random(in: 0...400, using: &random), diameter: 8,
          contrast: 200))
    }
    let ring = try #require(DotRing.find(all))
    expectClose(ring.fit.x, circle.x, within: .pixels(0.05))
    expectClose(ring.fit.y, circle.y, within: .pixels(0.05))
    expectClose(ring.fit.radii[0], 140, within: .pixels(0.05))
    #expect(ring.dots.count == 22)
  }

  @Test func unequalStepsAreNoRing() {
    var random = RandomSource(seed: 42)
    let angles = (0..<20).map { _ in Double.random(in: 0..<360, using: &random) }
    #expect(DotRing.find(dots(angles, circle: Circle(x: 200, y: 200, radius: 150), &random)) == nil)
  }

  /// Page indicators: a line, up to the rounding of its dots' places.
  @Test func aLineOfDotsIsNoRing() {
    var random = RandomSource(seed: 43)
    let line = (0..<20).map {
      Dot(x: 30 + 22 * Double($0), y: 200 + 0.05 * random.gaussian(), diameter: 8, contrast: 200)
    }
    #expect(DotRing.find(line) == nil)
  }

  @Test func aGridOfDotsIsNoRing() {
    let grid = (0..<100).map {
      Dot(x: Double($0 % 10) * 30 + 20, y: Double($0 / 10) * 30 + 20, diameter: 8, contrast: 200)
    }
    #expect(DotRing.find(grid) == nil)
  }
}
