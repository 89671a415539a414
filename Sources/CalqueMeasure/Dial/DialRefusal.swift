import CalqueCore
import CalqueSpec

/// Why a fitted circle is not reported as a dial.
func refusal(
  _ fitted: FittedDial, _ meaning: DialInterpretation, isSure: Bool, frame: Rect<Pixels>, found: PointerFinder.Found?
) -> BarOutcome? {
  let explained = Double(meaning.ticks.count) / Double(max(1, fitted.ticks.count))
  // Ends on a circle make ticks: spokes and rays go on.
  if fitted.ticks.count(where: { $0.isCut }) * 2 > fitted.ticks.count {
    return isSure
      ? .refused(
        Refusal(
          kind: .dial, frame: frame, code: .poorFit,
          message: "Most of the marks do not end on a circle, as spokes and rays do not."))
      : .nothing
  }
  if meaning.law.kind == .unknown {
    guard explained > 0.6, isSure || isRegular(fitted) else { return .nothing }
  }
  if !isSure, meaning.ticks.count < 8 || explained < 0.75 || !endsAgree(fitted, meaning.notch) { return .nothing }
  let full = quantile(meaning.sources.map { fitted.ticks[$0].contrast }, 0.9)
  if let found, full < 0.8, found.brilliance < 200 {
    return .refused(
      Refusal(
        kind: .dial, frame: frame, code: .blended,
        message:
          "Its ticks and its pointer both shine through at part of their strength, as in the middle of a cross-fade; "
          + "take the picture when the animation is over."))
  }
  return nil
}

/// Whether the outer ends stand on the circle to a twentieth of the ticks' length, in the median.
private func endsAgree(_ fitted: FittedDial, _ notch: DialNotch) -> Bool {
  let circle = fitted.circle
  let off = fitted.ticks.filter { !$0.isCut }.map { tick in
    let end = tick.outerPoint(isRound: fitted.isRound)
    let arc = Angle(radians: atan2(end.x - circle.x, circle.y - end.y) - (notch.angle?.angle.radians ?? 0)).wrapped
    let distance = hypot(end.x - circle.x, end.y - circle.y)
    return (distance + notch.displacement(at: arc.radians * circle.radius) - circle.radius).magnitude
  }
  let length = median(fitted.ticks.map { $0.length(isRound: fitted.isRound) })
  return !off.isEmpty && median(off) < max(0.6, 0.05 * length)
}

/// Whether the marks stand at multiples of one angle, as equal ticks do whose law cannot be told.
private func isRegular(_ fitted: FittedDial) -> Bool {
  let middle = middleDirection(fitted.ticks, fitted.circle)
  let offsets = fitted.ticks.map {
    Angle(radians: atan2($0.x - fitted.fit.x, fitted.fit.y - $0.y) - middle).wrapped.radians
  }.sorted()
  let gaps = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
  guard gaps.count >= 8 else { return false }
  let step = median(gaps)
  let regular = gaps.count { gap in
    let count = max(1, (gap / step).rounded())
    return (gap - count * step).magnitude < 0.06 * step
  }
  return regular * 10 >= gaps.count * 9
}

/// Whether the marks stand on an arc and not on a line: it bulges by more than a pixel and its own uncertainty, and the
/// marks' directions turn along it as their places do.
///
/// - Parameter largest: No dial in a picture of this size has a larger radius, px.
func isCurved(_ fitted: FittedDial, largest: Double) -> Bool {
  let radius = fitted.radius
  guard radius.value < largest, radius.sigma < radius.value / 6 else { return false }
  let pairs = fitted.ticks.map { tick -> (x: Double, y: Double) in
    let angle = atan2(tick.x - fitted.fit.x, fitted.fit.y - tick.y)
    return (angle, angle + Angle(radians: tick.direction - angle).wrapped.radians)
  }
  let n = Double(pairs.count)
  let mean = pairs.reduce(0) { $0 + $1.x } / n
  let spread = (pairs.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) } / n).squareRoot()
  let span = (pairs.map { $0.x }.max() ?? 0) - (pairs.map { $0.x }.min() ?? 0)
  let sagitta = radius.value * (1 - cos(min(span, 2 * Double.pi) / 2))
  guard spread > 0.02, span > 0.12, sagitta > max(1.5, 6 * radius.sigma * sagitta / radius.value),
    let line = theilSen(pairs)
  else { return false }
  let residuals = pairs.map { $0.y - line.offset - line.slope * $0.x }
  let sigma = max(medianDeviation(residuals), 1e-4) * 1.25 / (n.squareRoot() * spread)
  return line.slope > 4 * sigma && (line.slope - 1).magnitude < 4 * sigma + 0.25
}
