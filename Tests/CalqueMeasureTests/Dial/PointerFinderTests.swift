import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct PointerFinderTests {
  struct Case: Sendable, CustomStringConvertible {
    var shape: DrawnDial.Pointer
    var degrees: Double
    var isPhoto: Bool
    var description: String { "\(shape) at \(degrees)° on \(isPhoto ? "a photo" : "plain ground")" }
  }

  static let cases = [DrawnDial.Pointer.triangle, .bar].flatMap { shape in
    [0.0, 7.3, 90, -48].flatMap { degrees in
      [false, true].map { Case(shape: shape, degrees: degrees, isPhoto: $0) }
    }
  }

  private func dial(_ c: Case) -> DrawnDial {
    var dial = FindingTests.facing(
      c.degrees,
      ground: c.isPhoto
        ? ("photo", .photo(mean: 90, deviation: 12, grain: 2, seed: 6)) : ("plain", .plain(SIMD3(30, 30, 34))))
    dial.pointer = c.shape
    return dial
  }

  private func find(_ dial: DrawnDial) -> PointerFinder.Found? {
    let circle = Circle(x: dial.center.x, y: dial.center.y, radius: dial.radius)
    let reach = dial.halfArc * Double.pi / 180
    let axis = dial.axis * Double.pi / 180
    return dial.draw().bitmap().withReader {
      PointerFinder().find(
        $0, circle: circle, distances: (dial.radius - 24)...(dial.radius + 50), angles: (axis - reach)...(axis + reach),
        largest: 48)
    }
  }

  @Test(arguments: cases)
  func itsAngleShapeAndColor(_ c: Case) throws {
    let dial = dial(c)
    let found = try #require(find(dial), "\(c)")
    let error = (found.pointer.angle.angle - Angle(degrees: c.degrees)).wrapped.radians * dial.radius
    expectClose(error, 0, within: .pixels(0.15), "\(c)")
    #expect(error.magnitude < 4 * found.pointer.angle.sigma.radians * dial.radius, "\(c)")
    #expect(found.pointer.shape == (c.shape == .triangle ? .triangle : .bar), "\(c)")
    let color = found.pointer.color
    #expect(color.x > 235 && color.y > 180 && color.z < 40, "\(c): \(color)")
    let middle = dial.point(c.degrees, dial.radius + 12)
    #expect(found.pointer.frame.contains(middle), "\(c): \(found.pointer.frame)")
  }

  @Test func noPointer() {
    var dial = dial(Case(shape: .bar, degrees: 0, isPhoto: true))
    dial.pointer = nil
    #expect(find(dial) == nil)
  }
}
