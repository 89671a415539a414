import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Rulers drawn by area.
@Suite struct RulerTests {
  struct Drawn: Sendable, CustomTestStringConvertible {
    var name: String
    var scale = 3.0
    var axis = Axis.horizontal
    /// px.
    var start = 31.3
    var step = 24.0
    var count = 31
    /// Major, medium and minor: width and length, pt.
    var kinds: [(width: Double, length: Double)] = [(3, 27), (2, 19), (1, 11)]
    var ink = SIMD3<Float>(20, 20, 24)
    var ground = SIMD3<Float>(250, 250, 252)
    var isCentred = false
    /// Steps over which the ends fade to nothing.
    var fade = 0.0
    /// A cursor at this place, steps.
    var cursor: Double?
    var photo: Float = 0
    var testDescription: String { name }

    func kind(_ index: Int) -> Int { index % 10 == 0 ? 0 : index % 5 == 0 ? 1 : 2 }
    func strength(_ index: Int) -> Double {
      guard fade > 0 else { return 1 }
      return min(1, (Double(min(index, count - 1 - index)) + 0.5) / fade)
    }

    func picture() -> Bitmap {
      let long = Int(start * 2 + step * Double(count - 1))
      let wide = Int(70 * scale)
      let (width, height) = axis == .horizontal ? (long, wide) : (wide, long)
      var canvas =
        photo > 0
        ? Canvas.photo(width: width, height: height, mean: 90, deviation: photo, grain: 1, seed: 5)
        : Canvas(width: width, height: height, color: ground)
      func fill(_ along: ClosedRange<Double>, _ across: ClosedRange<Double>, _ color: SIMD3<Float>, _ alpha: Float) {
        let (x, y) = axis == .horizontal ? (along, across) : (across, along)
        canvas.rect(
          Rect(minX: x.lowerBound, minY: y.lowerBound, maxX: x.upperBound, maxY: y.upperBound), color, alpha: alpha)
      }
      let top = 15.4 * scale
      for index in 0..<count {
        let (tickWidth, length) = kinds[kind(index)]
        let p = start + Double(index) * step
        let from = isCentred ? top + (kinds[0].length - length) * scale / 2 : top
        fill(
          (p - tickWidth * scale / 2)...(p + tickWidth * scale / 2), from...(from + length * scale), ink,
          Float(strength(index)))
      }
      if let cursor {
        let p = start + cursor * step
        fill((p - scale)...(p + scale), (top - 2 * scale)...(top + 32 * scale), SIMD3(240, 80, 55), 1)
      }
      return canvas.bitmap()
    }
  }

  static let drawn: [Drawn] = [
    Drawn(name: "sliding ruler"),
    Drawn(
      name: "centred, 2x, bright on dark", scale: 2, ink: SIMD3(235, 235, 240), ground: SIMD3(0, 0, 0), isCentred: true),
    Drawn(name: "vertical, fractional steps", axis: .vertical, step: 21.37, count: 41),
    Drawn(name: "vertical, 2x, fading", scale: 2, axis: .vertical, step: 17.6, count: 45, fade: 8),
    Drawn(name: "1x", scale: 1, step: 8.25, count: 51),
    Drawn(name: "fading", step: 30.4, fade: 10),
    Drawn(name: "cursor between ticks", cursor: 14.4),
    Drawn(name: "cursor over a minor tick", cursor: 13),
    Drawn(name: "low contrast", ink: SIMD3(222, 222, 224), ground: SIMD3(240, 240, 242)),
    Drawn(
      name: "coloured, as bright as its ground", ink: SIMD3(200, 40, 40), ground: SIMD3(40, 110, 40)),
    Drawn(name: "narrow steps", step: 13.1, count: 61, kinds: [(1, 20), (1, 15), (1, 10)]),
    Drawn(name: "over a photograph", ink: SIMD3(255, 255, 255), photo: 18),
  ]

  private func ruler(_ drawn: Drawn) throws -> RulerSpec {
    let scale = PixelScale(drawn.scale)
    let inventory = measure(
      drawn.picture(), options: MeasureOptions(scale: scale, kinds: Set(ElementKind.allCases).subtracting([.dial])))
    let rulers = inventory.elements.compactMap { element -> RulerSpec? in
      guard case .ruler(let ruler) = element else { return nil }
      return ruler
    }
    #expect(rulers.count == 1, "\(rulers.map { ($0.frame, $0.ticks.count, $0.step.value, $0.axis) })")
    return try #require(rulers.first)
  }

  @Test(arguments: drawn) func stepAndTicks(_ drawn: Drawn) throws {
    let ruler = try ruler(drawn)
    let isRough = drawn.photo > 0
    #expect(ruler.axis == drawn.axis)
    #expect(ruler.majorEvery == 10)
    expectClose(ruler.step.value, drawn.step, within: .pixels(isRough ? 0.02 : 0.005))
    #expect((ruler.step.value - drawn.step).magnitude < 4 * ruler.step.sigma)
    #expect(ruler.step.sigma < 0.02)
    let visible = (0..<drawn.count).filter { drawn.strength($0) > 0.2 }
    // A tick under the cursor may be missing, and one right beside it.
    #expect(ruler.ticks.count >= visible.count - (drawn.cursor == nil ? 0 : 2))
    #expect(ruler.ticks.count <= drawn.count)
    for tick in ruler.ticks {
      let place = (tick.position.value - drawn.start) / drawn.step
      let index = Int(place.rounded())
      if let cursor = drawn.cursor, (place - cursor).magnitude < 0.6 { continue }
      expectClose(
        tick.position.value, drawn.start + Double(index) * drawn.step, within: .pixels(isRough ? 0.25 : 0.06),
        "tick \(index)")
      guard drawn.strength(index) > 0.3 else { continue }
      let kind = drawn.kinds[drawn.kind(index)]
      #expect(tick.weight == [.major, .medium, .minor][drawn.kind(index)], "tick \(index)")
      expectClose(
        tick.length.value, kind.length * drawn.scale, within: .pixels(isRough ? 0.6 : 0.15), "length of \(index)")
      // Of a bar narrower than two pixels contrast and width cannot be told apart.
      if kind.width * drawn.scale >= 2 {
        expectClose(tick.width.value, kind.width * drawn.scale, within: .pixels(isRough ? 0.5 : 0.25), "\(index)")
      }
      if drawn.fade > 0 { expectClose(tick.strength, drawn.strength(index), within: .absolute(0.05), "\(index)") }
    }
  }

  @Test func ticksAreNoShapes() {
    let drawn = Drawn(name: "integer places", start: 31.5, cursor: 14.4)
    let inventory = measure(
      drawn.picture(), options: MeasureOptions(kinds: Set(ElementKind.allCases).subtracting([.dial])))
    let shapes = inventory.elements.filter { if case .shape = $0 { return true } else { return false } }
    #expect(shapes.count <= 1, "the cursor alone: \(shapes.map { $0.frame })")
  }

  /// What has equal steps and is no ruler.
  static let others: [String] = ["letters", "keys", "waveform", "chart", "rows", "dots", "barcode", "arc"]

  @Test(arguments: others) func isNoRuler(_ name: String) {
    var canvas = Canvas(width: 900, height: 400, color: SIMD3(250, 250, 250))
    let ink = SIMD3<Float>(20, 20, 20)
    var random = RandomSource(seed: 11)
    func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      canvas.rect(Rect(x: x, y: y, width: width, height: height), ink)
    }
    switch name {
    case "letters": for i in 0..<12 { bar(40 + 9 * Double(i), 100, 4, 33) }
    case "keys":
      canvas = Canvas(width: 900, height: 400, color: SIMD3(200, 200, 205))
      for row in 0..<3 {
        for i in 0..<10 {
          canvas.rect(
            Rect(x: 12 + 88 * Double(i), y: 20 + 120 * Double(row), width: 76, height: 100), SIMD3(255, 255, 255))
        }
      }
    case "waveform":
      for i in 0..<60 {
        let length = 12 + 90 * Double(random.next() % 1000) / 1000
        bar(30 + 14 * Double(i), 200 - length / 2, 4, length)
      }
    case "chart": for i in 0..<12 { bar(40 + 60 * Double(i), 300 - 20 * Double(i % 4 + 1), 34, 20 * Double(i % 4 + 1)) }
    case "rows": for i in 0..<8 { bar(30, 20 + 48 * Double(i), 840, 1) }
    case "dots": for i in 0..<20 { canvas.disc(x: 50 + 30 * Double(i), y: 100, radius: 4, ink) }
    case "barcode":
      var x = 40.0
      while x < 700 {
        let width = 2 * (1 + (3 * Double(random.next() % 1000) / 1000).rounded(.down))
        bar(x, 100, width, 120)
        x += width + 2 * (1 + (3 * Double(random.next() % 1000) / 1000).rounded(.down))
      }
    default:
      for i in -30...30 {
        let angle = Double(i) * 0.025
        let (s, c) = (sin(angle), cos(angle))
        canvas.bar(
          from: Point(x: 450 + 500 * s, y: 560 - 500 * c), to: Point(x: 450 + 470 * s, y: 560 - 470 * c), width: 3, ink)
      }
    }
    let inventory = measure(
      canvas.bitmap(), options: MeasureOptions(kinds: Set(ElementKind.allCases).subtracting([.dial])))
    #expect(!inventory.elements.contains { $0.kind == .ruler })
  }
}
