import CalqueCore

/// Finds the hypotheses that may explain the ticks, best first.
struct ScaleSearch {
  let sequence: TickSequence
  let combs: [TickComb]
  var likelihood: ScaleLikelihood

  init(_ sequence: TickSequence) {
    self.sequence = sequence
    combs = TickComb.candidates(sequence.position)
    likelihood = ScaleLikelihood(sequence)
  }

  /// All fits worth comparing, best first.
  mutating func run() -> [ScaleFit] {
    guard sequence.count >= 3 else { return [] }
    var fits: [ScaleFit] = []
    for classification in TickClassification.candidates(sequence) {
      for hypothesis in linear(classification) + logarithmic(classification) {
        fits.append(likelihood.refined(likelihood.fit(hypothesis, classification)))
      }
    }
    fits.sort { $0.score > $1.score }
    guard let best = fits.first else { return [] }
    likelihood.adoptSpread(of: best)
    var result = fits.prefix(40).map { likelihood.refined(likelihood.fit($0.hypothesis, $0.classification)) }
    result.sort { $0.score > $1.score }
    return result
  }

  /// Combs with every division into majors and minors that the look allows.
  private func linear(_ classification: TickClassification) -> [ScaleHypothesis] {
    var result: [ScaleHypothesis] = []
    for comb in combs {
      let teeth = sequence.position.map { (($0 - comb.phase) / comb.step).rounded() }
      func add(_ every: Int, _ phase: Int) {
        result.append(
          ScaleHypothesis(kind: .linear(every: every, phase: phase), offset: comb.phase, slope: comb.step))
      }
      add(1, 0)
      guard classification.hasClasses else { continue }
      add(0, 0)
      let major = zip(classification.majorEvidence, classification.minorEvidence).map { $0 - $1 }
      var ranked: [(score: Double, every: Int, phase: Int)] = []
      for every in 2...30 {
        var sums = [Double](repeating: 0, count: every)
        for i in teeth.indices {
          let tooth = Int(teeth[i])
          sums[(tooth % every + every) % every] += major[i]
        }
        for phase in 0..<every {
          ranked.append((sums[phase], every, phase))
        }
      }
      ranked.sort { $0.score > $1.score }
      for candidate in ranked.prefix(2) { add(candidate.every, candidate.phase) }
    }
    return result
  }

  /// Octaves and offsets from pairs of ticks that look major, judged by the majors alone, then with their minors.
  private func logarithmic(_ classification: TickClassification) -> [ScaleHypothesis] {
    let majors = sequence.position.indices.filter { classification.majorProbability[$0] > 0.5 }
    guard majors.count >= 2, majors.count <= 40 else { return [] }
    let s = majors.map { sequence.position[$0] }
    let spread = majors.map { hypot(likelihood.spread[$0], 0.01 * likelihood.gap) }
    var ranked: [(score: Double, offset: Double, slope: Double)] = []
    for (i, j) in pairs(s.count) {
      for first in 0...32 {
        let a = Self.logarithms[first]
        for span in (j - i)...(j - i + 1) where first + span < Self.logarithms.count {
          let b = Self.logarithms[first + span]
          for (left, right) in [(a, b), (b, a)] {
            let slope = (s[j] - s[i]) / (right - left)
            // An octave holds at least three typical gaps, and an integer's step is no less than half of one.
            guard slope.magnitude > 2.5 * likelihood.gap else { continue }
            let offset = s[i] - slope * left
            ranked.append((majorScore(s, spread, offset, slope), offset, slope))
          }
        }
      }
    }
    ranked.sort { $0.score > $1.score }
    var kept: [(score: Double, offset: Double, slope: Double)] = []
    for candidate in ranked {
      if kept.count >= 10 { break }
      let isNew = !kept.contains {
        ($0.slope - candidate.slope).magnitude < 0.02 * candidate.slope.magnitude
          && ($0.offset - candidate.offset).magnitude < 0.2 * likelihood.gap
      }
      if isNew { kept.append(candidate) }
    }
    var result: [ScaleHypothesis] = []
    for candidate in kept {
      for minors in minorRules(slope: candidate.slope) {
        result.append(
          ScaleHypothesis(kind: .logarithmic(minors), offset: candidate.offset, slope: candidate.slope))
      }
    }
    return result
  }

  /// Neighbours, neighbours but one, and the two outermost.
  private func pairs(_ count: Int) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    for i in 1..<count { result.append((i - 1, i)) }
    for i in 2..<max(count, 2) { result.append((i - 2, i)) }
    if count > 3 { result.append((0, count - 1)) }
    return result
  }

  private func majorScore(_ s: [Double], _ spread: [Double], _ offset: Double, _ slope: Double) -> Double {
    let margin = 0.3 * likelihood.gap
    let ends = ((s[0] - margin - offset) / slope, (s[s.count - 1] + margin - offset) / slope)
    var score = 0.0
    var matched = 0
    for i in s.indices {
      let coordinate = (s[i] - offset) / slope
      guard coordinate < ScaleHypothesis.largestCoordinate else {
        score -= 5
        continue
      }
      let z = exp2(coordinate)
      let nearest = z < 0.75 ? -1 : Self.logarithms[max(Int(z + 0.5), 1)]
      let r = (s[i] - offset - slope * nearest) / spread[i]
      if r * r < 25 {
        score -= 0.2 * r * r
        matched += 1
      } else {
        score -= 5
      }
    }
    let (least, most) = (min(ends.0, ends.1), max(ends.0, ends.1))
    var expected = least <= -1 ? 1 : 0
    let lowest = max(exp2(max(least, -2)).rounded(.up), 1)
    let highest = min(exp2(min(most, 7)).rounded(.down), ScaleHypothesis.largestValue)
    expected += max(Int(highest - lowest) + 1, 0)
    score -= 3 * Double(max(expected - matched, 0))
    return score
  }

  /// log₂ of the integers up to the largest value and one more; that of 0 stands for 0.5.
  private static let logarithms: [Double] =
    [-1] + (1...Int(ScaleHypothesis.largestValue) + 1).map { log2(Double($0)) }

  private func minorRules(slope: Double) -> [ScaleHypothesis.Minors] {
    var result: [ScaleHypothesis.Minors] = [.none]
    for comb in combs where comb.coherence > 0.5 {
      let count = (slope.magnitude / comb.step).rounded()
      guard count >= 3, count <= 30 else { continue }
      guard (slope.magnitude / comb.step - count).magnitude < 0.3 else { continue }
      let rule = ScaleHypothesis.Minors.perOctave(Int(count))
      if !result.contains(rule) { result.append(rule) }
    }
    if (combs.first?.coherence ?? 0) < 0.85 {
      for every in [0.1, 0.2, 0.25, 0.5] { result.append(.everyValue(every)) }
    }
    return result
  }
}
