import CalqueCore
import CalqueSpec

/// One dial that several pictures show at different values, fitted together.
///
/// Centre, circles, spacing and notch come from all pictures; ticks, ends and pointer from the first.
/// - Returns: The dial and which pictures it comes from; nil where the first picture shows none.
func measureCombinedDial(_ bitmaps: [Bitmap], options: MeasureOptions) -> (dial: DialSpec, pictures: [Int])? {
  let analyses = bitmaps.map { bitmap in bestAnalysis(bitmap, options) }
  guard let first = analyses.first, let base = first else { return nil }
  // The same place and size, or it is another dial, or the screen has moved; a picture twice tells nothing new.
  let together = analyses.indices.filter { i in
    guard let other = analyses[i] else { return false }
    let a = base.fitted
    let b = other.fitted
    func agree(_ x: Double, _ y: Double, _ sigma: Double) -> Bool { (x - y).magnitude < 2 + 4 * sigma }
    return !bitmaps[..<i].contains(bitmaps[i])
      && agree(a.fit.x, b.fit.x, hypot(a.fit.sigmaX, b.fit.sigmaX))
      && agree(a.fit.y, b.fit.y, hypot(a.fit.sigmaY, b.fit.sigmaY))
      && agree(a.radius.value, b.radius.value, hypot(a.radius.sigma, b.radius.sigma))
  }
  let members = together.compactMap { analyses[$0] }
  guard members.count > 1, let pooled = pool(members) else { return (base.spec, [0]) }
  var fitted = base.fitted
  fitted.fit = pooled.outcome.fit
  fitted.radius = pooled.outcome.radius
  fitted.isRound = pooled.outcome.isRound
  fitted.notch = pooled.notch
  var combined = bitmaps[0].withReader { DialAnalysis($0, fitted, score: base.score) }
  let rimFollows = combined.meaning.notch.rimFollows
  combined.meaning.notch = pooled.notch
  combined.meaning.notch.rimFollows = rimFollows
  combined.meaning.law.pool(
    members.map { member in
      let observations = member.fitted.ticks.map {
        $0.observation(circle: pooled.outcome.circle, isRound: pooled.outcome.isRound)
      }
      return inferLaw(
        observations,
        geometry: DialGeometry(
          radius: pooled.outcome.radius,
          visible: [ArcInterval(from: Angle(radians: -Double.pi), to: Angle(radians: Double.pi))])
      ).law
    })
  return (combined.spec, together)
}

/// The surest dial of a picture.
private func bestAnalysis(_ bitmap: Bitmap, _ options: MeasureOptions) -> DialAnalysis? {
  guard var detector = DialDetector(bitmap, options: options) else { return nil }
  var best: DialAnalysis?
  for way in DialDetector.Way.allCases {
    for candidate in detector.bars(way) {
      if case .dial(let analysis) = bitmap.withReader({ analyse($0, candidate, options) }),
        analysis.score > (best?.score ?? 0)
      {
        best = analysis
      }
    }
    if let best, best.spec.confidence > 0.95 { break }
  }
  return best
}

/// The circles and the notch of all pictures together.
private func pool(_ members: [DialAnalysis]) -> (outcome: ConcentricFit.Outcome, notch: DialNotch)? {
  var ticks: [TickMeasurement] = []
  var weights: [DialTick.Weight] = []
  var rim: RimFinder.Rim?
  for member in members {
    ticks += member.fitted.ticks
    weights += member.fitted.weights
    if let other = member.fitted.rim {
      if rim == nil { rim = other } else { rim?.points += other.points }
    }
  }
  var start = members[0].fitted.circle
  var notch = members[0].fitted.notch
  var outcome: ConcentricFit.Outcome?
  for _ in 0..<2 {
    guard let fit = ConcentricFit().fit(ticks, weights, notch: notch, rim: rim, start: start) else { return nil }
    start = fit.circle
    outcome = fit
    var samples: [NotchSample] = []
    for (source, member) in members.enumerated() {
      let dials = zip(member.fitted.ticks, member.fitted.weights).map {
        $0.0.asTick($0.1, circle: fit.circle, isRound: fit.isRound)
      }
      samples += notchSamples(
        dials, radius: fit.circle.radius, axis: member.found?.pointer.angle.angle ?? Angle(radians: 0), source: source)
    }
    let axis =
      members[0].found?.pointer.angle
      ?? AngleEstimate(Angle(radians: 0), sigma: Angle(radians: 1 / max(fit.circle.radius, 1)))
    notch = fitNotch(samples, radius: fit.circle.radius, axis: axis)
  }
  return outcome.map { ($0, notch) }
}

extension DialLaw {
  /// Takes the mean of the octaves of laws of the same kind, weighted by one over their variance.
  mutating func pool(_ laws: [DialLaw]) {
    let octaves = laws.compactMap { $0.kind == .logarithmic ? $0.perOctave : nil }
    guard kind == .logarithmic, octaves.count > 1 else { return }
    var sum = 0.0
    var total = 0.0
    for octave in octaves {
      let weight = 1 / max(octave.sigma * octave.sigma, 1e-16)
      sum += weight * octave.value
      total += weight
    }
    perOctave = Estimate(sum / total, sigma: (1 / total).squareRoot())
  }
}
