import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Shapes drawn by area, so that their truth is exact.
@Suite struct ShapeTests {
  static let ground = SIMD3<Float>(24, 30, 38)
  static let fill = SIMD3<Float>(214, 120, 60)

  struct Case: Sendable, CustomStringConvertible {
    var kind: ShapeSpec.Kind
    var frame: Rect<Pixels>
    var radius: Double
    var description: String { "\(kind) \(frame.width) × \(frame.height) at \(frame.x), \(frame.y), radius \(radius)" }
  }

  static let cases = [
    Case(kind: .rect, frame: Rect(x: 20, y: 30, width: 120, height: 60), radius: 0),
    Case(kind: .rect, frame: Rect(x: 20.3, y: 30.7, width: 120.5, height: 60.25), radius: 0),
    Case(kind: .roundedRect, frame: Rect(x: 15.4, y: 22.6, width: 150.3, height: 90.2), radius: 24),
    Case(kind: .roundedRect, frame: Rect(x: 18, y: 25, width: 160, height: 100), radius: 12.5),
    Case(kind: .capsule, frame: Rect(x: 16.2, y: 40.4, width: 140.6, height: 48.3), radius: 24.15),
    Case(kind: .capsule, frame: Rect(x: 60.5, y: 10.2, width: 40.2, height: 130.7), radius: 20.1),
    Case(kind: .circle, frame: Rect(x: 40.3, y: 30.8, width: 80.4, height: 80.4), radius: 40.2),
    Case(kind: .circle, frame: Rect(x: 40, y: 30, width: 16, height: 16), radius: 8),
  ]

  static func distance(_ r: Rect<Pixels>, _ radius: Double) -> (Double, Double) -> Double {
    { x, y in
      let qx = (x - r.center.x).magnitude - r.width / 2 + radius
      let qy = (y - r.center.y).magnitude - r.height / 2 + radius
      let outside = (max(qx, 0) * max(qx, 0) + max(qy, 0) * max(qy, 0)).squareRoot()
      return outside + min(max(qx, qy), 0) - radius
    }
  }

  static func draw(_ shape: Case, fill: SIMD3<Float> = fill, ground: SIMD3<Float> = ground) -> Canvas {
    var canvas = Canvas(width: 200, height: 160, color: ground)
    canvas.fill(fill, in: shape.frame, distance: distance(shape.frame, shape.radius))
    return canvas
  }

  func onlyShape(_ canvas: Canvas) throws -> ShapeSpec {
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    try #require(inventory.elements.count == 1, "\(inventory.elements.map { ($0.kind, $0.frame) })")
    guard case .shape(let spec) = inventory.elements[0] else {
      Issue.record("a \(inventory.elements[0].kind)")
      throw CancellationError()
    }
    return spec
  }

  @Test(arguments: cases) func `frame, kind and radius are read`(_ shape: Case) throws {
    let spec = try onlyShape(Self.draw(shape))
    #expect(spec.kind == shape.kind)
    expectClose(spec.frame.x, shape.frame.x, within: .pixels(0.03))
    expectClose(spec.frame.y, shape.frame.y, within: .pixels(0.03))
    expectClose(spec.frame.maxX, shape.frame.maxX, within: .pixels(0.03))
    expectClose(spec.frame.maxY, shape.frame.maxY, within: .pixels(0.03))
    expectClose(spec.midlineHeight.value, shape.frame.height, within: .pixels(0.05))
    if shape.radius > 0 {
      let radius = try #require(spec.cornerRadius)
      expectClose(radius.value, shape.radius, within: .pixels(0.15))
      #expect(spec.cornerStyle != .continuous)
    } else {
      #expect(spec.cornerRadius == nil)
    }
    #expect(spec.surface == ShapeSurface(kind: .flat, color: SIMD3(214, 120, 60)))
    #expect(spec.stroke == nil)
  }

  @Test(arguments: cases) func `eight levels of contrast are enough`(_ shape: Case) throws {
    let spec = try onlyShape(Self.draw(shape, fill: Self.ground + 8))
    #expect(spec.kind == shape.kind)
    expectClose(spec.frame.width, shape.frame.width, within: .pixels(0.2))
    expectClose(spec.frame.height, shape.frame.height, within: .pixels(0.2))
  }

  @Test(arguments: [2, 3, 6.5]) func `a line around a shape is its stroke`(width: Double) throws {
    let outer = Case(kind: .roundedRect, frame: Rect(x: 20, y: 20, width: 150, height: 100), radius: 20)
    let inner = Rect<Pixels>(
      x: 20 + width, y: 20 + width, width: 150 - 2 * width, height: 100 - 2 * width)
    for inside in [SIMD3<Float>(90, 160, 230), Self.ground] {
      var canvas = Self.draw(outer)
      canvas.fill(inside, in: inner, distance: Self.distance(inner, 20 - width))
      let spec = try onlyShape(canvas)
      expectClose(spec.frame.width, 150, within: .pixels(0.1))
      let stroke = try #require(spec.stroke)
      expectClose(stroke.width.value, width, within: .pixels(0.1))
      #expect(stroke.color == SIMD3(214, 120, 60))
      #expect(spec.surface.kind == (inside == Self.ground ? .none : .flat))
    }
  }

  @Test func `a thumb in a track is a shape in a shape`() throws {
    let track = Case(kind: .capsule, frame: Rect(x: 30, y: 40, width: 102, height: 62), radius: 31)
    var canvas = Self.draw(track)
    canvas.disc(x: 101, y: 71, radius: 27, SIMD3(repeating: 255))
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    #expect(inventory.elements.map { $0.kind } == [.capsule, .circle])
    #expect(containers(of: inventory.elements) == [nil, 0])
  }

  @Test func `a gradient is named and a hairline is found`() throws {
    var canvas = Canvas(width: 200, height: 160, color: SIMD3(repeating: 250))
    for y in 20..<100 {
      for x in 20..<180 { canvas.colors[y * 200 + x] = SIMD4(40 + Float(x) * 0.8, 90, 200 - Float(y), 255) }
    }
    canvas.rect(Rect(x: 10, y: 130, width: 180, height: 1), SIMD3(repeating: 200))
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    let shapes = inventory.elements.compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
    try #require(shapes.count == 2)
    #expect(shapes[0].surface.kind == .gradient)
    expectClose(shapes[0].frame.width, 160, within: .pixels(0.05))
    expectClose(shapes[1].frame.height, 1, within: .pixels(0.05))
    expectClose(shapes[1].frame.y, 130, within: .pixels(0.05))
  }
}
