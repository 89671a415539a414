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

/// Where a fit of the ends begins, px and contrast.
struct EndStart {
  var fullMajor: Double
  var fullMinor: Double
  /// Of the leading and trailing side, as distances from the axis.
  var reach: [Double]
  var fade: [Double]
  /// How far the scale is seen from the axis.
  var extent: Double
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
  /// −2 ln of the evidence (Laplace's approximation) times the prior chances of the model; smaller is better.
  var criterion: Double
  /// By how much the contrasts' errors exceed their stated σ.
  var scale: Double

  init?(
    _ model: EndModel, _ fit: LeastSquaresFit, slot: [Int], start: EndStart, seen: [Double], penalty: Double
  ) {
    let parameters = fit.parameters
    self.model = model
    (fullMajor, fullMinor) = (parameters[0], parameters[1])
    (reach, fade) = (start.reach, start.fade)
    (fullSigma, goneSigma) = ([0, 0], [0, 0])
    scale = Self.scale(seen, parameters: parameters.count)
    let shapes = [model.leading, model.trailing]
    var occam = 0.0
    for side in 0..<2 {
      guard let shape = shapes[side], slot[side] >= 0 else { continue }
      let k = slot[side]
      reach[side] = parameters[k]
      fade[side] = exp(parameters[k + 1])
      guard reach[side] > 0, fade[side].isFinite, fade[side] < 20 * start.fade[side] else { return nil }
      guard let covariance = fit.formalCovariance else { return nil }
      if side == 0 || slot[0] != slot[1] {
        // Laplace's approximation: the share of the prior (a reach anywhere, fades over a decade) that fits the data.
        let determinant = covariance[k, k] * covariance[k + 1, k + 1] - covariance[k, k + 1] * covariance[k, k + 1]
        let volume = 2 * Double.pi * scale * scale * max(determinant, 0).squareRoot()
        occam -= 2 * log(min(max(volume / (2.3 * start.extent), 1e-9), 1))
      }
      for (share, isFull) in [(FadeEnvelope.full(shape), true), (FadeEnvelope.gone(shape), false)] {
        var gradient = [Double](repeating: 0, count: parameters.count)
        gradient[k] = 1
        gradient[k + 1] = -share * fade[side]
        let sigma = max(covariance.quadraticForm(gradient), 0).squareRoot() * scale
        if isFull { fullSigma[side] = sigma } else { goneSigma[side] = sigma }
      }
    }
    criterion = 2 * fit.cost + penalty + occam
  }

  /// By how much the errors of the contrasts that were seen exceed, or fall short of, their stated σ: places without a
  /// tick have no error to tell it by.
  private static func scale(_ residuals: [Double], parameters: Int) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for r in residuals {
      let weight = RobustLoss.cauchy(scale: 2.385).weight(r)
      sum += weight * r * r
      weights += weight
    }
    let left = residuals.count - parameters
    guard left > 0, weights > 0 else { return 1 }
    let inflation = Double(residuals.count) / Double(left)
    return (sum / weights * inflation).squareRoot() * studentInflation(degreesOfFreedom: left)
  }

  /// What is left where nothing could be fitted.
  init(_ model: EndModel, _ start: EndStart) {
    self.model = model
    (fullMajor, fullMinor) = (start.fullMajor, start.fullMinor)
    (reach, fade) = (start.reach, start.fade)
    (fullSigma, goneSigma) = ([0, 0], [0, 0])
    (criterion, scale) = (0, 1)
  }

  /// The same fit under a model that differs in its prior chance alone.
  func with(_ other: EndModel, penalty: Double, insteadOf own: Double) -> EndFit {
    var result = self
    result.model = other
    result.criterion += penalty - own
    return result
  }

  /// The shorter of the two sides' fades, px; nil without any.
  var shortestFade: Double? {
    var result: Double?
    for (shape, length) in [(model.leading, fade[0]), (model.trailing, fade[1])] where shape != nil {
      result = min(result ?? length, length)
    }
    return result
  }

  func envelope(_ position: Double) -> Double {
    let side = position < 0 ? 0 : 1
    let shape = side == 0 ? model.leading : model.trailing
    guard let shape else { return 1 }
    return FadeEnvelope.value(shape, (reach[side] - position.magnitude) / fade[side])
  }
}

extension StrengthSamples {
  /// The chance that a tick of that share of the full strength is not observed, and its derivative: one in twenty when
  /// it is strong, even at a sixth, nearly certain below a tenth.
  static func missChance(_ strength: Double) -> (chance: Double, slope: Double) {
    let (floor, middle, width) = (0.05, 0.17, 0.035)
    let faint = 1 / (1 + exp((strength - middle) / width))
    return (floor + (1 - floor) * faint, -(1 - floor) * faint * (1 - faint) / width)
  }

  /// Fits one model; nil where its parameters are undetermined.
  ///
  /// - Parameters:
  ///   - start: The sides' reach and fade, px, and the classes' full contrasts.
  ///   - noise: By how much the contrasts' errors exceed their stated σ.
  func fit(_ model: EndModel, start: EndStart, noise: Double) -> EndFit? {
    let shapes = [model.leading, model.trailing]
    let used = samples.filter { sample in
      if sample.isSeen { return true }
      // Behind a hard edge or the scale's end nothing is expected.
      if sample.position < first.position { return !model.endsLeading && model.leading != nil }
      if sample.position > last.position { return !model.endsTrailing && model.trailing != nil }
      return true
    }
    var initial = [start.fullMajor, start.fullMinor]
    // Which parameters hold each side's reach; its fade's logarithm follows.
    var slot = [-1, -1]
    for side in 0..<2 where shapes[side] != nil {
      if model.isSymmetric && side == 1 && slot[0] >= 0 {
        slot[1] = slot[0]
        continue
      }
      slot[side] = initial.count
      initial += [start.reach[side], log(start.fade[side])]
    }
    let n = initial.count
    // A class without ticks has no full contrast to fit; a weak prior pins it.
    let lacksMajor = !used.contains { $0.isMajor && $0.isSeen }
    let lacksMinor = !used.contains { !$0.isMajor && $0.isSeen }
    let priors = (lacksMajor ? 1 : 0) + (lacksMinor ? 1 : 0)
    let fit = leastSquares(
      start: initial, count: used.count + priors, loss: .cauchy(scale: 2.385),
      options: LeastSquaresOptions(maximumIterations: 15, costTolerance: 1e-5, stepTolerance: 1e-5)
    ) { p, r, jacobian, wantsJacobian in
      let fades = slot.map { $0 >= 0 ? exp(p[$0 + 1]) : 1 }
      for i in used.indices {
        let sample = used[i]
        let side = sample.position < 0 ? 0 : 1
        var envelope = 1.0
        var slope = 0.0
        var u = 1.0
        if let shape = shapes[side] {
          u = (p[slot[side]] - sample.position.magnitude) / fades[side]
          envelope = FadeEnvelope.value(shape, u)
          if wantsJacobian { slope = FadeEnvelope.slope(shape, u) }
        }
        var byEnvelope = 0.0
        let full = sample.isMajor ? 0 : 1
        if sample.isSeen {
          let weight = 1 / (sample.sigma * noise)
          r[i] = (sample.contrast - p[full] * envelope) * weight
          byEnvelope = -p[full] * weight
          if wantsJacobian { jacobian[i * n + full] = -envelope * weight }
        } else {
          let (chance, chanceSlope) = Self.missChance(envelope)
          r[i] = max(-2 * log(chance), 1e-12).squareRoot()
          byEnvelope = -chanceSlope / (chance * max(r[i], 1e-3))
        }
        if wantsJacobian && slot[side] >= 0 {
          jacobian[i * n + slot[side]] = byEnvelope * slope / fades[side]
          jacobian[i * n + slot[side] + 1] = -byEnvelope * slope * u
        }
      }
      var next = used.count
      for (k, lacks) in [lacksMajor, lacksMinor].enumerated() where lacks {
        r[next] = p[k] - initial[k]
        jacobian[next * n + k] = 1
        next += 1
      }
    }
    let seen = used.indices.filter { used[$0].isSeen }.map { fit.residuals[$0] }
    let result = EndFit(model, fit, slot: slot, start: start, seen: seen, penalty: penalty(model))
    // A fade that no tick shows is a hard edge as far as ticks can tell.
    guard let result, result.shortestFade == nil || isVisible(result) else { return nil }
    return result
  }

  /// Whether an outermost tick on a fading side is weakened, over more than one and a half gaps.
  private func isVisible(_ fit: EndFit) -> Bool {
    let faintest = min(
      fit.model.leading == nil ? 1 : fit.envelope(first.position),
      fit.model.trailing == nil ? 1 : fit.envelope(last.position))
    return faintest < 0.88 && (fit.shortestFade ?? 0) > 1.5 * gap
  }

  /// −2 ln of the prior chances of a model.
  func penalty(_ model: EndModel) -> Double {
    let extent = max(-first.position, last.position, gap)
    let ends = [model.endsLeading, model.endsTrailing]
    let endChances = [firstEndChance, lastEndChance]
    let shapes = [model.leading, model.trailing]
    var chance = model.isSymmetric ? 0.9 : 0.1
    for shape in model.isSymmetric ? [model.leading] : shapes {
      guard let shape else {
        chance *= 0.4
        continue
      }
      for candidate in FadeEnvelope.shapes where candidate.shape == shape { chance *= 0.6 * candidate.prior }
    }
    for side in 0..<2 where ends[side] {
      // Behind a hard edge at full strength a scale ends more often than a window cuts it.
      chance *= endChances[side] * (shapes[side] == nil ? 2.5 : 1.2)
    }
    // A hard edge may lie anywhere: the narrower the stretch that explains what is seen, the less likely.
    if model.isSymmetric && model.leading == nil {
      let window = cutRange(model)
      let width = window.most.isFinite ? window.most - window.least : 0.5 * extent
      chance *= max(width / extent, 1e-6)
    } else if !model.isSymmetric {
      for side in 0..<2 where shapes[side] == nil {
        chance *= ends[side] ? 0.5 : (side == 0 ? first.position - beforeFirst : afterLast - last.position) / extent
      }
    }
    return -2 * log(chance)
  }

  /// Between which distances from the axis a symmetric hard window's edge lies, px.
  func cutRange(_ model: EndModel) -> (least: Double, most: Double) {
    var most = Double.infinity
    if !model.endsLeading { most = min(most, -beforeFirst) }
    if !model.endsTrailing { most = min(most, afterLast) }
    return (max(-first.position, last.position), most)
  }
}
