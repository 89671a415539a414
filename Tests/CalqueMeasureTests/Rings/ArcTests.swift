import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Rings and arcs drawn by area, so that their truth is exact.
@Suite struct ArcTests {
  struct Case: Sendable, CustomStringConvertible {
    var radius = 70.0
    var width = 12.0
    var from = 20.0
    var to = 160.0
    var isRound = false
    var description: String { "radius \(radius), width \(width), \(from)° to \(to)°, \(isRound ? "round" : "butt")" }
  }

  static let center = Point<Pixels>(x: 110.4, y: 105.7)
  static let cases = [
    Case(), Case(isRound: true), Case(width: 30, from: 200, to: 500), Case(width: 20, from: 300, to: 350),
    Case(radius: 40, width: 8, from: 220, to: 500, isRound: true),
  ]

  static func draw(_ arc: Case, into canvas: inout Canvas, _ color: SIMD3<Float> = SIMD3(60, 140, 240)) {
    let reach = arc.radius + arc.width
    let box = Rect<Pixels>(
      minX: center.x - reach, minY: center.y - reach, maxX: center.x + reach, maxY: center.y + reach)
    let middle = (arc.from + arc.to) / 2 * .pi / 180
    let half = (arc.to - arc.from) / 2 * .pi / 180
    canvas.fill(color, in: box) { x, y in
      let (dx, dy) = (x - center.x, y - center.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let band = (distance - arc.radius).magnitude - arc.width / 2
      let turn = Angle(radians: Angle.direction(from: center, to: Point(x: x, y: y)).radians - middle).wrapped.radians
      let beyond = (turn.magnitude - half) * distance
      if beyond <= 0 || !arc.isRound { return max(band, beyond) }
      let end = center.moved(arc.radius, towards: Angle(radians: middle + (turn < 0 ? -half : half)))
      return end.distance(to: Point(x: x, y: y)) - arc.width / 2
    }
  }

  @Test(arguments: cases) func `an arc's circle, ends and caps are read`(_ arc: Case) throws {
    var canvas = Canvas(width: 220, height: 210, color: SIMD3(repeating: 250))
    Self.draw(arc, into: &canvas)
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    try #require(inventory.elements.map { $0.kind } == [.arc])
    guard case .ring(let spec) = inventory.elements[0] else { return }
    expectClose(spec.center.point.x, Self.center.x, within: .pixels(0.15))
    expectClose(spec.center.point.y, Self.center.y, within: .pixels(0.15))
    expectClose(spec.radius.value, arc.radius, within: .pixels(0.15))
    expectClose(spec.lineWidth.value, arc.width, within: .pixels(0.15))
    let ends = try #require(spec.arc)
    let pixels = arc.radius * .pi / 180
    let from = Angle(degrees: ends.from.angle.degrees - arc.from).wrapped.degrees
    let to = Angle(degrees: ends.to.angle.degrees - arc.to).wrapped.degrees
    expectClose(from * pixels, 0, within: .pixels(0.4))
    expectClose(to * pixels, 0, within: .pixels(0.4))
    // A cap of three pixels cannot always be told.
    if arc.width > 4 { #expect(ends.caps == (arc.isRound ? .round : .butt)) }
  }

  /// Anti-aliasing breaks the region of a thin line into pieces; those that are too short for a circle are lost.
  @Test func `a thin arc is found whole`() throws {
    var canvas = Canvas(width: 220, height: 210, color: SIMD3(repeating: 250))
    Self.draw(Case(radius: 85, width: 3, from: 90, to: 300), into: &canvas)
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    guard case .ring(let spec)? = inventory.elements.first else {
      Issue.record("no arc")
      return
    }
    expectClose(spec.radius.value, 85, within: .pixels(0.15))
    let from = try #require(spec.arc).from.angle.degrees
    withKnownIssue { #expect(from < 91) }
  }

  @Test func `a track below an arc is a ring`() throws {
    var canvas = Canvas(width: 220, height: 210, color: SIMD3(repeating: 250))
    Self.draw(Case(width: 30, from: 0, to: 360), into: &canvas, SIMD3(repeating: 150))
    Self.draw(Case(width: 14, from: 10, to: 170), into: &canvas)
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    #expect(Set(inventory.elements.map { $0.kind }) == [.ring, .arc])
    for case .ring(let spec) in inventory.elements {
      expectClose(spec.lineWidth.value, spec.arc == nil ? 30 : 14, within: .pixels(0.15))
      expectClose(spec.radius.value, 70, within: .pixels(0.15))
    }
  }

  @Test(arguments: [3.0, 9, 25]) func `a plain ring has no ends`(width: Double) throws {
    var canvas = Canvas(width: 220, height: 210, color: SIMD3(repeating: 20))
    Self.draw(Case(width: width, from: 0, to: 360), into: &canvas)
    let inventory = measure(canvas.bitmap(), options: MeasureOptions(scale: PixelScale(2)))
    try #require(inventory.elements.map { $0.kind } == [.ring])
    guard case .ring(let spec) = inventory.elements[0] else { return }
    expectClose(spec.lineWidth.value, width, within: .pixels(0.1))
    expectClose(spec.radius.value, 70, within: .pixels(0.1))
  }
}
