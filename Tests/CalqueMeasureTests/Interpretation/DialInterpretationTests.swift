import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Simulated measurements of dials whose truth is known: what must be right is right, and σ is honest.
@Suite struct DialInterpretationTests {
  private func report(
    _ dials: [SimulatedDial], seed: UInt64, noise: (inout RandomSource) -> SimulatedDial.Noise
  ) -> InterpretationReport {
    var random = RandomSource(seed: seed)
    var report = InterpretationReport()
    for dial in dials {
      let noise = noise(&random)
      let (observations, truth) = dial.observe(noise, &random)
      report.add(dial, interpret(observations, geometry: dial.geometry), truth)
    }
    return report
  }

  private func expectSound(_ report: InterpretationReport, sourceLocation: SourceLocation = #_sourceLocation) {
    let comment = Comment(rawValue: report.description)
    #expect(report.weights * 1000 >= report.ticks * 999, comment, sourceLocation: sourceLocation)
    #expect(report.zoomsWrong * 1000 <= report.ticks, comment, sourceLocation: sourceLocation)
    #expect(report.trueRejected * 1000 <= report.ticks, comment, sourceLocation: sourceLocation)
    #expect(report.inventedRejected * 10 >= report.invented * 8, comment, sourceLocation: sourceLocation)
    for ratios in report.ratios where ratios.count >= 40 {
      let (one, two) = InterpretationReport.honesty(ratios)
      #expect(one >= 0.55 && two >= 0.88, comment, sourceLocation: sourceLocation)
    }
  }

  @Test func dialsLikeTheBrowsers() {
    let drawn = SimulatedDial.drawn.filter { $0.name.hasPrefix("dial") }
    let report = report((0..<20).flatMap { _ in drawn }, seed: 11) { .random(&$0) }
    expectSound(report)
    let comment = Comment(rawValue: report.description)
    #expect(report.zoomsRight * 100 >= report.ticks * 90, comment)
    #expect(report.ends.right * 100 >= report.ends.count * 93, comment)
    #expect(report.notches.right * 100 >= report.notches.count * 98, comment)
    #expect(median(report.decayErrors) < 0.1, comment)
    #expect(median(report.octaveErrors) < 0.006, comment)
  }

  @Test func supersampledDials() {
    let drawn = SimulatedDial.drawn.filter { $0.name.hasPrefix("draw") }
    let report = report((0..<20).flatMap { _ in drawn }, seed: 13) { _ in
      SimulatedDial.Noise(angle: 0.006, end: 0.03, contrast: 0.03, width: 0.1, missing: 0.03, invented: 0)
    }
    expectSound(report)
    let comment = Comment(rawValue: report.description)
    #expect(report.zoomsRight == report.ticks, comment)
    #expect(report.ends.right * 100 >= report.ends.count * 98, comment)
    #expect(report.notches.right == report.notches.count, comment)
    #expect(median(report.octaveErrors) < 0.001, comment)
    #expect(median(report.fullErrors) < 0.3, comment)
    #expect(median(report.goneErrors) < 0.4, comment)
  }

  @Test func dialsAtRandom() {
    var random = RandomSource(seed: 12)
    let report = report((0..<300).map { _ in .random(&random) }, seed: 14) { .random(&$0) }
    expectSound(report)
    let comment = Comment(rawValue: report.description)
    #expect(report.kinds.right * 100 >= report.kinds.count * 92, comment)
    #expect(report.ends.right * 100 >= report.ends.count * 90, comment)
    #expect(report.notches.right * 100 >= report.notches.count * 97, comment)
  }

  @Test func nothingIsMadeOfNothing() {
    let result = interpret([], geometry: SimulatedDial.drawn[0].geometry)
    #expect(result.ticks.isEmpty)
    #expect(result.law.kind == .unknown)
    #expect(result.leading.kind == .unknown)
    #expect(result.notch.shape == .unknown)
  }

  @Test func orderOfTheObservationsDoesNotMatter() {
    var random = RandomSource(seed: 5)
    let dial = SimulatedDial.drawn[1]
    let (observations, _) = dial.observe(SimulatedDial.Noise(), &random)
    let a = interpret(observations, geometry: dial.geometry)
    let b = interpret(observations.reversed(), geometry: dial.geometry)
    #expect(a.ticks == b.ticks)
    #expect(a.law == b.law)
    #expect(a.trailing == b.trailing)
  }
}
