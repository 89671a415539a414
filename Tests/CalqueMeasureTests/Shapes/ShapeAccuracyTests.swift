import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Filled shapes against the outlines that they were drawn from.
@Suite struct ShapeAccuracyTests {
  static let kinds: [ShapeSpec.Kind] = [.rect, .roundedRect, .capsule, .circle]

  /// A shape of one kind at an uneven place, and its colours.
  private func drawn(_ kind: ShapeSpec.Kind, _ random: inout RandomSource, contrast: Float) -> (DrawnShape, Canvas) {
    let x = Double.random(in: 20..<40, using: &random)
    let y = Double.random(in: 20..<40, using: &random)
    let width = Double.random(in: 60..<180, using: &random)
    let height = Double.random(in: 30..<55, using: &random)
    let shape: DrawnShape
    switch kind {
    case .rect: shape = DrawnShape(Rect(x: x, y: y, width: width, height: height))
    case .roundedRect:
      let radius = Double.random(in: 5..<12, using: &random)
      shape = DrawnShape(Rect(x: x, y: y, width: width, height: height), radius: radius)
    case .capsule: shape = DrawnShape(Rect(x: x, y: y, width: width, height: height), radius: height / 2)
    case .circle: shape = DrawnShape(circle: x + height / 2, y + height / 2, radius: height / 2)
    }
    let level = Float.random(in: 0..<(255 - contrast), using: &random).rounded()
    let isBright = random.next() % 2 == 0
    let (ground, fill) = isBright ? (level, level + contrast) : (level + contrast, level)
    var canvas = Canvas(width: 260, height: 130, color: SIMD3(repeating: ground))
    canvas.draw(shape, SIMD3(repeating: fill))
    return (shape, canvas)
  }

  @Test(arguments: kinds, [8, 60, 200] as [Float])
  func `frame, kind and radius are those drawn`(kind: ShapeSpec.Kind, contrast: Float) throws {
    var random = RandomSource(seed: UInt64(contrast))
    let tolerance = contrast < 20 ? 0.25 : 0.08
    for _ in 0..<8 {
      let (truth, canvas) = drawn(kind, &random, contrast: contrast)
      let found = canvas.shapes()
      #expect(found.count == 1)
      let shape = try #require(found.first)
      #expect(shape.kind == kind)
      for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(tolerance), "\(truth)") }
      expectClose(shape.midlineWidth.value, truth.frame.width, within: .pixels(2 * tolerance))
      expectClose(shape.midlineHeight.value, truth.frame.height, within: .pixels(2 * tolerance))
      if kind == .rect {
        #expect(shape.cornerRadius == nil)
      } else {
        expectClose(try #require(shape.cornerRadius).value, truth.radius, within: .pixels(contrast < 20 ? 0.6 : 0.3))
      }
      #expect(shape.surface.kind == .flat)
      #expect(shape.stroke == nil)
    }
  }

  @Test func `σ is as large as errors are`() {
    var random = RandomSource(seed: 7)
    var ratios: [Double] = []
    var radiusRatios: [Double] = []
    for i in 0..<80 {
      let (truth, canvas) = drawn(Self.kinds[i % 4], &random, contrast: [12, 40, 150, 220][i / 4 % 4])
      for shape in canvas.shapes() {
        ratios += shape.edgeErrors(truth.frame).map { $0.error.magnitude / $0.sigma }
        if let radius = shape.cornerRadius {
          radiusRatios.append((radius.value - truth.radius).magnitude / radius.sigma)
        }
      }
    }
    #expect(ratios.count > 300)
    #expect(Double(ratios.filter { $0 < 1 }.count) > 0.6 * Double(ratios.count))
    #expect(Double(ratios.filter { $0 < 2 }.count) > 0.9 * Double(ratios.count))
    // A σ that is far too large would say nothing.
    #expect(Double(ratios.filter { $0 < 0.1 }.count) < 0.5 * Double(ratios.count))
    #expect(Double(radiusRatios.filter { $0 < 2 }.count) > 0.92 * Double(radiusRatios.count))
  }

  @Test(arguments: [0.0, 90, 45]) func `a gradient is one shape`(degrees: Double) throws {
    let truth = DrawnShape(Rect(x: 30.5, y: 25.25, width: 160, height: 90), radius: 12)
    var canvas = Canvas(width: 230, height: 150, color: SIMD3(repeating: 250))
    var coloured = canvas
    let (dx, dy) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    for y in 0..<150 {
      for x in 0..<230 {
        let along = Float(Double(x) * dx + Double(y) * dy)
        coloured.colors[y * 230 + x] = SIMD4(40 + 0.5 * along, 90, 200 - 0.4 * along, 255)
      }
    }
    var mask = Canvas(width: 230, height: 150)
    mask.draw(truth, SIMD3(repeating: 255))
    for i in canvas.colors.indices {
      canvas.colors[i] += (coloured.colors[i] - canvas.colors[i]) * (mask.colors[i].x / 255)
    }
    let found = canvas.shapes()
    #expect(found.count == 1)
    let shape = try #require(found.first)
    #expect(shape.kind == .roundedRect)
    #expect(shape.surface.kind == .gradient)
    for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.15)) }
  }

  @Test(arguments: 1...3) func `a divider is a thin rectangle`(thickness: Int) throws {
    for isVertical in [false, true] {
      var canvas = Canvas(width: 200, height: 200, color: SIMD3(repeating: 248))
      let line =
        isVertical
        ? Rect<Pixels>(x: 90, y: 16, width: Double(thickness), height: 160)
        : Rect<Pixels>(x: 16, y: 90, width: 160, height: Double(thickness))
      canvas.rect(line, SIMD3(200, 200, 204))
      let shape = try #require(canvas.shapes().first)
      #expect(shape.kind == .rect)
      for (error, _) in shape.edgeErrors(line) { expectClose(error, 0, within: .pixels(0.05)) }
    }
  }

  @Test func `an edge on the picture's border is exact`() throws {
    var canvas = Canvas(width: 200, height: 160, color: SIMD3(repeating: 240))
    canvas.draw(DrawnShape(Rect(x: -30, y: 100.5, width: 130.25, height: 90), radius: 20), SIMD3(30, 90, 200))
    let shape = try #require(canvas.shapes().first)
    #expect(shape.frame.x == 0)
    #expect(shape.frame.maxY == 160)
    expectClose(shape.frame.y, 100.5, within: .pixels(0.05))
    expectClose(shape.frame.maxX, 100.25, within: .pixels(0.05))
    #expect(shape.kind == .roundedRect)
  }

  @Test func `a button that fills the picture is found`() throws {
    var canvas = Canvas(width: 180, height: 100, color: SIMD3(repeating: 255))
    canvas.draw(DrawnShape(Rect(x: 0, y: 0, width: 180, height: 100), radius: 24), SIMD3(236, 90, 19))
    let shape = try #require(canvas.shapes(scale: 3).first)
    #expect(shape.frame == Rect(x: 0, y: 0, width: 180, height: 100))
    expectClose(try #require(shape.cornerRadius).value, 24, within: .pixels(0.3))
  }

  @Test func `ink on a plate does not disturb it`() throws {
    let truth = DrawnShape(Rect(x: 20.25, y: 20.5, width: 160, height: 66), radius: 24)
    var canvas = Canvas(width: 200, height: 110, color: SIMD3(repeating: 255))
    canvas.draw(truth, SIMD3(236, 90, 19))
    // Of the ground's colour, on both midlines.
    for x in [70.0, 82, 97, 118, 131] {
      canvas.rect(Rect(x: x, y: 44.3, width: 5, height: 18), SIMD3(repeating: 255))
      canvas.disc(x: x + 1, y: 60, radius: 5, SIMD3(repeating: 255))
    }
    let shape = try #require(canvas.shapes().first { $0.frame.width > 100 })
    for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.05)) }
    #expect(shape.surface.color == SIMD3(236, 90, 19))
    #expect(shape.stroke == nil)
  }

  @Test(arguments: [0.0, 3, 6]) func `a shadow leaves the edges where they are`(offset: Double) throws {
    for (ground, fill) in [
      (Float(245), SIMD3<Float>(104, 124, 48)), (30, SIMD3(176, 22, 120)), (245, SIMD3(255, 255, 255)),
    ] {
      let truth = DrawnShape(Rect(x: 60, y: 60, width: 200, height: 90), radius: 16)
      var canvas = Canvas(width: 320, height: 220, color: SIMD3(repeating: ground))
      for y in 0..<220 {
        for x in 0..<320 {
          // A blurred box falls off like the error function; this is close to it over 3 deviations of 8 px.
          let d = truth.distance(Double(x) + 0.5, Double(y) + 0.5 - offset) / 8
          let strength = 0.35 / (1 + exp(1.7 * d))
          canvas.colors[y * 320 + x] *= SIMD4(SIMD3(repeating: Float(1 - strength)), 1)
        }
      }
      canvas.draw(truth, fill)
      let shape = try #require(canvas.shapes().first)
      #expect(shape.kind == .roundedRect)
      for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.1), "\(fill)") }
    }
  }

  @Test func `cards keep their edges in each other's shadow`() throws {
    var canvas = Canvas(width: 420, height: 200, color: SIMD3(19, 9, 31))
    let cards = [60.0, 220].map { DrawnShape(Rect(x: $0, y: 50, width: 140, height: 90), radius: 12) }
    for card in cards {
      for y in 0..<200 {
        for x in 0..<420 {
          let d = card.distance(Double(x) + 0.5, Double(y) + 0.5) / 7
          canvas.colors[y * 420 + x] *= SIMD4(SIMD3(repeating: Float(1 - 0.35 / (1 + exp(1.7 * d)))), 1)
        }
      }
      canvas.draw(card, SIMD3(176, 22, 120))
    }
    let found = canvas.shapes()
    for card in cards {
      let shape = try #require(found.first { ($0.frame.x - card.frame.x).magnitude < 2 })
      for (error, _) in shape.edgeErrors(card.frame) { expectClose(error, 0, within: .pixels(0.3)) }
    }
  }

  @Test func `other outlines are no shapes`() {
    let ink = SIMD3<Float>(30, 60, 160)
    let triangle = [Point<Pixels>(x: 60, y: 20), Point(x: 105, y: 100), Point(x: 15, y: 100)]
    var canvas = Canvas(width: 120, height: 120, color: SIMD3(repeating: 250))
    canvas.polygon(triangle, ink)
    #expect(canvas.shapes().isEmpty)

    canvas = Canvas(width: 120, height: 120, color: SIMD3(repeating: 250))
    canvas.disc(x: 45, y: 45, radius: 20, ink)
    canvas.disc(x: 75, y: 45, radius: 20, ink)
    canvas.polygon([Point(x: 26, y: 52), Point(x: 94, y: 52), Point(x: 60, y: 100)], ink)
    #expect(canvas.shapes().isEmpty)

    // An m: its columns show what its rows do not.
    canvas = Canvas(width: 120, height: 120, color: SIMD3(repeating: 250))
    for x in [30.0, 54, 78] { canvas.rect(Rect(x: x, y: 40, width: 10, height: 44), ink) }
    canvas.rect(Rect(x: 30, y: 40, width: 58, height: 10), ink)
    #expect(canvas.shapes().isEmpty)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `a photograph holds no shapes`(seed: UInt64) {
    let canvas = Canvas.photo(width: 400, height: 300, mean: 120, deviation: 40, grain: 2, seed: seed)
    #expect(canvas.shapes().isEmpty)
  }
}
