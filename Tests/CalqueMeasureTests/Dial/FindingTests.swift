import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

/// Dials are found wherever they are and however they look, with every tick and nothing else.
@Suite struct FindingTests {
  static let grounds: [(String, DrawnDial.Ground)] = [
    ("plain", .plain(SIMD3(40, 44, 52))),
    ("photo", .photo(mean: 100, deviation: 25, grain: 3, seed: 5)),
  ]

  /// A dial whose arc opens to a direction, its ring in the middle of the picture.
  static func facing(_ degrees: Double, ground: (String, DrawnDial.Ground), radius: Double = 400) -> DrawnDial {
    DrawnDial("facing \(degrees)° on \(ground.0), radius \(radius)") { dial in
      dial.ground = ground.1
      dial.axis = degrees
      dial.radius = radius
      // An octave of 91 px, whatever the radius.
      dial.law = .logarithmic(degreesPerOctave: 91 / radius * 180 / Double.pi, minors: 10)
      dial.halfArc = min(85, 265 / radius * 180 / Double.pi)
      dial.center = Point<Pixels>(x: 300.3, y: 250.6).moved(-(radius - 90), towards: Angle(degrees: degrees))
    }
  }

  static let directions = [0.0, 37, 90, 145, 180, -120, -90].flatMap { degrees in
    grounds.map { facing(degrees, ground: $0) }
  }

  @Test(arguments: directions)
  func anyRotation(_ dial: DrawnDial) throws { try expectComplete(dial) }

  static let radii = [60.0, 90, 130, 200, 300, 600, 900].map { radius in
    DrawnDial("radius \(radius)") { dial in
      dial.radius = radius
      dial.center = Point(x: 300.3, y: radius < 200 ? 250.6 : 60 + radius)
      // Marks keep their size, so that small circles carry few of them.
      let pitch = 12 / radius * 180 / Double.pi
      dial.law = .equal(degrees: 360 / (360 / pitch).rounded(), majorEvery: 5)
      dial.halfArc = radius < 100 ? 135 : min(55, 250 / radius * 180 / Double.pi)
      dial.minorLength = 14
      dial.majorLength = 20
      dial.majorWidth = 3.5
      dial.ground = grounds[1].1
    }
  }

  @Test(arguments: radii)
  func anyRadius(_ dial: DrawnDial) throws { try expectComplete(dial) }

  static let looks = [
    DrawnDial("centre below the picture") {
      $0.center = Point(x: 290.4, y: 640.2)
      $0.radius = 560
    },
    DrawnDial("centre beside the picture") {
      $0.center = Point(x: -120.7, y: 240.2)
      $0.axis = 90
      $0.radius = 400
      $0.halfArc = 30
    },
    DrawnDial("a disc") {
      $0.rim = 424
      $0.ground = .photo(mean: 120, deviation: 30, grain: 3, seed: 8)
    },
    DrawnDial("no disc") { $0.ground = .photo(mean: 90, deviation: 30, grain: 3, seed: 8) },
    DrawnDial("dark on a page") {
      $0.ground = .plain(SIMD3(repeating: 255))
      $0.ink = SIMD3(20, 20, 24)
    },
    DrawnDial("grey on a page") {
      $0.ground = .plain(SIMD3(242, 242, 247))
      $0.ink = SIMD3(142, 142, 147)
    },
    DrawnDial("round ends") { $0.isRound = true },
    DrawnDial("fades") { $0.end = .fade(degrees: 12) },
    DrawnDial("a notch") {
      $0.notchDepth = 24
      $0.notchDecay = 26
      $0.pointer = .triangle
    },
    DrawnDial("a pointer's bar") { $0.pointer = .bar },
    DrawnDial("translucent") {
      $0.inkAlpha = 0.5
      $0.ground = .photo(mean: 80, deviation: 15, grain: 2, seed: 3)
    },
    DrawnDial("a third of the circle") {
      $0.halfArc = 60
      $0.radius = 240
      $0.center = Point(x: 301.2, y: 300.7)
      $0.law = .logarithmic(degreesPerOctave: 22, minors: 10)
    },
    DrawnDial("a tenth of the circle") {
      $0.halfArc = 18
      $0.radius = 700
      $0.center = Point(x: 301.2, y: 780.7)
      $0.law = .logarithmic(degreesPerOctave: 8, minors: 10)
    },
  ]

  @Test(arguments: looks)
  func anyLook(_ dial: DrawnDial) throws { try expectComplete(dial) }

  @Test(arguments: [0.0, 90, 180, -179, -60])
  func pointersAnywhere(_ degrees: Double) throws {
    var dial = Self.facing(degrees, ground: Self.grounds[0])
    dial.pointer = .triangle
    let comparison = try expectComplete(dial)
    let pointer = try #require(comparison.dial.pointer, Comment(rawValue: comparison.description))
    let off = (pointer.angle.angle - Angle(degrees: degrees)).wrapped.radians * dial.radius
    expectClose(off, 0, within: .pixels(0.2), "\(degrees)°")
    #expect(pointer.shape == .triangle)
  }

  static let clocks = [
    DrawnDial("clock of bars") { $0 = clock($0, radius: 180) },
    DrawnDial("dark clock of bars") {
      $0 = clock($0, radius: 180)
      $0.ground = .plain(SIMD3(repeating: 255))
      $0.ink = SIMD3(repeating: 0)
    },
    DrawnDial("clock of dots") {
      $0 = clock($0, radius: 190)
      $0.isDotted = true
      $0.minorWidth = 5
      $0.majorWidth = 10
      $0.ground = .plain(SIMD3(repeating: 255))
      $0.ink = SIMD3(repeating: 0)
    },
    DrawnDial("bright clock of equal dots") {
      $0 = clock($0, radius: 190)
      $0.isDotted = true
      $0.minorWidth = 8
      $0.majorWidth = 8
      $0.ground = .plain(SIMD3(repeating: 0))
    },
  ]

  private static func clock(_ dial: DrawnDial, radius: Double) -> DrawnDial {
    var dial = dial
    dial.center = Point(x: 300.3, y: 250.6)
    dial.radius = radius
    dial.halfArc = 180
    dial.law = .equal(degrees: 6, majorEvery: 5)
    return dial
  }

  @Test(arguments: clocks)
  func wholeClocks(_ dial: DrawnDial) throws {
    let comparison = try expectComplete(dial)
    #expect(comparison.needed == 60)
    #expect(comparison.dial.ticks.allSatisfy { $0.shape == (dial.isDotted ? .dot : .bar) })
  }

  @discardableResult
  private func expectComplete(_ dial: DrawnDial) throws -> DialComparison {
    let inventory = measure(dial.draw().bitmap())
    let comparison = try #require(dial.compare(inventory), "\(dial): \(inventory.refused.map(\.code))")
    let comment = Comment(rawValue: comparison.description)
    #expect(inventory.dials.count == 1 && inventory.refused.isEmpty, comment)
    #expect(comparison.missed == 0 && comparison.invented == 0, comment)
    if !(dial.isDotted && dial.minorWidth == dial.majorWidth) { #expect(comparison.weightsWrong == 0, comment) }
    #expect(comparison.dial.confidence > 0.9, comment)
    return comparison
  }
}
