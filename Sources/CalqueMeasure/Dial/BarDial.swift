import CalqueCore
import CalqueSpec

/// Measures the dial that a circle with bars on it seems to be.
func measureBars(
  _ reader: BitmapReader, _ bars: BarCandidate, _ options: MeasureOptions
) -> DialOutcome {
  let candidate = bars.circle
  let fitter = DialFitter(polarity: candidate.polarity, factor: bars.factor)
  let fitted = fitter.fit(reader, candidate: candidate, segments: bars.segments)
  options.onStage?(.refinement)
  guard let fitted else { return .nothing }
  let frame = ringFrame(fitted.ticks, fitted.fit, isRound: fitted.isRound)
  let circle = fitted.circle
  guard fitted.ticks.count >= 7 else { return .nothing }
  // Without a bend beyond doubt the marks stand on a line.
  let bend = fitted.radius.sigma / circle.radius
  let isSure = candidate.score >= DialDetector.sureScore
  if bend > 1.0 / 3 || !isCurved(fitted) {
    return isSure
      ? .refused(
        Refusal(
          kind: .dial, frame: frame, code: .collinear,
          message: "The marks stand on a straight line, or on an arc too short to tell from one."))
      : .nothing
  }
  let depth = quantile(fitted.ticks.map { $0.length(isRound: fitted.isRound) }, 0.9)
  let visible = visibleArcs(reader, circle: circle, depth: depth)
  let angles = fitted.ticks.map { atan2($0.x - circle.x, circle.y - $0.y) }
  let span = angles.reduce(angles[0]...angles[0]) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
  let outward = max(6, min(0.14 * circle.radius, 2.2 * depth))
  let found = PointerFinder().find(
    reader, circle: circle, distances: (circle.radius - 0.8 * depth)...(circle.radius + outward), angles: span,
    largest: max(12, 1.6 * depth))
  let geometry = DialGeometry(radius: fitted.radius, visible: visible, pointer: found?.pointer.angle)
  let observations = fitted.ticks.map { $0.observation(circle: circle, isRound: fitted.isRound) }
  let meaning = interpret(observations, geometry: geometry)
  options.onStage?(.interpretation)
  guard meaning.ticks.count >= 7 else { return .nothing }
  if let refusal = refusal(fitted, meaning, candidate, frame, found) { return refusal }

  let covariance = CentreCovariance(fitted.fit)
  var ticks = meaning.ticks
  for i in ticks.indices {
    let angle = ticks[i].angle.radians
    ticks[i].sigmaAngle = Angle(
      radians: hypot(ticks[i].sigmaAngle.radians, covariance.across(angle) / circle.radius))
    ticks[i].outer.sigma = hypot(ticks[i].outer.sigma * outerScale(fitted, ticks[i].weight), covariance.along(angle))
    ticks[i].inner.sigma = hypot(ticks[i].inner.sigma * outerScale(fitted, ticks[i].weight), covariance.along(angle))
  }
  let rim = fitted.fit.radii[ConcentricFit.rimRing]
  return .dial(
    DialSpec(
      frame: frame, edgeSigma: fitted.radius.sigma,
      confidence: confidence(score: candidate.score, ticks: ticks.count, law: meaning.law),
      center: PointEstimate(
        Point(x: circle.x, y: circle.y), sigmaX: fitted.fit.sigmaX, sigmaY: fitted.fit.sigmaY),
      radius: fitted.radius,
      rim: rim.isNaN ? nil : Estimate(rim, sigma: fitted.fit.sigmaRadii[ConcentricFit.rimRing]), ticks: ticks,
      law: meaning.law.widened(by: covariance, radius: circle.radius),
      leading: meaning.leading.widened(by: covariance, radius: circle.radius),
      trailing: meaning.trailing.widened(by: covariance, radius: circle.radius), notch: meaning.notch,
      pointer: found?.pointer, residual: residual(meaning, circle)))
}

/// Why a fitted circle is not reported as a dial.
private func refusal(
  _ fitted: FittedDial, _ meaning: DialInterpretation, _ candidate: CircleCandidate, _ frame: Rect<Pixels>,
  _ found: PointerFinder.Found?
) -> DialOutcome? {
  let isSure = candidate.score >= DialDetector.sureScore
  let explained = Double(meaning.ticks.count) / Double(max(1, fitted.ticks.count))
  if meaning.law.kind == .unknown {
    guard isSure, explained > 0.6 else { return .nothing }
  }
  if !isSure, meaning.ticks.count < 8 || explained < 0.75 { return .nothing }
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

/// Whether the marks' directions turn along the arc as their places do, by far more than their scatter.
private func isCurved(_ fitted: FittedDial) -> Bool {
  let pairs = fitted.ticks.map { tick -> (x: Double, y: Double) in
    let angle = atan2(tick.x - fitted.fit.x, fitted.fit.y - tick.y)
    return (angle, angle + Angle(radians: tick.direction - angle).wrapped.radians)
  }
  let n = Double(pairs.count)
  let mean = pairs.reduce(0) { $0 + $1.x } / n
  let spread = (pairs.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) } / n).squareRoot()
  guard spread > 0.02, let line = theilSen(pairs) else { return false }
  let residuals = pairs.map { $0.y - line.offset - line.slope * $0.x }
  let sigma = max(medianDeviation(residuals), 1e-4) * 1.25 / (n.squareRoot() * spread)
  return line.slope > 4 * sigma && (line.slope - 1).magnitude < 4 * sigma + 0.25
}

private func outerScale(_ fitted: FittedDial, _ weight: DialTick.Weight) -> Double {
  max(1, fitted.fit.scales[weight == .major ? ConcentricFit.majorOuter : ConcentricFit.minorOuter])
}

/// The smallest rectangle around the ticks.
private func ringFrame(_ ticks: [TickMeasurement], _ fit: CircleFit, isRound: Bool) -> Rect<Pixels> {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity
  for tick in ticks {
    let half = tick.width / 2
    for p in [tick.outerPoint(isRound: isRound), tick.innerPoint(isRound: isRound)] {
      minX = min(minX, p.x - half * cos(tick.direction).magnitude)
      maxX = max(maxX, p.x + half * cos(tick.direction).magnitude)
      minY = min(minY, p.y - half * sin(tick.direction).magnitude)
      maxY = max(maxY, p.y + half * sin(tick.direction).magnitude)
    }
  }
  return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

/// Root mean square distance of the outer ends from the circle and its notch, px.
private func residual(_ meaning: DialInterpretation, _ circle: Circle) -> Double {
  var squares = 0.0
  var count = 0.0
  for tick in meaning.ticks where !tick.isCut {
    let arc = (tick.angle - (meaning.notch.angle?.angle ?? Angle(radians: 0))).wrapped.radians * circle.radius
    let r = tick.outer.value + meaning.notch.displacement(at: arc) - circle.radius
    squares += r * r
    count += 1
  }
  return count > 0 ? (squares / count).squareRoot() : 0
}

/// The probability that a dial is there, from how many ticks beyond chance agree and whether a law explains them.
///
/// A logistic curve through what was seen: photographs without a dial reach scores of 6 to 8, the weakest dials 9.
func confidence(score: Double, ticks: Int, law: DialLaw) -> Double {
  let evidence = score + (law.kind == .unknown ? 0 : 0.15 * Double(ticks))
  return 1 / (1 + exp(-(evidence - 8.5) / 1.2))
}
