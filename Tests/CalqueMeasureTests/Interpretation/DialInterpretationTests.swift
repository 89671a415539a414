import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct DialInterpretationTests {
  @Test func drawnDials() {
    var random = RandomSource(seed: 11)
    var report = InterpretationReport()
    for dial in SimulatedDial.drawn where dial.name.hasPrefix("dial") {
      for _ in 0..<20 {
        let noise = SimulatedDial.Noise.random(&random)
        let (observations, truth) = dial.observe(noise, &random)
        let scale = ResolvedScale(observations, geometry: dial.geometry)
      report.note2 = "\n" + scale.fits.prefix(6).map { "    \($0.hypothesis.kind) \($0.hypothesis.slope / dial.scale) \(dial.octave) score \($0.score) classes \($0.classification.hasClasses) matched \($0.matched) of \(truth.count)" }.joined(separator: "\n") + "\n" + zip(truth, observations).map { "\($0.0?.isMajor ?? false) \($0.1.width.value / dial.scale)" }.joined(separator: ", ")
      let inference = scale.inference(count: observations.count)
      let samples = StrengthSamples(scale, inference, axis: Angle(radians: 0))!
      report.note = "\n   next \(samples.beforeFirst / dial.scale) \(samples.first.position / dial.scale) \(samples.last.position / dial.scale) \(samples.afterLast / dial.scale)\n" + samples.fits().prefix(7).map { "    \($0.model) \($0.criterion) reach \($0.reach.map { $0 / dial.scale }) fade \($0.fade.map { $0 / dial.scale }) full \($0.fullMajor) \($0.fullMinor) goneSigma \($0.goneSigma) pen \(samples.penalty($0.model))" }.joined(separator: "\n")
      report.add(dial, interpret(observations, geometry: dial.geometry), truth)
      }
    }
    print(report.summary) // DEV
    print(report.failures.joined(separator: "\n"))
    #expect(report.kinds[0] * 10 >= report.kinds[1] * 9)
  }

  @Test func supersampledDials() {
    var random = RandomSource(seed: 13)
    var report = InterpretationReport()
    for dial in SimulatedDial.drawn where dial.name.hasPrefix("draw_") {
      for _ in 0..<20 {
        let noise = SimulatedDial.Noise(angle: 0.006, end: 0.03, contrast: 0.03, width: 0.1, missing: 0.03, invented: 0)
        let (observations, truth) = dial.observe(noise, &random)
        let scale = ResolvedScale(observations, geometry: dial.geometry)
      report.note2 = "\n" + scale.fits.prefix(6).map { "    \($0.hypothesis.kind) \($0.hypothesis.slope / dial.scale) \(dial.octave) score \($0.score) classes \($0.classification.hasClasses) matched \($0.matched) of \(truth.count)" }.joined(separator: "\n") + "\n" + zip(truth, observations).map { "\($0.0?.isMajor ?? false) \($0.1.width.value / dial.scale)" }.joined(separator: ", ")
      let inference = scale.inference(count: observations.count)
      let samples = StrengthSamples(scale, inference, axis: Angle(radians: 0))!
      report.note = "\n   next \(samples.beforeFirst / dial.scale) \(samples.first.position / dial.scale) \(samples.last.position / dial.scale) \(samples.afterLast / dial.scale)\n" + samples.fits().prefix(7).map { "    \($0.model) \($0.criterion) reach \($0.reach.map { $0 / dial.scale }) fade \($0.fade.map { $0 / dial.scale }) full \($0.fullMajor) \($0.fullMinor) goneSigma \($0.goneSigma) pen \(samples.penalty($0.model))" }.joined(separator: "\n")
      report.add(dial, interpret(observations, geometry: dial.geometry), truth)
      }
    }
    print(report.summary) // DEV
    print(report.failures.joined(separator: "\n"))
    #expect(report.zoomsRight * 20 >= report.ticks * 19)
  }

  @Test func randomDials() {
    var random = RandomSource(seed: 12)
    var report = InterpretationReport()
    for _ in 0..<300 {
      let dial = SimulatedDial.random(&random)
      let noise = SimulatedDial.Noise.random(&random)
      let (observations, truth) = dial.observe(noise, &random)
      let scale = ResolvedScale(observations, geometry: dial.geometry)
      report.note2 = "\n" + scale.fits.prefix(6).map { "    \($0.hypothesis.kind) \($0.hypothesis.slope / dial.scale) \(dial.octave) score \($0.score) classes \($0.classification.hasClasses) matched \($0.matched) of \(truth.count)" }.joined(separator: "\n") + "\n" + zip(truth, observations).map { "\($0.0?.isMajor ?? false) \($0.1.width.value / dial.scale)" }.joined(separator: ", ")
      let inference = scale.inference(count: observations.count)
      let samples = StrengthSamples(scale, inference, axis: Angle(radians: 0))!
      report.note = "\n   next \(samples.beforeFirst / dial.scale) \(samples.first.position / dial.scale) \(samples.last.position / dial.scale) \(samples.afterLast / dial.scale)\n" + samples.fits().prefix(7).map { "    \($0.model) \($0.criterion) reach \($0.reach.map { $0 / dial.scale }) fade \($0.fade.map { $0 / dial.scale }) full \($0.fullMajor) \($0.fullMinor) goneSigma \($0.goneSigma) pen \(samples.penalty($0.model))" }.joined(separator: "\n")
      report.add(dial, interpret(observations, geometry: dial.geometry), truth)
    }
    print(report.summary) // DEV
    print(report.failures.joined(separator: "\n"))
    #expect(report.zoomsWrong * 200 < report.ticks)
  }
}
