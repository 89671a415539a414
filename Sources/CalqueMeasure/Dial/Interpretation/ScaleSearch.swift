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
        fits.append(likelihood.fit(hypothesis, classification))
      }
    }
    fits.sort { $0.score > $1.score }
    guard !fits.isEmpty else { return [] }
    // A start from two majors may be off by more than the ticks' spread; the likeliest are led to their optimum first.
    for i in fits.indices.prefix(30) { fits[i] = likelihood.refined(fits[i]) }
    fits.sort { $0.score > $1.score }
    likelihood.adoptSpread(of: fits[0])
    var result = fits.prefix(20).map { likelihood.refined(likelihood.fit($0.hypothesis, $0.classification)) }
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
    // Where all look alike they may all be majors, if they are few.
    let majors = sequence.position.indices.filter {
      classification.hasClasses ? classification.majorProbability[$0] > 0.5 : sequence.count <= 16
    }
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
            // An octave is longer than the typical gap, which is a minor step or lies between high integers.
            guard slope.magnitude > 1.5 * likelihood.gap else { continue }
            let offset = s[i] - slope * left
            let score = majorScore(s, spread, offset, slope) + combScore(offset, slope)
            ranked.append((score, offset, slope))
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
    var score = 0.0
    var matched = 0
    // Between the outermost majors that fit; what lies beyond is a stray and asks for no others.
    var least = Double.infinity
    var most = -Double.infinity
    for i in s.indices {
      let coordinate = (s[i] - offset) / slope
      guard coordinate < ScaleHypothesis.largestCoordinate else {
        score -= 5
        continue
      }
      let z = exp2(coordinate)
      let index = z < 0.75 ? 0 : Int(z + 0.5)
      let r = (s[i] - offset - slope * Self.logarithms[index]) / spread[i]
      if r * r < 25 {
        score -= 0.2 * r * r
        matched += 1
        least = min(least, Double(index))
        most = max(most, Double(index))
      } else {
        score -= 5
      }
    }
    if matched > 0 { score -= 3 * max(most - least + 1 - Double(matched), 0) }
    return score
  }

  /// How well 1 and the octaves stand on the most regular comb, if there is a clear one: 0, or less.
  private func combScore(_ offset: Double, _ slope: Double) -> Double {
    guard let comb = combs.first, comb.coherence > 0.7 else { return 0 }
    let count = slope.magnitude / comb.step
    let place = (offset - comb.phase) / comb.step
    let octave = (count - count.rounded()) / 0.08
    let unity = (place - place.rounded()) / 0.08
    let range = count > 3.5 && count < 30.5 ? 0 : -6.0
    return range - 0.2 * (min(octave * octave, 25) + min(unity * unity, 25))
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
