import CalqueCore
import CalqueSpec

/// What the window is in which a scale shows, and where the scale itself ends.
struct EndModel: Equatable {
  /// Of each side: nil for a hard edge.
  var leading: DialEnd.Shape?
  var trailing: DialEnd.Shape?
  /// Whether both sides share one extent about the axis.
  var isSymmetric: Bool
  /// Whether the outermost tick of a side is the scale's own last.
  var endsLeading: Bool
  var endsTrailing: Bool
}

/// A model fitted to the strengths.
struct EndFit {
  var model: EndModel
  /// Contrast of a full major and a full minor tick.
  var fullMajor: Double
  var fullMinor: Double
  /// Where each side's fade is at nothing, as distance from the axis, px; the fades' lengths, px.
  var reach: [Double]
  var fade: [Double]
  /// Standard deviations of `full` and `gone` as distances from the axis on each side, px.
  var fullSigma: [Double]
  var goneSigma: [Double]
  /// AICc with the prior chances of the model, smaller is better.
  var criterion: Double
  var variance: Double

  func envelope(_ position: Double) -> Double {
    let side = position < 0 ? 0 : 1
    let shape = side == 0 ? model.leading : model.trailing
    guard let shape else { return 1 }
    return FadeEnvelope.value(shape, (reach[side] - position.magnitude) / fade[side])
  }
}

extension StrengthSamples {
  /// A tick at a fifth of the full strength is as often lost as found; below it is mostly lost.
  private static let threshold = (middle: 0.17, width: 0.06)

  /// The chance that a tick of that share of the full strength is not observed.
  static func missChance(_ strength: Double) -> Double {
    let z = (strength - threshold.middle) / threshold.width
    return 0.05 + 0.95 * 0.5 * erfc(z / 1.4142135623730951)
  }

  /// Fits one model; nil where its parameters are undetermined.
  ///
  /// - Parameters:
  ///   - start: The sides' reach and fade, px, and the classes' full contrasts.
  ///   - noise: By how much the contrasts' errors exceed their stated σ.
  func fit(
    _ model: EndModel, reach startReach: [Double], fade startFade: [Double], full: (Double, Double), noise: Double
  ) -> EndFit? {
    let used = samples.filter { sample in
      if sample.isSeen { return true }
      if sample.position < first.position { return !model.endsLeading }
      if sample.position > last.position { return !model.endsTrailing }
      return true
    }
    let hasMajor = used.contains { $0.isMajor && $0.isSeen }
    let hasMinor = used.contains { !$0.isMajor && $0.isSeen }
    var start = [full.0, full.1]
    var steps = [1e-4, 1e-4]
    // Which parameters hold each side's reach; its fade follows.
    var slot = [-1, -1]
    let shapes = [model.leading, model.trailing]
    for side in 0..<2 where shapes[side] != nil {
      if model.isSymmetric && side == 1 && slot[0] >= 0 {
        slot[1] = slot[0]
        continue
      }
      slot[side] = start.count
      start += [startReach[side], log(startFade[side])]
      steps += [1e-3 * startFade[side], 1e-3]
    }
    // A class without ticks has no full contrast to fit; a weak prior pins it.
    let priors = (hasMajor ? 0 : 1) + (hasMinor ? 0 : 1)
    func strength(_ p: [Double], _ s: Double) -> Double {
      let side = s < 0 ? 0 : 1
      guard let shape = shapes[side], slot[side] >= 0 else { return 1 }
      return FadeEnvelope.value(shape, (p[slot[side]] - s.magnitude) / exp(p[slot[side] + 1]))
    }
    let fit = leastSquares(
      start: start, steps: steps, count: used.count + priors, loss: .cauchy(scale: 2.385),
      options: LeastSquaresOptions(maximumIterations: 20, costTolerance: 1e-6, stepTolerance: 1e-6)
    ) { p, r in
      for (i, sample) in used.enumerated() {
        let envelope = strength(p, sample.position)
        if sample.isSeen {
          let model = (sample.isMajor ? p[0] : p[1]) * envelope
          r[i] = (sample.contrast - model) / (sample.sigma * noise)
        } else {
          r[i] = (-2 * log(Self.missChance(envelope))).squareRoot()
        }
      }
      var next = used.count
      if !hasMajor {
        r[next] = p[0] - full.0
        next += 1
      }
      if !hasMinor { r[next] = p[1] - full.1 }
    }
    let parameters = fit.parameters
    var reach = startReach
    var fade = startFade
    var fullSigma = [0.0, 0.0]
    var goneSigma = [0.0, 0.0]
    for side in 0..<2 {
      guard let shape = shapes[side], slot[side] >= 0 else { continue }
      let k = slot[side]
      reach[side] = parameters[k]
      fade[side] = exp(parameters[k + 1])
      guard reach[side] > 0, fade[side].isFinite, reach[side].isFinite else { return nil }
      guard let covariance = fit.formalCovariance else { return nil }
      let scale = max(fit.residualVariance, 1).squareRoot() * studentInflation(degreesOfFreedom: 8)
      for (share, isFull) in [(FadeEnvelope.full(shape), true), (FadeEnvelope.gone(shape), false)] {
        var gradient = [Double](repeating: 0, count: parameters.count)
        gradient[k] = 1
        gradient[k + 1] = -share * fade[side]
        let sigma = max(covariance.quadraticForm(gradient), 0).squareRoot() * scale
        if isFull { fullSigma[side] = sigma } else { goneSigma[side] = sigma }
      }
    }
    let count = Double(parameters.count - priors)
    let n = Double(used.count)
    let correction = n - count - 1 > 0 ? 2 * count * (count + 1) / (n - count - 1) : 1e3
    return EndFit(
      model: model, fullMajor: parameters[0], fullMinor: parameters[1], reach: reach, fade: fade,
      fullSigma: fullSigma, goneSigma: goneSigma, criterion: 2 * fit.cost + 2 * count + correction + penalty(model),
      variance: fit.residualVariance)
  }

  /// −2 ln of the prior chances of a model.
  private func penalty(_ model: EndModel) -> Double {
    var chance = model.isSymmetric ? 0.9 : 0.1
    for shape in model.isSymmetric ? [model.leading] : [model.leading, model.trailing] {
      guard let shape else {
        chance *= 0.4
        continue
      }
      for candidate in FadeEnvelope.shapes where candidate.shape == shape { chance *= 0.6 * candidate.prior }
    }
    // A cut through a tick is a window's, never the scale's own.
    if model.endsLeading { chance *= firstEndOdds * (isFirstCut ? 0.05 : 1) }
    if model.endsTrailing { chance *= lastEndOdds * (isLastCut ? 0.05 : 1) }
    if model.isSymmetric && model.leading == nil && !symmetricCutIsPossible(model) { chance *= 1e-6 }
    return -2 * log(chance)
  }

  /// Whether one hard window about the axis can show what is seen and hide what is not.
  private func symmetricCutIsPossible(_ model: EndModel) -> Bool {
    let window = cutRange(model)
    return window.least <= window.most
  }

  /// Between which distances from the axis a symmetric hard window's edge lies, px.
  func cutRange(_ model: EndModel) -> (least: Double, most: Double) {
    var most = Double.infinity
    if !model.endsLeading { most = min(most, -beforeFirst) }
    if !model.endsTrailing { most = min(most, afterLast) }
    return (max(-first.position, last.position), most)
  }
}
