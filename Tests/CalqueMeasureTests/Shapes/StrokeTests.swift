import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Outlines, rings, and shapes in shapes.
@Suite struct StrokeTests {
  private static let ground = SIMD3<Float>(244, 245, 247)
  private static let ink = SIMD3<Float>(40, 90, 190)

  @Test(arguments: [2, 3, 4.5, 8], [0, 10] as [Double])
  func `an outline is a shape without an inside`(width: Double, radius: Double) throws {
    let truth = DrawnShape(Rect(x: 30, y: 26, width: 180, height: 60), radius: radius)
    var canvas = Canvas(width: 240, height: 120, color: Self.ground)
    canvas.stroke(truth, width: width, Self.ink)
    let found = canvas.shapes()
    #expect(found.count == 1)
    let shape = try #require(found.first)
    #expect(shape.kind == truth.kind)
    #expect(shape.surface.kind == .none)
    for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.1)) }
    let stroke = try #require(shape.stroke)
    expectClose(stroke.width.value, width, within: .pixels(0.1))
    #expect(stroke.color == SIMD3(40, 90, 190))
  }

  @Test(arguments: [2.0, 3, 6]) func `a shape may be filled and outlined`(width: Double) throws {
    let truth = DrawnShape(Rect(x: 30, y: 26, width: 180, height: 60), radius: 14)
    var canvas = Canvas(width: 240, height: 120, color: Self.ground)
    canvas.draw(truth, SIMD3(250, 210, 90))
    canvas.stroke(truth, width: width, Self.ink)
    let found = canvas.shapes()
    #expect(found.count == 1)
    let shape = try #require(found.first)
    #expect(shape.surface.color == SIMD3(250, 210, 90))
    for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.1)) }
    expectClose(try #require(shape.stroke).width.value, width, within: .pixels(0.1))
    expectClose(try #require(shape.cornerRadius).value, 14, within: .pixels(1))
  }

  @Test func `a stroke between pixels keeps its width`() throws {
    // As a border of 1 pt at 3× that is centred on the frame.
    let truth = DrawnShape(Rect(x: 30.5, y: 26.5, width: 219, height: 67), radius: 25)
    var canvas = Canvas(width: 280, height: 120, color: SIMD3(repeating: 255))
    canvas.stroke(truth, width: 3, SIMD3(236, 90, 19))
    let shape = try #require(canvas.shapes(scale: 3).first)
    expectClose(shape.midlineHeight.value, 67, within: .pixels(0.1))
    expectClose(try #require(shape.stroke).width.value, 3, within: .pixels(0.1))
  }

  @Test(arguments: [3, 4.5, 9, 14]) func `a whole ring is a ring`(width: Double) throws {
    let outer = DrawnShape(circle: 80.3, 78.6, radius: 52.4)
    var canvas = Canvas(width: 160, height: 160, color: Self.ground)
    canvas.stroke(outer, width: width, Self.ink)
    let rings = canvas.rings()
    #expect(rings.count == 1)
    #expect(canvas.shapes().isEmpty)
    let ring = try #require(rings.first)
    expectClose(ring.radius.value, 52.4 - width / 2, within: .pixels(0.1))
    expectClose(ring.lineWidth.value, width, within: .pixels(0.1))
    expectClose(ring.center.point.x, 80.3, within: .pixels(0.08))
    expectClose(ring.center.point.y, 78.6, within: .pixels(0.08))
  }

  @Test func `a frame along the picture's border is a stroke`() throws {
    var canvas = Canvas(width: 300, height: 300, color: SIMD3(255, 0, 0))
    canvas.stroke(DrawnShape(Rect(x: 0, y: 0, width: 300, height: 300)), width: 12, SIMD3(repeating: 0))
    let shape = try #require(canvas.shapes(scale: 3).first)
    #expect(shape.frame == Rect(x: 0, y: 0, width: 300, height: 300))
    expectClose(try #require(shape.stroke).width.value, 12, within: .pixels(0.05))
    #expect(shape.surface.color == SIMD3(255, 0, 0))
  }

  @Test(arguments: [SIMD3<Float>(255, 255, 255), ground]) func `a switch has a track and a thumb`(thumb: SIMD3<Float>)
    throws
  {
    for isOn in [false, true] {
      let track = DrawnShape(Rect(x: 30, y: 30, width: 102, height: 62), radius: 31)
      let knob = DrawnShape(circle: isOn ? 101 : 61, 61, radius: 27)
      var canvas = Canvas(width: 170, height: 124, color: Self.ground)
      canvas.draw(track, SIMD3(52, 199, 89))
      canvas.draw(knob, thumb)
      let found = canvas.shapes()
      #expect(found.count == 2)
      #expect(canvas.rings().isEmpty)
      for truth in [track, knob] {
        let shape = try #require(found.first { $0.kind == truth.kind })
        #expect(shape.stroke == nil)
        for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.1)) }
      }
    }
  }

  @Test(arguments: 0..<3) func `a segment lies in its control`(selected: Int) throws {
    let track = DrawnShape(Rect(x: 20, y: 20, width: 306, height: 64), radius: 18)
    let thumb = DrawnShape(Rect(x: 24 + 99.5 * Double(selected), y: 24, width: 99, height: 56), radius: 14)
    var canvas = Canvas(width: 346, height: 104, color: Self.ground)
    canvas.draw(track, SIMD3(120, 128, 140))
    canvas.draw(thumb, Self.ground)
    let found = canvas.shapes()
    #expect(found.count == 2)
    for truth in [track, thumb] {
      let shape = try #require(found.first { ($0.frame.width - truth.frame.width).magnitude < 1 })
      #expect(shape.kind == .roundedRect)
      for (error, _) in shape.edgeErrors(truth.frame) { expectClose(error, 0, within: .pixels(0.1)) }
      expectClose(try #require(shape.cornerRadius).value, truth.radius, within: .pixels(0.3))
    }
  }
}
