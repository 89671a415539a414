import CalqueCore
import CalqueSpec

/// How a scale looks at its ends, and how strong its ticks are in relation to full ones.
public struct EndInterpretation: Sendable {
  public var leading: DialEnd
  public var trailing: DialEnd
  /// Of each observation: contrast over that of a full tick of its weight, with its standard deviation.
  public var strengths: [Estimate]
}

/// Tells clip, fade, the scale's own end and the picture's border apart by their evidence.
///
/// The strengths of all ticks, and the places of the law where none is seen, are explained by windows with hard or
/// fading edges (linear, exponential, smoothstep, gaussian), the same on both sides of the axis or not, behind which
/// the scale goes on or ends. An outermost tick that is major speaks for the scale's own end, for scales end at a
/// major and windows do not care.
///
/// - Returns: Angles with σ from the fit; where shapes tie (criterion within 3) the shape is nil and σ holds the
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
  /// All models fitted, best first; never empty.
  func fits() -> [EndFit] {
    let extent = max(-first.position, last.position, 1)
    let reach = [max(-beforeFirst, 0.1 * extent), max(afterLast, 0.1 * extent)]
    let start = EndStart(
      fullMajor: fullContrast(isMajor: true), fullMinor: fullContrast(isMajor: false), reach: reach,
      fade: [0.35 * extent, 0.35 * extent],
      extent: extent)
    var result = fits(start, noise: 1)
    // What the contrasts' errors are shows when a model fits; with it the models are told apart.
    let noise = max(result[0].scale, 0.4)
    if (noise - 1).magnitude > 0.15 { result = fits(start, noise: noise) }
    return result
  }

  private func fits(_ start: EndStart, noise: Double) -> [EndFit] {
    var result: [EndFit] = []
    let flags = [(true, true), (false, true), (true, false), (false, false)]
    // Hard edges hide whatever lies beyond, so their fit does not depend on whether the scale goes on.
    let hard = EndModel(leading: nil, trailing: nil, isSymmetric: true, endsLeading: true, endsTrailing: true)
    if let fit = fit(hard, start: start, noise: noise) {
      for isSymmetric in [true, false] {
        for (leading, trailing) in flags {
          let model = EndModel(
            leading: nil, trailing: nil, isSymmetric: isSymmetric, endsLeading: leading, endsTrailing: trailing)
          result.append(fit.with(model, penalty: penalty(model), insteadOf: penalty(hard)))
        }
      }
    }
    var common = start
    common.reach = [max(start.reach[0], start.reach[1]), max(start.reach[0], start.reach[1])]
    for (shape, _) in FadeEnvelope.shapes {
      for (leading, trailing) in flags {
        let model = EndModel(
          leading: shape, trailing: shape, isSymmetric: true, endsLeading: leading, endsTrailing: trailing)
        if let fit = fit(model, start: common, noise: noise) { result.append(fit) }
      }
    }
    result.sort { $0.criterion < $1.criterion }
    // Sides of their own are worth their price only where one window for both leaves something unexplained.
    for (shape, _) in FadeEnvelope.shapes {
      for ends in [true, false] {
        for isLeading in [true, false] {
          let model = EndModel(
            leading: isLeading ? shape : nil, trailing: isLeading ? nil : shape, isSymmetric: false,
            endsLeading: isLeading ? ends : true, endsTrailing: isLeading ? true : ends)
          guard let fit = fit(model, start: start, noise: noise) else { continue }
          result.append(fit)
          var other = model
          if isLeading { other.endsTrailing = false } else { other.endsLeading = false }
          result.append(fit.with(other, penalty: penalty(other), insteadOf: penalty(model)))
        }
      }
      let both = EndModel(
        leading: shape, trailing: shape, isSymmetric: false, endsLeading: false, endsTrailing: false)
      if let fit = fit(both, start: start, noise: noise) { result.append(fit) }
    }
    result.sort { $0.criterion < $1.criterion }
    if result.isEmpty { result = [EndFit(hard, start)] }
    return result
  }

  private func fullContrast(isMajor: Bool) -> Double {
    let own = samples.filter { $0.isSeen && $0.isMajor == isMajor }.map { $0.contrast }
    let any = own.isEmpty ? samples.filter { $0.isSeen }.map { $0.contrast } : own
    return max(quantile(any, 0.75), 0.02)
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
      // Where the last tick is faint or the next would not be seen anyway, the fade is what ends the visible scale.
      if ends && fit.envelope(next) > 0.2 && fit.envelope(outermost) > 0.45 { return (isInView ? .end : .outside, nil) }
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

  /// Full and gone, of the best shape, with the spread among those that the criterion does not rule out.
  private func describeFade(_ side: Side, _ fits: [EndFit], _ end: inout DialEnd) {
    let index = side == .leading ? 0 : 1
    let sign = side == .leading ? -1.0 : 1.0
    var weights = 0.0
    var values: [[Double]] = []
    var spreads = [0.0, 0.0]
    var shapes: [(shape: DialEnd.Shape, delta: Double)] = []
    let best = fits[0].criterion
    for fit in fits where fit.criterion - best < 12 {
      let (kind, shape) = verdict(side, fit)
      guard kind == .fade, let shape else { continue }
      if !shapes.contains(where: { $0.shape == shape }) { shapes.append((shape, fit.criterion - best)) }
      let weight = exp(-0.5 * (fit.criterion - best))
      let reach = fit.reach[index]
      values.append([
        reach - FadeEnvelope.full(shape) * fit.fade[index], reach - FadeEnvelope.gone(shape) * fit.fade[index],
      ])
      let sigmas = [fit.fullSigma[index], fit.goneSigma[index]]
      for k in 0..<2 {
        let off = values[values.count - 1][k] - values[0][k]
        spreads[k] += weight * (off * off + sigmas[k] * sigmas[k])
      }
      weights += weight
    }
    guard weights > 0 else { return }
    end.full = angle(sign * values[0][0], sigma: (spreads[0] / weights).squareRoot())
    end.gone = angle(sign * values[0][1], sigma: (spreads[1] / weights).squareRoot())
    if shapes.count == 1 || shapes[1].delta - shapes[0].delta > 3 { end.shape = shapes.first?.shape }
  }
}
