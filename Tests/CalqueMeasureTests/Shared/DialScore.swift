import CalqueCore
import CalqueSpec

@testable import CalqueMeasure

/// Several measured dials beside their truths, summed up.
struct DialScore {
  private(set) var found = 0
  private(set) var lost: [String] = []
  private(set) var needed = 0
  private(set) var missed = 0
  private(set) var invented = 0
  private(set) var weightsWrong: [String] = []
  private(set) var zoomsWrong: [String] = []
  private(set) var zoomsMissing: [String] = []
  private(set) var lawsWrong: [String] = []
  private(set) var endsWrong: [String] = []
  private(set) var ends = 0
  private(set) var notchesWrong: [String] = []
  /// Errors in pt, and of ends in degrees.
  private(set) var ticks: [Double] = []
  private(set) var decays: [Double] = []
  private(set) var octavesAtRim: [Double] = []
  private(set) var full: [Double] = []
  private(set) var gone: [Double] = []
  /// Errors and their σ by kind of figure.
  private(set) var figures: [String: [(error: Double, sigma: Double)]] = [:]

  mutating func add(_ truth: DialTruth, _ inventory: Inventory) {
    needed += truth.ticks.count(where: \.isNeeded)
    func off(_ dial: DialSpec) -> Double { dial.center.point.distance(to: truth.center) }
    guard let dial = inventory.dials.min(by: { off($0) < off($1) }), off(dial) <= 10 else {
      lost.append("\(truth.name): \(inventory.refused.map(\.code))")
      missed += truth.ticks.count(where: \.isNeeded)
      return
    }
    found += 1
    add("centre x", dial.center.point.x - truth.center.x, dial.center.sigmaX)
    add("centre y", dial.center.point.y - truth.center.y, dial.center.sigmaY)
    add("radius", dial.radius.value - truth.radius, dial.radius.sigma)
    if let rim = truth.rim, let told = dial.rim { add("rim", told.value - rim, told.sigma) }
    addTicks(truth, dial)
    addLaw(truth, dial)
    addEnd(truth, truth.leading, dial.leading, "leading")
    addEnd(truth, truth.trailing, dial.trailing, "trailing")
    let expected: DialNotch.Shape = truth.notchDepth > 0 ? .exponential : .none
    if dial.notch.shape != expected {
      notchesWrong.append("\(truth.name): \(dial.notch.shape), not \(expected)")
    } else if expected == .exponential, let decay = dial.notch.decay, let depth = dial.notch.depth {
      add("notch decay", decay.value - truth.notchDecay, decay.sigma)
      add("notch depth", depth.value - truth.notchDepth, depth.sigma)
      decays.append((decay.value - truth.notchDecay).magnitude / truth.scale)
    }
  }

  private mutating func add(_ kind: String, _ error: Double, _ sigma: Double) {
    figures[kind, default: []].append((error, sigma))
  }

  private mutating func addTicks(_ truth: DialTruth, _ dial: DialSpec) {
    var used = Set<Int>()
    for told in dial.ticks {
      func off(_ i: Int) -> Double { (told.angle - Angle(degrees: truth.ticks[i].angle)).wrapped.degrees }
      guard let i = truth.ticks.indices.min(by: { off($0).magnitude < off($1).magnitude }),
        truth.arc(off(i)).magnitude / truth.scale <= 1, used.insert(i).inserted
      else {
        invented += 1
        continue
      }
      let tick = truth.ticks[i]
      guard tick.isNeeded else { continue }
      if tick.isClear { ticks.append(truth.arc(off(i)) / truth.scale) }
      add("tick angle", off(i), told.sigmaAngle.degrees)
      add("tick outer", told.outer.value - tick.outer, told.outer.sigma)
      let place = "\(truth.name) at \(round(tick.angle))°"
      if (told.weight == .major) != tick.isMajor { weightsWrong.append(place) }
      if let zoom = told.zoom {
        if !((zoom / tick.zoom - 1).magnitude < 0.02) { zoomsWrong.append("\(place): \(zoom), not \(tick.zoom)") }
      } else if truth.settlesZooms {
        zoomsMissing.append(place)
      }
    }
    missed += truth.ticks.indices.count(where: { truth.ticks[$0].isNeeded && !used.contains($0) })
  }

  private mutating func addLaw(_ truth: DialTruth, _ dial: DialSpec) {
    if truth.settlesZooms, dial.law.kind != .logarithmic { lawsWrong.append("\(truth.name): \(dial.law.kind)") }
    guard let perOctave = dial.law.perOctave else { return }
    add("perOctave", perOctave.value * dial.radius.value - truth.perOctave, perOctave.sigma * dial.radius.value)
    if let expected = truth.perOctaveAtRim, let rim = dial.rim {
      octavesAtRim.append((perOctave.value * rim.value - expected).magnitude / truth.scale)
    }
  }

  private mutating func addEnd(_ truth: DialTruth, _ expected: DialTruth.End, _ told: DialEnd, _ side: String) {
    guard expected.isJudged else { return }
    ends += 1
    guard told.kind == expected.kind else {
      endsWrong.append("\(truth.name) \(side): \(told.kind), not \(expected.kind)")
      return
    }
    func error(_ a: AngleEstimate?, _ b: Double?, _ kind: String) -> Double? {
      guard let a, let b else { return nil }
      add(kind, a.angle.degrees - b, a.sigma.degrees)
      return (a.angle.degrees - b).magnitude
    }
    if let e = error(told.full, expected.full, "full") { full.append(e) }
    if let e = error(told.gone, expected.gone, "gone") { gone.append(e) }
    _ = error(told.at, expected.at, "at")
  }

  var tickError: Double { (ticks.reduce(0) { $0 + $1 * $1 } / Double(max(1, ticks.count))).squareRoot() }

  mutating func merge(_ other: DialScore) {
    for (kind, values) in other.figures { figures[kind, default: []] += values }
  }

  /// The same for each kind, for messages.
  var honestyByKind: [String] {
    figures.sorted { $0.key < $1.key }.map { kind, values in
      let n = Double(values.count)
      let one = Double(values.count(where: { $0.error.magnitude < $0.sigma })) / n
      let two = Double(values.count(where: { $0.error.magnitude < 2 * $0.sigma })) / n
      return "\(kind) \(round(one)) \(round(two)) of \(values.count)"
    }
  }

  /// Shares within σ and 2σ and the median σ over the rms error, every kind of figure counting equally.
  var honesty: (one: Double, two: Double, ratio: Double) {
    var sum = (0.0, 0.0, 0.0)
    for values in figures.values {
      let n = Double(values.count)
      sum.0 += Double(values.count(where: { $0.error.magnitude < $0.sigma })) / n
      sum.1 += Double(values.count(where: { $0.error.magnitude < 2 * $0.sigma })) / n
      sum.2 += median(values.map(\.sigma)) / max(1e-12, rms(values))
    }
    let kinds = Double(figures.count)
    return (sum.0 / kinds, sum.1 / kinds, sum.2 / kinds)
  }
}
