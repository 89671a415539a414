import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct NotchFitTests {
  static let axis = AngleEstimate(Angle(radians: 0), sigma: Angle(radians: 0.1 / 700))

  /// Ticks every `step` px whose ends are drawn in by `profile` of the distance from the axis.
  static func samples(
    step: Double = 15, first: Double = -7, count: Int = 21, noise: Double = 0.2, seed: UInt64 = 1, source: Int = 0,
    profile: (Double) -> Double
  ) -> [NotchSample] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { i in
      let s = first + step * Double(i - count / 2)
      let isMajor = i % 5 == 0
      let length = isMajor ? 42.0 : 24
      return NotchSample(
        position: s + 0.05 * random.gaussian(), sigmaPosition: 0.05,
        outerDepth: 0.1 + profile(s.magnitude) + noise * random.gaussian(), sigmaOuter: noise,
        innerDepth: 0.1 + length + profile(s.magnitude) + noise * random.gaussian(), sigmaInner: noise,
        isMajor: isMajor, source: source)
    }
  }

  @Test(arguments: [(27.0, 10.0), (18, 16), (36, 8)], [-7.0, 0, 4]) func exponential(
    notch: (depth: Double, decay: Double), first: Double
  ) throws {
    let samples = Self.samples(first: first) { notch.depth * exp(-$0 / notch.decay) }
    let result = fitNotch(samples, radius: 700, axis: Self.axis)
    #expect(result.shape == .exponential)
    let decay = try #require(result.decay)
    let depth = try #require(result.depth)
    expectClose(decay.value, notch.decay, within: .pixels(4 * decay.sigma))
    expectClose(depth.value, notch.depth, within: .pixels(4 * depth.sigma))
    #expect(decay.sigma < 1)
  }

  @Test(arguments: [(27.0, 40.0), (18, 60)], [-7.0, 0]) func linear(
    notch: (depth: Double, decay: Double), first: Double
  ) throws {
    let samples = Self.samples(first: first) { notch.depth * max(0, 1 - $0 / notch.decay) }
    let result = fitNotch(samples, radius: 700, axis: Self.axis)
    #expect(result.shape == .linear)
    let decay = try #require(result.decay)
    expectClose(decay.value, notch.decay, within: .pixels(4 * decay.sigma))
    #expect(result.alternatives.contains { $0.shape == .exponential })
  }

  @Test(arguments: 1...20) func noNotch(seed: UInt64) {
    let result = fitNotch(Self.samples(seed: seed) { _ in 0 }, radius: 700, axis: Self.axis)
    #expect(result.shape == .none)
    #expect(result.depth == nil && result.decay == nil)
  }

  /// One tick set deep is refused: it may be a notch narrower than the gaps, or something else.
  @Test func oneTickIsTooFew() {
    let samples = Self.samples(first: 0) { $0 < 1 ? 20 : 0 }
    let result = fitNotch(samples, radius: 700, axis: Self.axis)
    #expect(result.shape == .unknown)
    #expect(result.decay == nil)
  }

  @Test func wildSampleIsResisted() throws {
    var samples = Self.samples { 27 * exp(-$0 / 10) }
    samples[3].outerDepth += 9
    samples[15].innerDepth = (samples[15].innerDepth ?? 0) - 14
    let result = fitNotch(samples, radius: 700, axis: Self.axis)
    #expect(result.shape == .exponential)
    expectClose(try #require(result.decay).value, 10, within: .pixels(0.5))
  }

  @Test func severalPicturesSampleItDensely() throws {
    var all: [NotchSample] = []
    var alone: [Double] = []
    for k in 0..<4 {
      let samples = Self.samples(first: -6 + 3.5 * Double(k), seed: UInt64(k + 1), source: k) { 27 * exp(-$0 / 10) }
      // Each picture's circle is off by its own error.
      let shifted = samples.map { sample in
        var moved = sample
        moved.outerDepth += 0.3 * Double(k)
        return moved
      }
      alone.append(fitNotch(shifted, radius: 700, axis: Self.axis).decay?.sigma ?? .infinity)
      all += shifted
    }
    let result = fitNotch(all, radius: 700, axis: Self.axis)
    #expect(result.shape == .exponential)
    let decay = try #require(result.decay)
    expectClose(decay.value, 10, within: .pixels(0.3))
    #expect(decay.sigma < 0.75 * (alone.min() ?? 0))
  }

  /// σ covers the errors over many draws, with as few as three ticks inside the notch.
  @Test func sigmaIsHonest() {
    var ratios: [Double] = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let first = Double(seed % 15) - 7
      let samples = Self.samples(first: first, noise: 0.3, seed: seed) { 27 * exp(-$0 / 10) }
      guard let decay = fitNotch(samples, radius: 700, axis: Self.axis).decay else { continue }
      ratios.append((decay.value - 10).magnitude / decay.sigma)
    }
    #expect(ratios.count >= 190)
    let (one, two) = InterpretationReport.honesty(ratios)
    #expect(one > 0.58 && one < 0.82, "\(one)")
    #expect(two > 0.9, "\(two)")
  }
}
