import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Drawn lines: their centre lines to a fraction of a sample, and the bars linked from them.
@Suite struct RidgeDetectorTests {
  private func points(_ canvas: Canvas, _ polarity: Polarity) -> [RidgePoint] {
    let plane = InkPlanes(canvas.bitmap(), factor: 1)
    let smoothed = (polarity == .bright ? plane.darkest : plane.brightest).blurred(sigma: 1.1)
    return RidgeDetector(sigma: 1.1, threshold: 1, limit: 24000).points(smoothed: smoothed, polarity: polarity)
  }

  static let directions = [0.0, 8, 30, 45, 61, 90, 117, 170]

  @Test(arguments: directions, [1.5, 2, 3])
  func centerLines(degrees: Double, width: Double) {
    let angle = Angle(degrees: degrees)
    for phase in [0.0, 0.31, 0.5, 0.84] {
      for polarity in [Polarity.bright, .dark] {
        let middle = Point<Pixels>(x: 60.2 + phase, y: 60.9 - phase)
        var canvas = Canvas(width: 120, height: 120, color: SIMD3(repeating: polarity == .bright ? 20 : 235))
        canvas.bar(
          from: middle.moved(-30, towards: angle), to: middle.moved(30, towards: angle), width: width,
          SIMD3(repeating: polarity == .bright ? 240 : 10))
        let found = points(canvas, polarity)
        var all: [Double] = []
        let comment = "\(degrees)°, width \(width), phase \(phase), \(polarity)"
        for p in found {
          let dx = Double(p.x) - middle.x
          let dy = Double(p.y) - middle.y
          let along = dx * sin(angle.radians) - dy * cos(angle.radians)
          let across = dx * cos(angle.radians) + dy * sin(angle.radians)
          guard along.magnitude < 26, across.magnitude < 1 else { continue }
          all.append(across)
          // The step from the sample is Newton's: exact for a parabola, so off by little near the sample only.
          let step = [p.x, p.y].map { Double($0) - Double($0).rounded(.down) - 0.5 }
          if hypot(step[0], step[1]) < 0.25 { expectClose(across, 0, within: .pixels(0.05), comment) }
          expectClose(across, 0, within: .pixels(0.25), comment)
          let normal = Double(p.nx) * sin(angle.radians) - Double(p.ny) * cos(angle.radians)
          expectClose(normal, 0, within: .absolute(0.06), "normal, \(comment)")
        }
        // A diagonal has a sample every √½ px only.
        #expect(Double(all.count) >= 0.68 * 52, "\(comment): \(all.count) points on 52 px of line")
        expectClose(all.reduce(0, +) / Double(max(1, all.count)), 0, within: .pixels(0.12), "mean, \(comment)")
      }
    }
  }

  @Test func nothingOnEdgesAndGradients() {
    var canvas = Canvas(width: 100, height: 60)
    for y in 0..<60 {
      for x in 0..<100 { canvas.colors[y * 100 + x] = SIMD4(Float(x) * 2, Float(x) * 2, Float(x) * 2, 255) }
    }
    #expect(points(canvas, .bright).isEmpty && points(canvas, .dark).isEmpty)
  }

  @Test func theStrongestAreKept() {
    var canvas = Canvas(width: 120, height: 120)
    for (k, level) in [Float(60), 120, 240].enumerated() {
      let y = 20 + 40 * Double(k)
      canvas.bar(from: Point(x: 10, y: y), to: Point(x: 110, y: y), width: 2, SIMD3(repeating: level))
    }
    let smoothed = InkPlanes(canvas.bitmap(), factor: 1).darkest.blurred(sigma: 1.1)
    let kept = RidgeDetector(sigma: 1.1, threshold: 1, limit: 120).points(smoothed: smoothed, polarity: .bright)
    #expect(kept.count >= 95 && kept.count <= 220)
    #expect(kept.allSatisfy { ($0.y - 100).magnitude < 3 })
  }

  @Test(arguments: directions)
  func linkedBars(degrees: Double) throws {
    let angle = Angle(degrees: degrees)
    let middle = Point<Pixels>(x: 60.4, y: 60.7)
    var canvas = Canvas(width: 120, height: 120, color: SIMD3(repeating: 20))
    canvas.bar(
      from: middle.moved(-12, towards: angle), to: middle.moved(12, towards: angle), width: 2.5,
      SIMD3(repeating: 240))
    let segments = SegmentLinker(lengths: 4...70, straightness: 0.45)
      .segments(points(canvas, .bright), width: 120, height: 120, factor: 2, polarity: .bright)
    let longest = try #require(segments.max { $0.length < $1.length })
    let comment = "\(degrees)°: \(longest)"
    expectClose(longest.x / 2, middle.x, within: .pixels(0.6), comment)
    expectClose(longest.y / 2, middle.y, within: .pixels(0.6), comment)
    expectClose(longest.length / 2, 24, within: .pixels(2.5), comment)
    let cross = longest.ux * -cos(angle.radians) - longest.uy * sin(angle.radians)
    expectClose(cross, 0, within: .absolute(0.02), comment)
  }

  @Test func neighboursStandAsTicksDo() {
    func bar(_ x: Double, _ y: Double, _ degrees: Double, length: Double = 20) -> Segment {
      let a = Angle(degrees: degrees).radians
      return Segment(
        x: x, y: y, ux: sin(a), uy: -cos(a), length: length, strength: 50, polarity: .bright, sigmaDirection: 0.01)
    }
    var segments = [bar(100, 100, 0), bar(112, 100, 1), bar(124, 101, 2), bar(300, 300, 0), bar(130, 100, 90)]
    segments.append(bar(88, 100, 0))
    segments[5].polarity = .dark
    countNeighbours(&segments)
    #expect(segments.map(\.neighbours) == [2, 2, 2, 0, 0, 0])
  }
}
