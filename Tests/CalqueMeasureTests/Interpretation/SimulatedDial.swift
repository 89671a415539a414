import CalqueCore
import CalqueSpec
import CalqueTestSupport

@testable import CalqueMeasure

/// A camera's zoom dial from its drawing's own parameters, and what a measurement of its pixels might hand on.
///
/// Lengths in pt, arcs from twelve o'clock, where the pointer and `current` are.
struct SimulatedDial: Sendable {
  var name: String
  var scale: Double
  var radius: Double
  var octave: Double
  var current: Double
  var values: ClosedRange<Double>
  var minorsPerOctave: Int
  /// Minors nearer to a major than this are left out.
  var crowding: Double
  var alphas: (major: Double, minor: Double)
  var widths: (major: Double, minor: Double)
  var lengths: (major: Double, minor: Double)
  var notch: (depth: Double, decay: Double)
  /// nil for a clip.
  var fade: DialEnd.Shape?
  var fadeLength: Double
  var halfArc: Double
  /// Arc from twelve o'clock to the picture's border.
  var reach: Double

  struct Tick {
    var zoom: Double
    var position: Double
    var isMajor: Bool
    var strength: Double
  }

  func position(_ zoom: Double) -> Double { octave * log2(zoom / current) }

  func strength(_ position: Double) -> Double {
    let s = position.magnitude
    guard s < halfArc else { return 0 }
    guard let fade else { return 1 }
    return FadeEnvelope.value(fade, (halfArc - s) / fadeLength)
  }

  /// Every tick of the scale, in view or not.
  var ticks: [Tick] {
    var majors: [Double] = []
    for z in [0.5] + (1...40).map(Double.init) where values.contains(z) { majors.append(z) }
    var result = majors.map {
      Tick(zoom: $0, position: position($0), isMajor: true, strength: strength(position($0)))
    }
    for i in -40...200 {
      let z = exp2(Double(i) / Double(minorsPerOctave))
      guard z >= values.lowerBound - 1e-6, z <= values.upperBound + 1e-6 else { continue }
      let s = position(z)
      guard !majors.contains(where: { (position($0) - s).magnitude < crowding }) else { continue }
      result.append(Tick(zoom: z, position: s, isMajor: false, strength: strength(s)))
    }
    return result.sorted { $0.position < $1.position }
  }

  /// What the noise of a measurement is, pt.
  struct Noise: Sendable {
    var angle = 0.03
    var end = 0.08
    var contrast = 0.05
    var width = 0.15
    var missing = 0.06
    var invented = 0.01
    /// Stated σ over the true one.
    var honesty = 1.0

    static func random(_ random: inout RandomSource) -> Noise {
      Noise(
        angle: Double.random(in: 0.01...0.06, using: &random), end: Double.random(in: 0.03...0.15, using: &random),
        contrast: Double.random(in: 0.03...0.1, using: &random), width: Double.random(in: 0.1...0.2, using: &random),
        missing: Double.random(in: 0.03...0.1, using: &random), invented: Double.random(in: 0...0.02, using: &random),
        honesty: Double.random(in: 0.75...1.3, using: &random))
    }
  }

  var geometry: DialGeometry {
    let r = radius * scale
    return DialGeometry(
      radius: Estimate(r, sigma: 0.1),
      visible: [ArcInterval(from: Angle(radians: -reach / radius), to: Angle(radians: reach / radius))],
      pointer: AngleEstimate(Angle(radians: 0), sigma: Angle(radians: 0.05 / radius)))
  }

  /// The observations and, of each, the tick that it is of; nil for an invented one.
  func observe(_ noise: Noise, _ random: inout RandomSource) -> (observations: [TickObservation], truth: [Tick?]) {
    var observations: [TickObservation] = []
    var truth: [Tick?] = []
    func chance(_ p: Double) -> Bool { Double.random(in: 0..<1, using: &random) < p }
    let radiusError = 0.05 * random.gaussian()
    for tick in ticks where tick.strength > 0 && tick.position.magnitude < reach {
      if chance(tick.strength < 0.2 ? 0.9 : noise.missing) { continue }
      let weak = 1 / max(tick.strength, 0.15).squareRoot()
      let drawnIn = notch.depth * exp(-tick.position.magnitude / notch.decay)
      let width = tick.isMajor ? widths.major : widths.minor
      let length = tick.isMajor ? lengths.major : lengths.minor
      let alpha = tick.isMajor ? alphas.major : alphas.minor
      let (sa, se, sc) = (noise.angle * weak, noise.end * weak, noise.contrast * weak.squareRoot())
      let outer = radius - drawnIn + radiusError + se * random.gaussian()
      let inner = radius - drawnIn - length + radiusError + se * random.gaussian()
      observations.append(
        TickObservation(
          angle: Angle(radians: (tick.position + sa * random.gaussian()) / radius),
          sigmaAngle: Angle(radians: sa * noise.honesty / radius),
          outer: Estimate(outer * scale, sigma: se * noise.honesty * scale),
          inner: Estimate(inner * scale, sigma: se * noise.honesty * scale),
          width: Estimate(
            width * (1 + noise.width * random.gaussian()) * scale, sigma: width * noise.width * scale),
          contrast: alpha * tick.strength + sc * random.gaussian(), sigmaContrast: sc * noise.honesty))
      truth.append(tick)
    }
    let span = min(halfArc, reach)
    for _ in 0..<observations.count where chance(noise.invented) {
      let s = Double.random(in: -span...span, using: &random)
      observations.append(
        TickObservation(
          angle: Angle(radians: s / radius), sigmaAngle: Angle(radians: noise.angle / radius),
          outer: Estimate(radius * scale, sigma: noise.end * scale),
          inner: Estimate((radius - Double.random(in: 5...15, using: &random)) * scale, sigma: noise.end * scale),
          width: Estimate(Double.random(in: 0.6...2.5, using: &random) * scale, sigma: 0.2 * scale),
          contrast: Double.random(in: 0.1...0.9, using: &random), sigmaContrast: noise.contrast))
      truth.append(nil)
    }
    return (observations, truth)
  }

  /// A dial of the same kind with other numbers.
  static func random(_ random: inout RandomSource) -> SimulatedDial {
    func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }
    let octave = Double.random(in: 44...67, using: &random)
    let radius = Double.random(in: 160...295, using: &random)
    return SimulatedDial(
      name: "random", scale: pick([2, 3]), radius: radius, octave: octave, current: pick([1, 1.3, 2, 2.4, 3.7]),
      values: 0.5...pick([4.0, 5, 6, 8, 10, 15]), minorsPerOctave: pick([8, 10, 12]), crowding: pick([1.5, 2.6]),
      alphas: (1, pick([0.5, 0.6, 0.75])), widths: (pick([1.5, 2, 2.5]), pick([0.67, 1])),
      lengths: (pick([10, 12, 14]), pick([6, 8, 10])),
      notch: (pick([0, 6, 9, 12]), pick([3.3, Double.random(in: 2.5...6, using: &random)])),
      fade: pick([nil, .linear, .exponential]), fadeLength: Double.random(in: 25...59, using: &random),
      halfArc: pick([100, Double.random(in: 95...200, using: &random)]),
      reach: min(Double.random(in: 120...320, using: &random), 2.5 * radius))
  }

  /// Parameters of drawings that were made for this purpose: sixteen by a browser, five by a supersampling program.
  static let drawn: [SimulatedDial] = [
    SimulatedDial(
      name: "dial001", scale: 3, radius: 235.38, octave: 62.88, current: 2.4, values: 0.574349...5.0,
      minorsPerOctave: 10, crowding: 1.5, alphas: (1.0, 0.6), widths: (2, 0.67), lengths: (14, 8),
      notch: (9, 3.3), fade: nil, fadeLength: 45.3, halfArc: 100,
      reach: 239.6),
    SimulatedDial(
      name: "dial002", scale: 3, radius: 163.74, octave: 47.0, current: 2, values: 0.5...10.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.75), widths: (2.5, 1), lengths: (14, 8),
      notch: (9, 5.65), fade: .linear, fadeLength: 40.7, halfArc: 100,
      reach: 257.2),
    SimulatedDial(
      name: "dial003", scale: 3, radius: 240.0, octave: 48.0, current: 2, values: 0.5...8.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.5), widths: (2.5, 1), lengths: (14, 10),
      notch: (12, 3.3), fade: .exponential, fadeLength: 55.0, halfArc: 100,
      reach: 236.7),
    SimulatedDial(
      name: "dial004", scale: 3, radius: 195.49, octave: 59.96, current: 2.4, values: 0.5...5.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.6), widths: (1.5, 0.67), lengths: (12, 6),
      notch: (0, 5.4), fade: .linear, fadeLength: 31.0, halfArc: 201.49,
      reach: 307.1),
    SimulatedDial(
      name: "dial005", scale: 2, radius: 261.27, octave: 62.63, current: 1, values: 0.5...4.0,
      minorsPerOctave: 10, crowding: 1.5, alphas: (1.0, 0.6), widths: (1.5, 1), lengths: (14, 6),
      notch: (6, 3.3), fade: .exponential, fadeLength: 31.8, halfArc: 100,
      reach: 213.2),
    SimulatedDial(
      name: "dial006", scale: 3, radius: 240.0, octave: 48.0, current: 1.3, values: 0.5...5.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.6), widths: (1.5, 1), lengths: (14, 10),
      notch: (0, 3.18), fade: .exponential, fadeLength: 53.0, halfArc: 100,
      reach: 245.1),
    SimulatedDial(
      name: "dial007", scale: 2, radius: 292.18, octave: 48.21, current: 1, values: 0.5...6.0,
      minorsPerOctave: 10, crowding: 1.5, alphas: (1.0, 0.6), widths: (1.5, 0.67), lengths: (10, 10),
      notch: (12, 3.3), fade: .exponential, fadeLength: 28.5, halfArc: 100,
      reach: 206.4),
    SimulatedDial(
      name: "dial008", scale: 3, radius: 205.56, octave: 47.51, current: 1.3, values: 0.5...8.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.6), widths: (2, 0.67), lengths: (12, 6),
      notch: (12, 3.32), fade: .exponential, fadeLength: 33.6, halfArc: 159.72,
      reach: 265.2),
    SimulatedDial(
      name: "dial009", scale: 3, radius: 240.0, octave: 48.0, current: 1.3, values: 0.5...8.0,
      minorsPerOctave: 8, crowding: 1.5, alphas: (1.0, 0.75), widths: (2.5, 0.67), lengths: (14, 8),
      notch: (6, 3.3), fade: .linear, fadeLength: 58.2, halfArc: 100,
      reach: 290.2),
    SimulatedDial(
      name: "dial010", scale: 3, radius: 214.33, octave: 54.81, current: 1.3, values: 0.5...7.0,
      minorsPerOctave: 8, crowding: 1.5, alphas: (1.0, 0.6), widths: (1.5, 1), lengths: (12, 8),
      notch: (9, 5.39), fade: .linear, fadeLength: 30.3, halfArc: 104.59,
      reach: 263.7),
    SimulatedDial(
      name: "dial011", scale: 3, radius: 279.86, octave: 64.85, current: 3.7, values: 0.890899...15.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.5), widths: (2, 1), lengths: (10, 6),
      notch: (0, 3.3), fade: .linear, fadeLength: 58.7, halfArc: 103.61,
      reach: 258.7),
    SimulatedDial(
      name: "dial012", scale: 3, radius: 240.0, octave: 48.0, current: 1.3, values: 0.5...10.0,
      minorsPerOctave: 10, crowding: 1.5, alphas: (1.0, 0.75), widths: (2.5, 0.67), lengths: (14, 6),
      notch: (6, 5.92), fade: nil, fadeLength: 36.2, halfArc: 165.72,
      reach: 282.4),
    SimulatedDial(
      name: "dial013", scale: 2, radius: 193.61, octave: 66.74, current: 1.3, values: 0.5...5.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.75), widths: (2, 0.67), lengths: (12, 6),
      notch: (0, 3.3), fade: nil, fadeLength: 27.1, halfArc: 100,
      reach: 282.9),
    SimulatedDial(
      name: "dial014", scale: 3, radius: 242.38, octave: 61.19, current: 2, values: 0.5...8.475705,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.5), widths: (2, 0.67), lengths: (12, 8),
      notch: (9, 3.76), fade: .exponential, fadeLength: 42.6, halfArc: 100,
      reach: 243.2),
    SimulatedDial(
      name: "dial015", scale: 3, radius: 240.0, octave: 48.0, current: 1.3, values: 0.5...5.0,
      minorsPerOctave: 8, crowding: 1.5, alphas: (1.0, 0.5), widths: (2, 1), lengths: (14, 8),
      notch: (9, 3.3), fade: .linear, fadeLength: 36.4, halfArc: 100,
      reach: 236.7),
    SimulatedDial(
      name: "dial016", scale: 2, radius: 220.38, octave: 44.26, current: 1.3, values: 0.5...10.0,
      minorsPerOctave: 12, crowding: 1.5, alphas: (1.0, 0.75), widths: (2.5, 1), lengths: (10, 6),
      notch: (9, 2.57), fade: .exponential, fadeLength: 48.0, halfArc: 153.14,
      reach: 225.3),
    SimulatedDial(
      name: "draw_00", scale: 3, radius: 232.0, octave: 46.4, current: 3.061911, values: 0.5...25,
      minorsPerOctave: 8, crowding: 2.513, alphas: (0.905, 0.905), widths: (2, 1), lengths: (18, 14),
      notch: (0, 1), fade: .linear, fadeLength: 24.8529, halfArc: 102.9442,
      reach: 251.5),
    SimulatedDial(
      name: "draw_01", scale: 3, radius: 227.9649, octave: 47.23746, current: 2.489688, values: 0.5...25,
      minorsPerOctave: 8, crowding: 2.512, alphas: (0.974, 0.974), widths: (2, 1), lengths: (18, 14),
      notch: (0, 1), fade: .linear, fadeLength: 35.5434, halfArc: 97.4682,
      reach: 255.3),
    SimulatedDial(
      name: "draw_02", scale: 3, radius: 230.762, octave: 45.85729, current: 3.222347, values: 0.5...25,
      minorsPerOctave: 8, crowding: 2.513, alphas: (0.814, 0.814), widths: (2, 1), lengths: (18, 14),
      notch: (0, 1), fade: .linear, fadeLength: 44.0599, halfArc: 101.9794,
      reach: 252.6),
    SimulatedDial(
      name: "draw_03", scale: 3, radius: 220.3376, octave: 43.513, current: 3.032341, values: 0.5...25,
      minorsPerOctave: 8, crowding: 2.509, alphas: (0.779, 0.779), widths: (2, 1), lengths: (18, 14),
      notch: (0, 1), fade: nil, fadeLength: 0.0, halfArc: 101.0524,
      reach: 264.7),
    SimulatedDial(
      name: "draw_04", scale: 3, radius: 229.4758, octave: 49.09081, current: 3.036298, values: 0.5...25,
      minorsPerOctave: 8, crowding: 2.512, alphas: (0.45, 0.45), widths: (2, 1), lengths: (18, 14),
      notch: (0, 1), fade: .linear, fadeLength: 36.3259, halfArc: 98.1316,
      reach: 253.8),
  ]
}
