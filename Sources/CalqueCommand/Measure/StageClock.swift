import CalqueJSON
import CalqueMeasure

/// How long decoding and each stage took, in ms.
final class StageClock: Sendable {
  private struct Laps {
    var decoding = 0.0
    var stages = [Double](repeating: 0, count: MeasureStage.allCases.count)
    var last: ContinuousClock.Instant
  }
  private let laps = Locked(Laps(last: ContinuousClock.now))

  func endDecoding() { laps.withLock { $0.decoding += Self.lap(&$0) } }

  func end(_ stage: MeasureStage) {
    laps.withLock { laps in
      let time = Self.lap(&laps)
      if let index = MeasureStage.allCases.firstIndex(of: stage) { laps.stages[index] += time }
    }
  }

  private static func lap(_ laps: inout Laps) -> Double {
    let now = ContinuousClock.now
    defer { laps.last = now }
    return (now - laps.last) / .milliseconds(1)
  }

  /// Name and ms, in order.
  var entries: [(name: String, milliseconds: Double)] {
    laps.withLock { laps in
      [("decode", laps.decoding)] + zip(MeasureStage.allCases.map(\.name), laps.stages).map { ($0, $1) }
    }
  }

  var json: JSONValue {
    .object(entries.map { JSONMember($0.name, .number(($0.milliseconds * 1000).rounded() / 1000)) })
  }
}

extension MeasureStage {
  var name: String {
    switch self {
    case .planes: return "planes"
    case .marks: return "marks"
    case .candidates: return "candidates"
    case .refinement: return "refinement"
    case .interpretation: return "interpretation"
    case .regions: return "regions"
    case .rings: return "rings"
    case .shapes: return "shapes"
    case .rulers: return "rulers"
    case .text: return "text"
    case .tabs: return "tabs"
    case .layout: return "layout"
    }
  }
}
