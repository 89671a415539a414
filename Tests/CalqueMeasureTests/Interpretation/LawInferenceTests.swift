import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct LawInferenceTests {
  /// Marks of which only place and class differ.
  static func observe(
    _ marks: [(degrees: Double, isMajor: Bool)], radius: Double = 160, noise: Double = 0.1, seed: UInt64 = 1,
    differ: Bool = true
  ) -> [TickObservation] {
    var random = RandomSource(seed: seed)
    return marks.map { mark in
      let isLarge = mark.isMajor && differ
      return TickObservation(
        angle: Angle(radians: Angle(degrees: mark.degrees).radians + noise * random.gaussian() / radius),
        sigmaAngle: Angle(radians: noise / radius), outer: Estimate(radius + 0.1 * random.gaussian(), sigma: 0.1),
        inner: Estimate(radius - (isLarge ? 12 : 8) + 0.1 * random.gaussian(), sigma: 0.1),
        width: Estimate((isLarge ? 2 : 1) * (1 + 0.05 * random.gaussian()), sigma: 0.1),
        contrast: 0.9 + 0.02 * random.gaussian(), sigmaContrast: 0.03)
    }
  }

  static let wholeCircle = DialGeometry(
    radius: Estimate(160, sigma: 0.05),
    visible: [ArcInterval(from: Angle(degrees: -180), to: Angle(degrees: 180))])

  static func view(_ from: Double, _ to: Double, radius: Double = 160) -> DialGeometry {
    DialGeometry(
      radius: Estimate(radius, sigma: 0.05),
      visible: [ArcInterval(from: Angle(degrees: from), to: Angle(degrees: to))])
  }

  /// 90°·ln(z/0.5)/ln 20 from −45°: ticks every 0.1 from 0.5 to 10, as a published camera wheel has them.
  @Test(arguments: [1.0, -1.0], [0.0, 10, -20]) func everyTenthOnALogarithmicScale(
    direction: Double, turn: Double
  ) throws {
    let marks = (5...100).map { (k: Int) -> (degrees: Double, isMajor: Bool) in
      let place = 90 * log(Double(k) / 5) / log(20) - 45
      return (direction * place + turn, k == 5 || k % 10 == 0)
    }
    let result = inferLaw(Self.observe(marks, noise: 0.05), geometry: Self.view(-80, 80))
    #expect(result.law.kind == .logarithmic)
    #expect(result.law.minor == .equalValues(0.1))
    let octave = try #require(result.law.perOctave)
    expectClose(octave.value * 180 / Double.pi, 90 * log(2) / log(20), within: .degrees(0.02))
    for (k, zoom) in zip(5...100, result.zooms) {
      expectClose(zoom ?? .nan, Double(k) / 10, within: .absolute(0.004 * Double(k) / 10))
    }
    #expect(result.rejected.isEmpty)
    #expect(zip(result.weights, marks).allSatisfy { ($0 == .major) == $1.isMajor })
  }

  @Test(arguments: [5, 4, 2], [0.0, 3]) func clocksAreLinear(every: Int, turn: Double) throws {
    let marks = (0..<60).map { (k: Int) -> (degrees: Double, isMajor: Bool) in (6 * Double(k) + turn, k % every == 0) }
    let result = inferLaw(Self.observe(marks, noise: 0.1), geometry: Self.wholeCircle)
    #expect(result.law.kind == .linear)
    guard case .equalAngles(let step) = result.law.minor else {
      Issue.record("no minor step")
      return
    }
    expectClose(step.value * 180 / Double.pi, 6, within: .degrees(0.005))
    let unit = try #require(result.law.perUnit)
    expectClose(unit.value * 180 / Double.pi, 6 * Double(every), within: .degrees(0.03))
    #expect(zip(result.weights, marks).allSatisfy { ($0 == .major) == $1.isMajor })
    #expect(result.zooms.allSatisfy { $0 == nil })
    #expect(result.expected.isEmpty)
  }

  @Test(arguments: [12, 24, 60]) func marksAllAlikeAreMajor(count: Int) throws {
    let marks = (0..<count).map { (degrees: 360 / Double(count) * Double($0), isMajor: false) }
    let result = inferLaw(Self.observe(marks, differ: false), geometry: Self.wholeCircle)
    #expect(result.law.kind == .linear)
    #expect(result.weights.allSatisfy { $0 == .major })
    #expect(result.law.minor == nil)
    let unit = try #require(result.law.perUnit)
    expectClose(unit.value * 180 / Double.pi, 360 / Double(count), within: .degrees(0.02))
  }

  /// A gauge over 270° with its gap at the bottom, ten majors, five steps each.
  @Test(arguments: [0.0, 90, 180, -90]) func gaugesAreLinear(turn: Double) throws {
    let marks = (0...50).map { (k: Int) -> (degrees: Double, isMajor: Bool) in
      (turn - 135 + 5.4 * Double(k), k % 5 == 0)
    }
    let result = inferLaw(Self.observe(marks), geometry: Self.wholeCircle)
    #expect(result.law.kind == .linear)
    let unit = try #require(result.law.perUnit)
    expectClose(unit.value * 180 / Double.pi, 27, within: .degrees(0.03))
    #expect(zip(result.weights, marks).allSatisfy { ($0 == .major) == $1.isMajor })
    #expect(result.rejected.isEmpty)
  }

  @Test func threeOctavesWithoutAThirdAreNotSettled() {
    let marks = (0...20).map { (degrees: -30 + 3 * Double($0), isMajor: $0 % 10 == 0) }
    let result = inferLaw(Self.observe(marks), geometry: Self.view(-30.5, 30.5))
    #expect(result.law.kind == .unknown)
    #expect(result.zooms.allSatisfy { $0 == nil })
    #expect(zip(result.weights, marks).allSatisfy { ($0 == .major) == $1.isMajor })
  }

  @Test func onlyMajorsSettleThemselves() throws {
    let marks = [0.5, 1, 2, 3, 4, 5, 6].map { (degrees: 20 * log2($0 / 2), isMajor: true) }
    let result = inferLaw(Self.observe(marks, differ: false), geometry: Self.view(-60, 60))
    #expect(result.law.kind == .logarithmic)
    #expect(result.zooms.map { $0 ?? 0 } == [0.5, 1, 2, 3, 4, 5, 6])
    #expect(result.weights.allSatisfy { $0 == .major })
  }

  @Test func emptyPlacesArePredicted() throws {
    var marks: [(degrees: Double, isMajor: Bool)] = []
    for i in -8...24 where i != 5 && i != 8 { marks.append((degrees: 2 * Double(i), isMajor: i % 8 == 0)) }
    for z in [3.0, 5, 6, 7] { marks.append((degrees: 16 * log2(z), isMajor: true)) }
    let majors = marks.filter { $0.isMajor }
    marks.removeAll { mark in
      !mark.isMajor && majors.contains { ($0.degrees - mark.degrees).magnitude < 0.9 }
    }
    let result = inferLaw(Self.observe(marks), geometry: Self.view(-18, 50))
    #expect(result.law.kind == .logarithmic)
    let inside = result.expected.filter { !$0.isBeyond && !$0.isOptional }
    #expect(inside.count == 2)
    expectClose(inside[0].angle.degrees, 10, within: .degrees(0.05))
    #expect(inside[0].weight == .minor)
    expectClose(inside[1].angle.degrees, 16, within: .degrees(0.05))
    #expect(inside[1].weight == .major)
    #expect(inside[1].zoom == 2)
  }

  @Test func fewTicksAreUnknown() {
    let marks = [(degrees: 0.0, isMajor: true), (degrees: 7, isMajor: false)]
    let result = inferLaw(Self.observe(marks), geometry: Self.wholeCircle)
    #expect(result.law.kind == .unknown)
    #expect(inferLaw([], geometry: Self.wholeCircle).weights.isEmpty)
  }
}
