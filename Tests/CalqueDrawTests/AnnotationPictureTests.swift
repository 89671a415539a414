import CalqueCore
import CalqueDraw
import CalqueScene
import CalqueSpec
import CalqueTestSupport
import CalqueType
import Foundation
import Testing

private let sharedCases = ProcessInfo.processInfo.environment["CALQUE_SHARED"].map { $0 + "/cases/dial" }

@Suite struct AnnotationPictureTests {
  private func gray(_ width: Int, _ height: Int) -> Bitmap {
    var rgba = [UInt8](repeating: 128, count: width * height * 4)
    for i in stride(from: 3, to: rgba.count, by: 4) { rgba[i] = 255 }
    return Bitmap(width: width, height: height, rgba: rgba)
  }

  private func dial(center: Point<Pixels>, radius: Double) -> DialSpec {
    let ticks = (0..<9).map { i in
      DialTick(
        angle: Angle(degrees: -32 + 8 * Double(i)), sigmaAngle: Angle(degrees: 0.01), weight: .minor,
        outer: Estimate(radius, sigma: 0.05), inner: Estimate(radius - 24, sigma: 0.05),
        width: Estimate(3, sigma: 0.05), strength: 1, sigmaStrength: 0.01)
    }
    return DialSpec(
      frame: Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 0.3 * radius), edgeSigma: 0.1,
      confidence: 1, center: PointEstimate(center, sigmaX: 0.05, sigmaY: 0.1), radius: Estimate(radius, sigma: 0.05),
      ticks: ticks)
  }

  /// How blue minus red falls off across the circle: its middle is where the line was drawn.
  @Test(arguments: [420.0, 706.14, 1250.5], [1.0, 2, 3]) func theCircleLiesOnItsRadius(radius: Double, scale: Double)
    throws
  {
    let center = Point<Pixels>(x: 400.3, y: radius + 90.6)
    let base = gray(800, 1200)
    let picture = try annotate(
      base, with: Inventory(elements: [.dial(dial(center: center, radius: radius))]), scale: PixelScale(scale))
    var sampled = 0
    for degrees in stride(from: -29.0, through: 29, by: 2) {
      let angle = Angle(degrees: degrees)
      // Between ticks only: they stand every 8° from −32°.
      let nearest = ((degrees + 32) / 8).rounded() * 8 - 32
      if (degrees - nearest).magnitude < 1.5 { continue }
      var weight = 0.0
      var moment = 0.0
      for step in -40...40 {
        let r = radius + Double(step) * 0.1
        let p = center.moved(r, towards: angle)
        guard p.x > 2, p.x < 798 else { continue }
        let c = sample(picture, p)
        weight += max(0, c.z - c.x)
        moment += max(0, c.z - c.x) * r
      }
      guard weight > 1 else { continue }
      expectClose(moment / weight, radius, within: .pixels(0.1), "at \(degrees)°")
      sampled += 1
    }
    #expect(sampled >= 8)
  }

  private func sample(_ b: Bitmap, _ p: Point<Pixels>) -> SIMD4<Double> {
    let x = p.x - 0.5
    let y = p.y - 0.5
    let i = Int(x.rounded(.down))
    let j = Int(y.rounded(.down))
    let u = x - Double(i)
    let v = y - Double(j)
    func at(_ dx: Int, _ dy: Int) -> SIMD4<Double> { SIMD4<Double>(b[i + dx, j + dy]) }
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v
  }

  @Test func ticksStayUncovered() throws {
    let center = Point<Pixels>(x: 400, y: 700)
    let spec = dial(center: center, radius: 600)
    let picture = try annotate(gray(800, 800), with: Inventory(elements: [.dial(spec)]), scale: PixelScale(2))
    for tick in spec.ticks {
      for share in [0.1, 0.5, 0.9] {
        let r = tick.inner.value + share * (tick.outer.value - tick.inner.value)
        for side in [-1.0, 1] {
          let p = center.moved(r, towards: tick.angle)
          let q = p.moved(side, towards: tick.angle + Angle(degrees: 90))
          let c = picture[Int(q.x), Int(q.y)]
          #expect((c.x - c.z).magnitude < 0.35, "a tick's side is covered at \(tick.angle.degrees)°")
        }
      }
    }
  }

  @Test(.enabled(if: sharedCases != nil, "CALQUE_SHARED is not set")) func wordsDoNotOverlapOnTheCases() throws {
    let fonts = FontLibrary()
    let cases = try DialCase.all(in: try #require(sharedCases))
    #expect(cases.count >= 16)
    for (name, dial) in cases {
      let spec = dial.spec
      let scene = annotation(
        of: spec, pictureSize: dial.pictureSize, scale: dial.pixelScale, measurer: fonts.measurer)
      var boxes: [(String, Rect<Pixels>)] = []
      for operation in scene.operations {
        guard case .text(let run) = operation else { continue }
        let extent = fonts.measurer.measure(run.string, run.style)
        let o = run.origin(extent)
        boxes.append(
          (run.string, Rect(x: o.x, y: o.y - extent.capHeight, width: extent.advance, height: extent.capHeight)))
      }
      // Every major with a value has its label, unless the picture is crowded: then at most one in three is left out.
      let majors = spec.ticks.filter { $0.weight == .major }.count
      #expect(boxes.filter { $0.0.hasSuffix("×") }.count * 3 >= majors * 2, "\(name)")
      for (i, a) in boxes.enumerated() {
        for b in boxes[(i + 1)...] { #expect(a.1.intersection(b.1).isEmpty, "\(name): \(a.0) lies on \(b.0)") }
        for tick in spec.ticks {
          for r in [tick.inner.value, (tick.inner.value + tick.outer.value) / 2, tick.outer.value] {
            #expect(!a.1.contains(spec.center.point.moved(r, towards: tick.angle)), "\(name): \(a.0) covers a tick")
          }
        }
      }
    }
  }
}
