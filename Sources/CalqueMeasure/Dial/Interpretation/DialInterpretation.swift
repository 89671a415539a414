import CalqueCore
import CalqueSpec

/// What a dial's ticks mean.
public struct DialInterpretation: Sendable {
  /// Clockwise, without the rejected observations.
  public var ticks: [DialTick]
  /// Which observation each tick is.
  public var sources: [Int]
  public var law: DialLaw
  public var leading: DialEnd
  public var trailing: DialEnd
  public var notch: DialNotch
  /// Observations that the law does not explain.
  public var rejected: [Int]
  /// Where the law expects a tick in view and none was observed.
  public var expected: [LawInference.ExpectedTick]
}

/// Gives a dial's ticks their meaning: weight, value, law, ends and notch.
///
/// - Parameters:
///   - observations: The marks, in any order.
///   - geometry: The circle, what of it is in view, and the pointer.
///   - hasNotch: Whether to look for ticks drawn in around the pointer.
public func interpret(
  _ observations: [TickObservation], geometry: DialGeometry, hasNotch: Bool = true
) -> DialInterpretation {
  let scale = ResolvedScale(observations, geometry: geometry)
  let inference = scale.inference(count: observations.count)
  let ends = interpretEnds(observations, scale, inference, geometry)
  let isRejected = Set(inference.rejected)
  let sources = scale.sequence.indices.filter { !isRejected.contains($0) }
  let ticks = sources.map { i in
    let observation = observations[i]
    return DialTick(
      angle: observation.angle, sigmaAngle: observation.sigmaAngle, weight: inference.weights[i],
      shape: observation.shape, zoom: inference.zooms[i], outer: observation.outer, inner: observation.inner,
      width: observation.width, strength: ends.strengths[i].value, sigmaStrength: ends.strengths[i].sigma,
      isCut: observation.isCut)
  }
  var notch = DialNotch()
  if hasNotch {
    let axis = geometry.notchAxis
    notch = fitNotch(
      notchSamples(ticks, radius: geometry.radius.value, axis: axis.angle), radius: geometry.radius.value, axis: axis)
  }
  return DialInterpretation(
    ticks: ticks, sources: sources, law: inference.law, leading: ends.leading, trailing: ends.trailing,
    notch: notch, rejected: inference.rejected, expected: inference.expected)
}

extension DialGeometry {
  /// The pointer, or twelve o'clock give or take a pixel.
  public var notchAxis: AngleEstimate {
    pointer ?? AngleEstimate(uprightAxis, sigma: Angle(radians: 1 / max(radius.value, 1)))
  }
}

/// The ticks as samples of a notch about an axis, uncut ones only.
///
/// - Parameters:
///   - ticks: The ticks.
///   - radius: Of the circle on which their outer ends lie, px.
///   - axis: Where the notch would be deepest.
///   - source: Which of several pictures they are from.
public func notchSamples(_ ticks: [DialTick], radius: Double, axis: Angle, source: Int = 0) -> [NotchSample] {
  ticks.filter { !$0.isCut }.map { tick in
    NotchSample(
      position: (tick.angle - axis).wrapped.radians * radius, sigmaPosition: tick.sigmaAngle.radians * radius,
      outerDepth: radius - tick.outer.value, sigmaOuter: max(tick.outer.sigma, 1e-3),
      innerDepth: radius - tick.inner.value, sigmaInner: max(tick.inner.sigma, 1e-3),
      isMajor: tick.weight == .major, source: source)
  }
}
