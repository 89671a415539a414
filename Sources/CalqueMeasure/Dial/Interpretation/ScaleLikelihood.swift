import CalqueCore

/// A hypothesis laid over the ticks.
struct ScaleFit {
  var hypothesis: ScaleHypothesis
  /// ln of the likelihood, up to a constant that all hypotheses share.
  var score: Double
  /// The place of each tick, as an index of `places`; nil for what the law does not explain.
  var match: [Int?]
  /// From the first tick to the last.
  var places: [ScalePlace]
  /// Of the ticks that match, px.
  var residuals: [Double]
  /// The look's verdict on the classes, per tick.
  var classification: TickClassification

  var matched: Int { residuals.count }
  var rms: Double {
    guard !residuals.isEmpty else { return .infinity }
    var sum = 0.0
    for r in residuals { sum += r * r }
    return (sum / Double(residuals.count)).squareRoot()
  }
}

/// How likely the ticks are under a hypothesis: places seen and missed, ticks explained and not, distances, looks.
struct ScaleLikelihood {
  let sequence: TickSequence
  /// The typical gap between neighbours, px.
  let gap: Double
  /// Standard deviation of a tick's place, px: its own, no less than what the ticks in common show.
  var spread: [Double]
  /// ln of the density of marks that are none of the dial's, per px.
  let strayLogDensity: Double
  /// ln of the chance that a tick is not observed where it should be.
  private let missLogChance: [Double]

  init(_ sequence: TickSequence) {
    self.sequence = sequence
    let s = sequence.position
    let gaps = (1..<max(s.count, 1)).map { s[$0] - s[$0 - 1] }
    gap = gaps.isEmpty ? 1 : max(median(gaps), 1e-6)
    let extent = max((s.last ?? 1) - (s.first ?? 0), gap)
    strayLogDensity = log(0.02 * Double(max(s.count, 1)) / extent)
    let floor = 0.004 * gap
    spread = sequence.sigma.map { hypot($0, floor) }
    // A tick is easily lost among faint neighbours, hardly among strong ones.
    let strong = quantile(sequence.ticks.map { $0.contrast }, 0.6)
    missLogChance = sequence.ticks.map { log($0.contrast < 0.35 * strong ? 0.3 : 0.05) }
  }

  /// Widens the spread to what the best hypothesis' residuals show.
  mutating func adoptSpread(of fit: ScaleFit) {
    guard fit.residuals.count >= 4 else { return }
    var scaled: [Double] = []
    var k = 0
    for i in fit.match.indices where fit.match[i] != nil {
      scaled.append(fit.residuals[k] / spread[i])
      k += 1
    }
    let factor = 1.482602218505602 * median(scaled.map { $0.magnitude })
    guard factor > 1 else { return }
    for i in spread.indices { spread[i] *= min(factor, 10) }
  }

  func fit(_ hypothesis: ScaleHypothesis, _ classification: TickClassification) -> ScaleFit {
    let s = sequence.position
    let n = s.count
    let places = hypothesis.places(
      from: s[0] - 0.3 * gap, to: s[n - 1] + 0.3 * gap, resolution: sequence.resolution)
    var match = [Int?](repeating: nil, count: n)
    var values = [Double](repeating: strayLogDensity, count: n)
    var place = 0
    for i in 0..<n {
      // Candidates: the nearest place on each side.
      while place + 1 < places.count
        && (places[place + 1].position - s[i]).magnitude <= (places[place].position - s[i]).magnitude
      { place += 1 }
      var best = strayLogDensity
      var chosen: Int?
      for k in max(0, place - 1)..<min(places.count, place + 2) {
        if i > 0, let taken = match[i - 1], taken >= k { continue }
        let z = (s[i] - places[k].position) / spread[i]
        // Student's t with 3 degrees of freedom: rare large errors are no disproof.
        let density = 0.3675525969478614 / (spread[i] * (1 + z * z / 3) * (1 + z * z / 3))
        let look = places[k].isMajor ? classification.majorEvidence[i] : classification.minorEvidence[i]
        let value = log(density) + look + logSeen
        if value > best {
          best = value
          chosen = k
        }
      }
      values[i] = best
      match[i] = chosen
    }
    dropIsolated(places, &match, &values)
    var score = missedScore(places, match)
    var residuals: [Double] = []
    for i in 0..<n {
      score += values[i]
      if let k = match[i] { residuals.append(s[i] - places[k].position) }
    }
    return ScaleFit(
      hypothesis: hypothesis, score: score, match: match, places: places, residuals: residuals,
      classification: classification)
  }

  private let logSeen = -0.051293294387550585  // ln 0.95

  /// Takes outermost ticks beyond three or more places in view that show none for strays that chance put on a place.
  private func dropIsolated(_ places: [ScalePlace], _ match: inout [Int?], _ values: inout [Double]) {
    for isLeading in [true, false] {
      var order = match.indices.filter { match[$0] != nil }
      if !isLeading { order.reverse() }
      var dropped = 0
      while order.count - dropped > 4 {
        guard let a = match[order[dropped]], let b = match[order[dropped + 1]] else { return }
        var empty = 0
        for k in (min(a, b) + 1)..<max(a, b, min(a, b) + 1)
        where !places[k].isOptional && !places[k].isUnresolved && sequence.isVisible(places[k].position) { empty += 1 }
        if empty < 3 { break }
        match[order[dropped]] = nil
        values[order[dropped]] = strayLogDensity
        dropped += 1
      }
    }
  }

  /// ln of the chance of all places that show no tick between the outermost that do.
  private func missedScore(_ places: [ScalePlace], _ match: [Int?]) -> Double {
    var seen = [Bool](repeating: false, count: places.count)
    for case let k? in match { seen[k] = true }
    var score = 0.0
    var near = 0
    let s = sequence.position
    guard let first = seen.firstIndex(of: true), let last = seen.lastIndex(of: true) else { return 0 }
    for k in first...last where !seen[k] {
      if places[k].isUnresolved { continue }
      if places[k].isOptional {
        score -= 0.1
        continue
      }
      guard sequence.isVisible(places[k].position) else { continue }
      while near + 1 < s.count && s[near + 1] <= places[k].position { near += 1 }
      let next = min(near + 1, s.count - 1)
      score += max(missLogChance[near], missLogChance[next])
    }
    return score
  }

  /// Offset and slope of the matching ticks by robust weighted regression, and the fit that results.
  func refined(_ fit: ScaleFit) -> ScaleFit {
    var current = fit
    for _ in 0..<2 {
      var (sw, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
      var count = 0
      for i in current.match.indices {
        guard let k = current.match[i] else { continue }
        let x = current.places[k].coordinate
        let y = sequence.position[i]
        let z = (y - current.places[k].position) / (3 * spread[i])
        let w = 1 / (spread[i] * spread[i] * (1 + z * z))
        sw += w
        sx += w * x
        sy += w * y
        sxx += w * x * x
        sxy += w * x * y
        count += 1
      }
      let determinant = sw * sxx - sx * sx
      guard count >= 2, determinant > 1e-12 * sw * sxx else { return current }
      var hypothesis = current.hypothesis
      hypothesis.slope = (sw * sxy - sx * sy) / determinant
      hypothesis.offset = (sy - hypothesis.slope * sx) / sw
      guard hypothesis.slope.magnitude > 1e-9, hypothesis.slope.isFinite else { return current }
      let next = self.fit(hypothesis, current.classification)
      if next.score <= current.score { return current }
      current = next
    }
    return current
  }
}
