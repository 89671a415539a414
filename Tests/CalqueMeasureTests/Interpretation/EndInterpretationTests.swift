import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct EndInterpretationTests {
  static let dial = SimulatedDial(
    name: "plain", scale: 3, radius: 240, octave: 48, current: 3, values: 0.5...12, minorsPerOctave: 8, crowding: 1.5,
    alphas: (1, 0.6), widths: (2, 1), lengths: (14, 8), notch: (0, 1), fade: nil, fadeLength: 40, halfArc: 400,
    reach: 300)
  static let noise = SimulatedDial.Noise(
    angle: 0.01, end: 0.05, contrast: 0.02, width: 0.05, missing: 0, invented: 0)

  static func interpretation(_ dial: SimulatedDial, seed: UInt64 = 3) -> DialInterpretation {
    var random = RandomSource(seed: seed)
    return interpret(dial.observe(noise, &random).observations, geometry: dial.geometry)
  }

  @Test func scaleThatEnds() throws {
    let result = Self.interpretation(Self.dial)
    #expect(result.leading.kind == .end)
    #expect(result.trailing.kind == .end)
    let at = try #require(result.leading.at)
    expectClose(at.angle.degrees, Angle(radians: Self.dial.position(0.5) / 240).degrees, within: .degrees(0.02))
  }

  @Test(arguments: [60.0, 75, 90]) func clip(halfArc: Double) throws {
    var dial = Self.dial
    dial.halfArc = halfArc
    let result = Self.interpretation(dial)
    #expect(result.leading.kind == .clip)
    #expect(result.trailing.kind == .clip)
    for (end, sign) in [(result.leading, -1.0), (result.trailing, 1)] {
      let at = try #require(end.at)
      let degrees = Angle(radians: sign * halfArc / 240).degrees
      expectClose(at.angle.degrees, degrees, within: .degrees(1.8 * at.sigma.degrees))
    }
  }

  @Test func clipOnOneSideAndEndOnTheOther() {
    var dial = Self.dial
    dial.current = 1.3
    dial.halfArc = 100
    let result = Self.interpretation(dial)
    #expect(result.leading.kind == .end)
    #expect(result.trailing.kind == .clip)
  }

  @Test(arguments: [DialEnd.Shape.linear, .exponential], [85.0, 105]) func fade(
    shape: DialEnd.Shape, halfArc: Double
  ) throws {
    var dial = Self.dial
    (dial.fade, dial.halfArc, dial.fadeLength) = (shape, halfArc, 50)
    let result = Self.interpretation(dial)
    for (end, sign) in [(result.leading, -1.0), (result.trailing, 1)] {
      #expect(end.kind == .fade)
      #expect(end.shape == nil || end.shape == shape)
      let full = try #require(end.full)
      let gone = try #require(end.gone)
      let degree = sign * 180 / Double.pi / 240
      let trueFull = (halfArc - 50 * FadeEnvelope.full(shape)) * degree
      let trueGone = (halfArc - 50 * FadeEnvelope.gone(shape)) * degree
      expectClose(full.angle.degrees, trueFull, within: .degrees(max(3 * full.sigma.degrees, 0.1)))
      expectClose(gone.angle.degrees, trueGone, within: .degrees(max(3 * gone.sigma.degrees, 0.1)))
    }
  }

  /// The window fades on both sides, and the scale ends inside the fade on one.
  @Test func endInsideAFade() {
    var dial = Self.dial
    (dial.fade, dial.halfArc, dial.fadeLength, dial.current) = (.linear, 100, 60, 1.3)
    let result = Self.interpretation(dial)
    #expect(result.leading.kind == .end)
    #expect(result.trailing.kind == .fade)
  }

  @Test func bordersOfThePictureComeFirst() {
    var dial = Self.dial
    dial.reach = 70
    let result = Self.interpretation(dial)
    #expect(result.leading.kind == .outside)
    #expect(result.trailing.kind == .outside)
  }

  @Test func wholeCircleHasNoEnds() {
    let marks = (0..<60).map { (degrees: 6 * Double($0), isMajor: $0 % 5 == 0) }
    let result = interpret(
      LawInferenceTests.observe(marks), geometry: LawInferenceTests.wholeCircle, hasNotch: false)
    #expect(result.leading.kind == .none)
    #expect(result.trailing.kind == .none)
  }

  @Test func strengthIsRelativeToAFullTickOfTheSameWeight() {
    var dial = Self.dial
    (dial.fade, dial.halfArc, dial.fadeLength) = (.linear, 90, 40)
    var random = RandomSource(seed: 9)
    let (observations, truth) = dial.observe(Self.noise, &random)
    let result = interpret(observations, geometry: dial.geometry)
    for (tick, source) in zip(result.ticks, result.sources) {
      expectClose(tick.strength, truth[source]?.strength ?? .nan, within: .absolute(5 * tick.sigmaStrength + 0.03))
    }
  }

  @Test(arguments: [
    (DialEnd.Shape.linear, 0.99, 0.01), (.exponential, 0.99, 0.01), (.smoothstep, 0.99, 0.01), (.gaussian, 0.99, 0.01),
  ]) func fullAndGoneAreAtTheirShares(shape: DialEnd.Shape, full: Double, gone: Double) {
    expectClose(FadeEnvelope.value(shape, FadeEnvelope.full(shape)), full, within: .absolute(1e-6))
    if shape != .gaussian {
      expectClose(FadeEnvelope.value(shape, FadeEnvelope.gone(shape)), gone, within: .absolute(1e-6))
    } else {
      expectClose(FadeEnvelope.value(shape, 1e-9), gone, within: .absolute(1e-6))
    }
    for u in [0.1, 0.4, 0.8] {
      let difference = (FadeEnvelope.value(shape, u + 1e-6) - FadeEnvelope.value(shape, u - 1e-6)) / 2e-6
      expectClose(FadeEnvelope.slope(shape, u), difference, within: .absolute(1e-6))
    }
  }
}
