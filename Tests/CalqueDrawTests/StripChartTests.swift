import CalqueCore
import CalqueDraw
import CalqueScene
import CalqueSpec
import CalqueTestSupport
import Testing

@Suite struct StripChartTests {
  private let radius = 500.0

  private var dial: DialSpec {
    let ticks = (-10...10).map { i in
      DialTick(
        angle: Angle(degrees: 3 * Double(i)), sigmaAngle: Angle(degrees: 0.01), weight: i % 5 == 0 ? .major : .minor,
        zoom: exp2(Double(i) / 5), outer: Estimate(radius, sigma: 0.05), inner: Estimate(radius - 20, sigma: 0.05),
        width: Estimate(3, sigma: 0.05), strength: 1, sigmaStrength: 0.01)
    }
    var dial = DialSpec(
      frame: Rect(x: 0, y: 0, width: 600, height: 100), edgeSigma: 0.1, confidence: 1,
      center: PointEstimate(Point(x: 300, y: 520), sigmaX: 0.1, sigmaY: 0.1), radius: Estimate(radius, sigma: 0.05),
      ticks: ticks)
    dial.leading = DialEnd(
      kind: .clip, at: AngleEstimate(Angle(degrees: -30), sigma: Angle(degrees: 0.1)))
    dial.notch = DialNotch(
      shape: .exponential, angle: AngleEstimate(Angle(radians: 0), sigma: Angle(degrees: 0.1)),
      depth: Estimate(24, sigma: 0.3), decay: Estimate(20, sigma: 0.5))
    return dial
  }

  private func ring(_ space: ColorSpace = .sRGB) -> UnrolledRing {
    var rgba = [UInt8](repeating: 90, count: 580 * 120 * 4)
    for i in stride(from: 3, to: rgba.count, by: 4) { rgba[i] = 255 }
    let half = Angle(radians: 290 / radius)
    return UnrolledRing(
      bitmap: Bitmap(width: 580, height: 120, rgba: rgba, colorSpace: space), from: Angle(radians: -half.radians),
      to: half, inner: radius - 100, outer: radius + 20)
  }

  /// Where the strip stands in its chart: the chart is otherwise dark.
  private func corner(of chart: Bitmap) throws -> (x: Int, y: Int) {
    for y in 0..<chart.height {
      for x in 0..<(chart.width - 5) where (0..<5).allSatisfy({ chart[x + $0, y].x == 90.0 / 255 }) { return (x, y) }
    }
    throw StripIsMissing()
  }

  private struct StripIsMissing: Error {}

  @Test(arguments: [-25.5, -10.5, -1.5, 1.5, 4.5, 25.5]) func theLineFollowsTheNotch(degrees: Double) throws {
    let chart = try annotate(ring(), with: dial, scale: PixelScale(2))
    let origin = try corner(of: chart)
    let s = Angle(degrees: degrees).radians * radius
    let depth = 24 * exp(-s.magnitude / 20)
    let column = origin.x + Int(s + 290)
    var weight = 0.0
    var moment = 0.0
    for y in origin.y..<(origin.y + 120) {
      let c = chart[column, y]
      let cyan = Double(max(0, c.z - c.x))
      weight += cyan
      moment += cyan * (Double(y - origin.y) + 0.5)
    }
    #expect(weight > 0.5)
    expectClose(moment / max(weight, 1e-9), 20 + depth, within: .pixels(0.8), "at \(degrees)°")
  }

  @Test(arguments: [ColorSpace.sRGB, .displayP3]) func theStripKeepsItsNumbers(space: ColorSpace) throws {
    let chart = try annotate(ring(space), with: dial, scale: PixelScale(2))
    #expect(chart.colorSpace == space)
    let origin = try corner(of: chart)
    for y in [60, 90, 119] {
      for x in stride(from: 0, to: 580, by: 7) { #expect(chart[origin.x + x, origin.y + y].x == 90.0 / 255) }
    }
  }

  @Test(arguments: [1.0, 2, 3]) func wordsDoNotOverlap(scale: Double) {
    let scene = stripChart(of: dial, ring(), scale: PixelScale(scale))
    var boxes: [Rect<Pixels>] = []
    for operation in scene.operations {
      guard case .text(let run) = operation else { continue }
      let extent = TextMeasurer.estimated.measure(run.string, run.style)
      let o = run.origin(extent)
      boxes.append(Rect(x: o.x, y: o.y - extent.capHeight, width: extent.advance, height: extent.capHeight))
    }
    #expect(boxes.count > 6)
    for (i, a) in boxes.enumerated() {
      #expect(a.x >= 0 && a.maxX <= scene.size.width && a.y >= 0 && a.maxY <= scene.size.height)
      for b in boxes[(i + 1)...] { #expect(a.intersection(b).isEmpty) }
    }
  }
}
