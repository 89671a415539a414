import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

/// What must not change a measurement, and what must change it in a known way.
@Suite struct InvarianceTests {
  static let dials = [
    DrawnDial("bars on a photo") {
      $0.rim = 424
      $0.ground = .photo(mean: 110, deviation: 25, grain: 3, seed: 12)
      $0.end = .fade(degrees: 10)
    },
    DrawnDial("round, notched, on plain ground") {
      $0.isRound = true
      $0.notchDepth = 20
      $0.notchDecay = 26
      $0.pointer = .triangle
    },
    DrawnDial("dots") {
      $0.center = Point(x: 300.3, y: 250.6)
      $0.radius = 190
      $0.halfArc = 180
      $0.law = .equal(degrees: 6, majorEvery: 5)
      $0.isDotted = true
      $0.minorWidth = 5
      $0.majorWidth = 10
    },
  ]

  private func one(_ bitmap: Bitmap, _ comment: String) throws -> DialSpec {
    let dials = measure(bitmap).dials
    return try #require(dials.count == 1 ? dials[0] : nil, "\(comment): \(dials.count) dials")
  }

  @Test(arguments: dials)
  func theSamePictureTwice(_ dial: DrawnDial) {
    let bitmap = dial.draw().bitmap()
    #expect(measure(bitmap) == measure(bitmap))
  }

  @Test(arguments: dials)
  func sixteenBitsOfTheSameValues(_ dial: DrawnDial) throws {
    let canvas = dial.draw()
    let eight = try one(canvas.bitmap(), "8 bits")
    let sixteen = try one(canvas.bitmap16(), "16 bits")
    expectAlike(eight, sixteen, lengths: 1e-3, "\(dial)")
  }

  /// Straight alpha over white: a black ink of alpha α is the grey of 255·(1 − α).
  @Test func transparentOverWhite() throws {
    let dial = DrawnDial("dark on a page") {
      $0.ground = .plain(SIMD3(repeating: 255))
      $0.ink = SIMD3(repeating: 0)
    }
    let opaque = dial.draw().bitmap()
    guard case .eight(let samples) = opaque.samples else { return }
    let rgba = samples.indices.map { i in i % 4 == 3 ? 255 - samples[i - 1] : UInt8(0) }
    let transparent = Bitmap(width: opaque.width, height: opaque.height, rgba: rgba)
    expectAlike(try one(opaque, "opaque"), try one(transparent, "transparent"), lengths: 1e-3, "over white")
  }

  /// The ground beyond the dial's own part of the picture is repeated from the border's colour.
  @Test(arguments: dials.filter { if case .plain = $0.ground { true } else { false } }, [(32, 0), (7, 3), (-16, -5)])
  func movedByWholePixels(_ dial: DrawnDial, by shift: (Int, Int)) throws {
    let original = try one(dial.draw().bitmap(), "\(dial)")
    var moved = dial
    moved.center = dial.center + Vector(dx: Double(shift.0), dy: Double(shift.1))
    let other = try one(moved.draw().bitmap(), "\(dial) moved by \(shift)")
    expectClose(other.center.point.x - original.center.point.x, Double(shift.0), within: .pixels(2e-3))
    expectClose(other.center.point.y - original.center.point.y, Double(shift.1), within: .pixels(2e-3))
    expectClose(other.radius.value, original.radius.value, within: .pixels(2e-3))
    #expect(other.ticks.count == original.ticks.count)
    for (a, b) in zip(original.ticks, other.ticks) {
      expectClose(a.angle.degrees, b.angle.degrees, within: .degrees(1e-3))
    }
  }

  @Test(arguments: dials)
  func mirrored(_ dial: DrawnDial) throws {
    let canvas = dial.draw()
    var mirror = canvas
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        mirror.colors[y * canvas.width + x] = canvas.colors[y * canvas.width + canvas.width - 1 - x]
      }
    }
    let a = try one(canvas.bitmap(), "\(dial)")
    let b = try one(mirror.bitmap(), "\(dial) mirrored")
    let width = Double(canvas.width)
    let slack = max(0.02, 2 * a.center.sigmaX)
    expectClose(b.center.point.x, width - a.center.point.x, within: .pixels(slack), "\(dial)")
    expectClose(b.center.point.y, a.center.point.y, within: .pixels(max(0.02, 2 * a.center.sigmaY)), "\(dial)")
    expectClose(b.radius.value, a.radius.value, within: .pixels(max(0.02, 2 * a.radius.sigma)), "\(dial)")
    #expect(a.ticks.count == b.ticks.count, "\(dial)")
    for tick in a.ticks {
      let nearest = b.ticks.map { ($0.angle + tick.angle).wrapped.radians.magnitude }.min() ?? .infinity
      // Either way each tick is read at its own phases of the pixels, which moves it by up to a twentieth.
      expectClose(nearest * a.radius.value, 0, within: .pixels(0.1), "\(dial), tick at \(tick.angle.degrees)°")
    }
    // The same scale runs the other way now, so only a law without values may stay as it was.
    if case .equal = dial.law { #expect(a.law.kind == b.law.kind) }
  }

  /// Every pixel four times: all lengths double, roughly: blocks of two pixels blur flat ends so that they look round,
  /// and then the circle is taken where half discs would begin.
  @Test(arguments: dials)
  func twiceAsLarge(_ dial: DrawnDial) throws {
    let canvas = dial.draw()
    var large = Canvas(width: canvas.width * 2, height: canvas.height * 2)
    for y in 0..<large.height {
      for x in 0..<large.width { large.colors[y * large.width + x] = canvas.colors[y / 2 * canvas.width + x / 2] }
    }
    let a = try one(canvas.bitmap(), "\(dial)")
    let b = try one(large.bitmap(), "\(dial) twice as large")
    expectClose(b.center.point.x, 2 * a.center.point.x, within: .pixels(0.2), "\(dial)")
    expectClose(b.center.point.y, 2 * a.center.point.y, within: .pixels(0.4), "\(dial)")
    expectClose(b.radius.value, 2 * a.radius.value, within: .pixels(b.radius.value * 0.004), "\(dial)")
    #expect(a.ticks.count == b.ticks.count, "\(dial)")
  }

  /// A picture much wider than high and one much higher than wide hold the same dial.
  @Test(arguments: [(1400, 340), (420, 1500)])
  func picturesThatAreNotSquare(width: Int, height: Int) throws {
    let dial = DrawnDial("in \(width)×\(height)") {
      $0.width = width
      $0.height = height
      $0.radius = 200
      $0.center = Point(x: Double(width) / 2 + 0.3, y: Double(height) / 2 + 120.4)
      $0.minorLength = 16
      $0.majorLength = 22
      $0.law = .logarithmic(degreesPerOctave: 30, minors: 10)
      $0.halfArc = 50
    }
    let comparison = try #require(dial.compare(measure(dial.draw().bitmap())))
    let comment = Comment(rawValue: comparison.description)
    #expect(comparison.missed == 0 && comparison.invented == 0, comment)
    #expect(comparison.centerError < 0.05 && rms(comparison.across) < 0.02, comment)
  }

  /// Ticks on both sides of six o'clock are one scale: none is lost or doubled at ±180°.
  @Test(arguments: [180.0, 178.7, -176.5])
  func acrossTheSeam(axis: Double) throws {
    let dial = FindingTests.facing(axis, ground: FindingTests.grounds[0])
    let spec = try one(dial.draw().bitmap(), "axis \(axis)°")
    let comparison = DialComparison(spec, dial)
    let comment = Comment(rawValue: comparison.description)
    #expect(comparison.missed == 0 && comparison.invented == 0 && worst(comparison.across) < 0.05, comment)
    // From the leading to the trailing end, without a jump.
    let steps = zip(spec.ticks, spec.ticks.dropFirst()).map { ($1.angle - $0.angle).wrapped.degrees }
    #expect(steps.allSatisfy { $0 > 0 && $0 < 5 }, "\(steps)")
  }

  private func expectAlike(
    _ a: DialSpec, _ b: DialSpec, lengths: Double, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pairs = [
      (a.center.point.x, b.center.point.x), (a.center.point.y, b.center.point.y), (a.radius.value, b.radius.value),
      (a.rim?.value ?? 0, b.rim?.value ?? 0), (a.residual, b.residual),
    ]
    for (x, y) in pairs {
      expectClose(x, y, within: .pixels(lengths), comment, sourceLocation: sourceLocation)
    }
    #expect(a.ticks.count == b.ticks.count, "\(comment)", sourceLocation: sourceLocation)
    for (x, y) in zip(a.ticks, b.ticks) {
      expectClose(
        (x.angle - y.angle).radians * a.radius.value, 0, within: .pixels(lengths), comment,
        sourceLocation: sourceLocation)
      #expect(x.weight == y.weight, "\(comment)", sourceLocation: sourceLocation)
    }
    #expect(a.law.kind == b.law.kind && a.leading.kind == b.leading.kind, "\(comment)", sourceLocation: sourceLocation)
  }
}
