import CalqueCore

/// One way to tell major from minor ticks by how they look.
struct TickClassification {
  /// Of each tick, 0…1, cautious.
  var majorProbability: [Double]
  /// ln of how much likelier each tick's look is if it is major, or minor, than that of a tick of unknown class.
  var majorEvidence: [Double]
  var minorEvidence: [Double]
  /// Whether any feature tells two classes apart.
  var hasClasses: Bool

  /// - Parameter majorProbability: Of each tick; a half of all where nothing tells.
  init(majorProbability: [Double], hasClasses: Bool) {
    self.majorProbability = majorProbability
    self.hasClasses = hasClasses
    // What nearly all ticks have in common is no evidence, so that a cut that parts two wild values from the rest
    // gains nothing.
    let mean = majorProbability.reduce(0, +) / Double(max(majorProbability.count, 1))
    let share = min(max(mean, 0.02), 0.98)
    majorEvidence = majorProbability.map { log($0 / share) }
    minorEvidence = majorProbability.map { log((1 - $0) / (1 - share)) }
  }

  /// How sure a look can make it: nothing beyond 200 to 1, for a cut or a photograph may deceive.
  static let caution = 0.005

  /// The ways worth trying: by width, by length, by both, and last by contrast with the neighbours, which fades fool.
  static func candidates(_ sequence: TickSequence) -> [TickClassification] {
    let n = sequence.count
    let flat = TickClassification(majorProbability: [Double](repeating: 0.5, count: n), hasClasses: false)
    guard n >= 3 else { return [flat] }
    let widths = TickFeature(sequence.ticks.map { $0.width.value }, sequence.ticks.map { $0.width.sigma })
    let lengths = TickFeature(
      sequence.ticks.map { $0.length },
      sequence.ticks.map { hypot($0.outer.sigma, $0.inner.sigma) })
    let contrasts = TickFeature(
      sequence.relativeContrast,
      sequence.ticks.map { $0.sigmaContrast / max($0.contrast, 0.05) })
    let width = widths.evidence
    let length = lengths.evidence
    let contrast = contrasts.evidence
    var both: [Double]?
    if let width, let length { both = zip(width, length).map { $0 + $1 } }
    var all: [Double]?
    if let shape = both ?? width ?? length, let contrast { all = zip(shape, contrast).map { $0 + 0.5 * $1 } }
    var evidences: [[Double]] = []
    for evidence in [both, width, length, contrast, all] {
      guard let evidence, !evidences.contains(where: { sameSigns($0, evidence) }) else { continue }
      evidences.append(evidence)
    }
    var result = evidences.map { evidence in
      TickClassification(
        majorProbability: evidence.map { min(max(1 / (1 + exp(-min(max($0, -50), 50))), caution), 1 - caution) },
        hasClasses: true)
    }
    result.append(flat)
    return result
  }

  private static func sameSigns(_ a: [Double], _ b: [Double]) -> Bool {
    for i in a.indices where (a[i] > 0) != (b[i] > 0) { return false }
    return true
  }
}

/// One number a tick by which classes may differ.
private struct TickFeature {
  let values: [Double]
  let sigmas: [Double]

  init(_ values: [Double], _ sigmas: [Double]) {
    self.values = values
    self.sigmas = sigmas
  }

  /// ln of the odds that each tick is of the upper class, by the best cut into two (least squares within), if need be
  /// one that parts a single tick; nil where the two are less than three spreads apart.
  var evidence: [Double]? { evidence(minimumCount: 2) ?? evidence(minimumCount: 1) }

  private func evidence(minimumCount: Int) -> [Double]? {
    let n = values.count
    let order = values.indices.sorted { values[$0] < values[$1] }
    var prefix = [0.0]
    for i in order { prefix.append(prefix[prefix.count - 1] + values[i]) }
    let total = prefix[n]
    var best = -Double.infinity
    var cut = 0
    for k in max(minimumCount, 1)..<max(n - minimumCount + 1, minimumCount + 1) where k < n {
      let low = prefix[k]
      let high = total - low
      let between = low * low / Double(k) + high * high / Double(n - k)
      if between > best {
        best = between
        cut = k
      }
    }
    guard cut > 0 else { return nil }
    let lower = order[..<cut].map { values[$0] }
    let upper = order[cut...].map { values[$0] }
    let (a, b) = (median(lower), median(upper))
    let scatter = lower.map { $0 - a } + upper.map { $0 - b }
    let spread = max(max(medianDeviation(scatter), 0.7 * median(sigmas)), 0.02 * b.magnitude)
    guard b - a > 3 * spread else { return nil }
    return values.indices.map { i in
      let sigma = max(spread, sigmas[i])
      let (u, v) = ((values[i] - a) / sigma, (values[i] - b) / sigma)
      // Tails of Student's t with 4 degrees of freedom: a wild value speaks for neither.
      return 2.5 * (log(1 + u * u / 4) - log(1 + v * v / 4))
    }
  }
}
