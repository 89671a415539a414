import CalqueCore
import CalqueSpec

/// How a scale looks at its ends, and how strong its ticks are in relation to full ones.
public struct EndInterpretation: Sendable {
  public var leading: DialEnd
  public var trailing: DialEnd
  /// Of each observation: contrast over that of a full tick of its weight, with its standard deviation.
  public var strengths: [Estimate]
}

/// Tells clip, fade, the scale's own end and the picture's border apart by an information criterion.
///
/// The strengths of all ticks, and the places of the law where none is seen, are explained by windows with hard or
/// fading edges (linear, exponential, smoothstep, gaussian), the same on both sides of the axis or not, behind which
/// the scale goes on or ends. An outermost tick that is major speaks for the scale's own end, for scales end at a
/// major and windows do not care.
///
/// - Returns: Angles with σ from the fit; where shapes tie (criterion within 2) the shape is nil and σ holds the
///   spread between them.
public func interpretEnds(
  _ observations: [TickObservation], inference: LawInference, geometry: DialGeometry
) -> EndInterpretation {
  interpretEnds(observations, ResolvedScale(observations, geometry: geometry), inference, geometry)
}

func interpretEnds(
  _ observations: [TickObservation], _ scale: ResolvedScale, _ inference: LawInference, _ geometry: DialGeometry
) -> EndInterpretation {
  let unknown = DialEnd(kind: .unknown)
  let axis = geometry.pointer?.angle ?? Angle(radians: 0)
  guard let samples = StrengthSamples(scale, inference, axis: axis) else {
    return EndInterpretation(
      leading: unknown, trailing: unknown,
      strengths: observations.map { Estimate($0.contrast, sigma: $0.sigmaContrast) })
  }
  let fits = samples.fits()
  let best = fits[0]
  let strengths = observations.indices.map { i in
    let full = inference.weights[i] == .major ? best.fullMajor : best.fullMinor
    return Estimate(
      observations[i].contrast / max(full, 1e-3), sigma: observations[i].sigmaContrast / max(full, 1e-3))
  }
  if samples.isFullCircle {
    return EndInterpretation(
      leading: DialEnd(kind: .none), trailing: DialEnd(kind: .none), strengths: strengths)
  }
  return EndInterpretation(
    leading: samples.end(.leading, fits), trailing: samples.end(.trailing, fits), strengths: strengths)
}

extension StrengthSamples {
  /// All models fitted, best first.
  func fits() -> [EndFit] {
    let full = (fullContrast(isMajor: true), fullContrast(isMajor: false))
    let extent = max(-first.position, last.position, 1)
    let flat = EndModel(leading: nil, trailing: nil, isSymmetric: true, endsLeading: true, endsTrailing: true)
    let reach = [max(-beforeFirst, 0.1 * extent), max(afterLast, 0.1 * extent)]
    var noise = 1.0
    var result: [EndFit] = []
    for round in 0..<2 {
      result = []
      for model in models() {
        let length = 0.3 * extent
        let start = model.isSymmetric ? [max(reach[0], reach[1]), max(reach[0], reach[1])] : reach
        var best: EndFit?
        for factor in [1.0, 1.8] {
          let hasFade = model.leading != nil || model.trailing != nil
          if !hasFade && factor > 1 { continue }
          let fit = self.fit(
            model, reach: start, fade: [length * factor, length * factor], full: full, noise: noise)
          if let fit, fit.criterion < (best?.criterion ?? .infinity) { best = fit }
        }
        if let best { result.append(best) }
      }
      result.sort { $0.criterion < $1.criterion }
      guard round == 0, let best = result.first else { break }
      noise = max(best.variance.squareRoot(), 1)
      if noise < 1.1 { break }
    }
    if result.isEmpty {
      result = [
        EndFit(
          model: flat, fullMajor: full.0, fullMinor: full.1, reach: reach, fade: [1, 1], fullSigma: [0, 0],
          goneSigma: [0, 0], criterion: 0, variance: 1)
      ]
    }
    return result
  }

  private func fullContrast(isMajor: Bool) -> Double {
    let own = samples.filter { $0.isSeen && $0.isMajor == isMajor }.map { $0.contrast }
    let any = own.isEmpty ? samples.filter { $0.isSeen }.map { $0.contrast } : own
    return max(quantile(any, 0.75), 0.02)
  }

  private func models() -> [EndModel] {
    var result: [EndModel] = []
    let shapes: [DialEnd.Shape?] = [nil] + FadeEnvelope.shapes.map { $0.shape }
    for endsLeading in [false, true] {
      for endsTrailing in [false, true] {
        for shape in shapes {
          result.append(
            EndModel(
              leading: shape, trailing: shape, isSymmetric: true, endsLeading: endsLeading,
              endsTrailing: endsTrailing))
        }
        for shape in FadeEnvelope.shapes.map({ $0.shape }) {
          result.append(
            EndModel(
              leading: shape, trailing: shape, isSymmetric: false, endsLeading: endsLeading,
              endsTrailing: endsTrailing))
          if endsTrailing || isTrailingInView {
            result.append(
              EndModel(
                leading: shape, trailing: nil, isSymmetric: false, endsLeading: endsLeading,
                endsTrailing: endsTrailing))
          }
          if endsLeading || isLeadingInView {
            result.append(
              EndModel(
                leading: nil, trailing: shape, isSymmetric: false, endsLeading: endsLeading,
                endsTrailing: endsTrailing))
          }
        }
        result.append(
          EndModel(
            leading: nil, trailing: nil, isSymmetric: false, endsLeading: endsLeading, endsTrailing: endsTrailing))
      }
    }
    return result
  }

  /// The verdict on one side from all fits, best first.
  func end(_ side: Side, _ fits: [EndFit]) -> DialEnd {
    let best = fits[0]
    var candidates: [DialEnd.Candidate] = []
    for fit in fits {
      let (kind, shape) = verdict(side, fit)
      if !candidates.contains(where: { $0.kind == kind && $0.shape == shape }) {
        candidates.append(DialEnd.Candidate(kind: kind, shape: shape, delta: fit.criterion - best.criterion))
      }
    }
    let kind = verdict(side, best).kind
    var end = DialEnd(kind: kind)
    end.alternatives = candidates.filter { $0.kind != kind || $0.delta > 0 }.filter { $0.delta < 20 }
    switch kind {
    case .fade: describeFade(side, fits, &end)
    case .clip: end.at = cut(side, best)
    case .end:
      let tick = side == .leading ? first : last
      let sigma = side == .leading ? sigmaFirst : sigmaLast
      end.at = angle(tick.position, sigma: sigma)
    case .outside, .none, .unknown: break
    }
    return end
  }

  private func verdict(_ side: Side, _ fit: EndFit) -> (kind: DialEnd.Kind, shape: DialEnd.Shape?) {
    let isLeading = side == .leading
    let shape = isLeading ? fit.model.leading : fit.model.trailing
    let ends = isLeading ? fit.model.endsLeading : fit.model.endsTrailing
    let isInView = isLeading ? isLeadingInView : isTrailingInView
    let outermost = (isLeading ? first : last).position
    let next = isLeading ? beforeFirst : afterLast
    if let shape {
      // Where the next place would not be seen anyway the fade is what ends the visible scale.
      if ends && fit.envelope(next) > 0.2 { return (isInView ? .end : .outside, nil) }
      if !isInView && fit.envelope(outermost) > 0.3 { return (.outside, nil) }
      return (.fade, shape)
    }
    if !isInView { return (.outside, nil) }
    return (ends ? .end : .clip, nil)
  }

  private func angle(_ position: Double, sigma: Double) -> AngleEstimate {
    AngleEstimate(Angle(radians: axis + position / radius), sigma: Angle(radians: sigma / radius))
  }

  /// The middle of where a hard edge may lie, with the standard deviation of an even chance between the bounds.
  private func cut(_ side: Side, _ fit: EndFit) -> AngleEstimate {
    let isLeading = side == .leading
    var least = isLeading ? -first.position : last.position
    var most = isLeading ? -beforeFirst : afterLast
    if fit.model.isSymmetric && fit.model.leading == nil {
      let window = cutRange(fit.model)
      if window.least < window.most && window.most.isFinite {
        least = max(least, window.least)
        most = min(most, window.most)
      }
    }
    let middle = (least + most) / 2
    return angle(isLeading ? -middle : middle, sigma: (most - least) / 3.4641016151377544)
  }

  /// Full and gone, averaged over the shapes that the criterion does not rule out.
  private func describeFade(_ side: Side, _ fits: [EndFit], _ end: inout DialEnd) {
    let index = side == .leading ? 0 : 1
    let sign = side == .leading ? -1.0 : 1.0
    var weights = 0.0
    var sums = [0.0, 0.0]
    var squares = [0.0, 0.0]
    var shapes: [(shape: DialEnd.Shape, delta: Double)] = []
    let best = fits[0].criterion
    for fit in fits where fit.criterion - best < 12 {
      let (kind, shape) = verdict(side, fit)
      guard kind == .fade, let shape else { continue }
      if !shapes.contains(where: { $0.shape == shape }) { shapes.append((shape, fit.criterion - best)) }
      let weight = exp(-0.5 * (fit.criterion - best))
      let reach = fit.reach[index]
      let values = [
        reach - FadeEnvelope.full(shape) * fit.fade[index], reach - FadeEnvelope.gone(shape) * fit.fade[index],
      ]
      let sigmas = [fit.fullSigma[index], fit.goneSigma[index]]
      for k in 0..<2 {
        sums[k] += weight * values[k]
        squares[k] += weight * (values[k] * values[k] + sigmas[k] * sigmas[k])
      }
      weights += weight
    }
    guard weights > 0 else { return }
    let means = sums.map { $0 / weights }
    let sigmas = (0..<2).map { max(squares[$0] / weights - means[$0] * means[$0], 0).squareRoot() }
    end.full = angle(sign * means[0], sigma: sigmas[0])
    end.gone = angle(sign * means[1], sigma: sigmas[1])
    if shapes.count == 1 || shapes[1].delta - shapes[0].delta > 2 { end.shape = shapes.first?.shape }
  }
}
