import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct DialInterpretationTests {
  @Test func drawnDials() {
    var random = RandomSource(seed: 11)
    var report = InterpretationReport()
    for dial in SimulatedDial.drawn {
      for _ in 0..<10 {
        let noise = SimulatedDial.Noise.random(&random)
        let (observations, truth) = dial.observe(noise, &random)
        report.add(dial, interpret(observations, geometry: dial.geometry), truth)
      }
    }
    print(report.summary)
    print(report.failures.joined(separator: "\n"))
    #expect(report.kinds[0] * 10 >= report.kinds[1] * 9)
  }

  @Test func randomDials() {
    var random = RandomSource(seed: 12)
    var report = InterpretationReport()
    for _ in 0..<300 {
      let dial = SimulatedDial.random(&random)
      let noise = SimulatedDial.Noise.random(&random)
      let (observations, truth) = dial.observe(noise, &random)
      report.add(dial, interpret(observations, geometry: dial.geometry), truth)
    }
    print(report.summary)
    #expect(report.zoomsWrong * 200 < report.ticks)
  }
}
