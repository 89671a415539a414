import CalqueCore
import CalqueSpec

/// A fitted dial with the meaning of its ticks: all that its description is made of.
struct DialAnalysis: Sendable {
  var fitted: FittedDial
  var meaning: DialInterpretation
  var found: PointerFinder.Found?
  /// The candidate's score: distinct ticks beyond chance.
  var score: Double
  var frame: Rect<Pixels>
  var disc: DialDisc?

  /// Finds the pointer about a fitted circle and interprets the ticks.
  init(_ reader: BitmapReader, _ fitted: FittedDial, score: Double) {
    let circle = fitted.circle
    let depth = quantile(fitted.ticks.map { $0.length(isRound: fitted.isRound) }, 0.9)
    let middle = middleDirection(fitted.ticks, circle)
    let offsets = fitted.ticks.map { atan2($0.x - circle.x, circle.y - $0.y) - middle }
      .map { Angle(radians: $0).wrapped.radians }
    let outward = max(6, min(0.14 * circle.radius, 2.2 * depth))
    found = PointerFinder().find(
      reader, circle: circle, distances: (circle.radius - 0.8 * depth)...(circle.radius + outward),
      angles: (middle + (offsets.min() ?? 0))...(middle + (offsets.max() ?? 0)), largest: max(12, 1.6 * depth))
    let geometry = DialGeometry(
      radius: fitted.radius, visible: visibleArcs(reader, circle: circle, depth: depth),
      pointer: found?.pointer.angle, uprightAxis: Angle(radians: quarterTurn(nearest: middle)))
    meaning = interpret(
      fitted.ticks.map { $0.observation(circle: circle, isRound: fitted.isRound) }, geometry: geometry)
    if let rim = fitted.rim {
      disc = DiscEstimator().estimate(reader, rim: rim.points, circle: circle)
      meaning.notch.rimFollows = RimNotch().follows(
        reader, circle: circle, rim: fitted.fit.radii[ConcentricFit.rimRing],
        notch: meaning.notch, step: rim.step)
    }
    self.fitted = fitted
    self.score = score
    frame = ringFrame(fitted)
  }

  /// The description, with the centre's uncertainty in all that is measured about it.
  var spec: DialSpec {
    let circle = fitted.circle
    let covariance = CentreCovariance(fitted.fit)
    let endDoubt = ConcentricFit.endDoubt(isRound: fitted.isRound)
    let rim = fitted.fit.radii[ConcentricFit.rimRing]
    let rimEstimate = rim.isNaN ? nil : Estimate(rim, sigma: fitted.fit.sigmaRadii[ConcentricFit.rimRing])
    return DialSpec(
      frame: frame, edgeSigma: fitted.radius.sigma,
      confidence: confidence(score: score, ticks: meaning.ticks.count, law: meaning.law),
      center: PointEstimate(
        Point(x: circle.x, y: circle.y), sigmaX: fitted.fit.sigmaX, sigmaY: fitted.fit.sigmaY),
      radius: fitted.radius, rim: rimEstimate, ticks: ticks(covariance),
      law: meaning.law.widened(
        by: covariance, radius: circle.radius, rim: rimEstimate?.value,
        endDoubt: endDoubt),
      leading: meaning.leading.widened(by: covariance, radius: circle.radius),
      trailing: meaning.trailing.widened(by: covariance, radius: circle.radius),
      notch: meaning.notch.widened(endDoubt: endDoubt),
      pointer: found?.pointer, disc: disc, residual: residual)
  }

  private func ticks(_ covariance: CentreCovariance) -> [DialTick] {
    var ticks = meaning.ticks
    var lengths: [DialTick.Weight: Double] = [:]
    for weight in [DialTick.Weight.major, .minor] {
      let own = ticks.filter { $0.weight == weight }.map { $0.outer.value - $0.inner.value }
      if !own.isEmpty { lengths[weight] = median(own) }
    }
    for i in ticks.indices {
      let angle = ticks[i].angle.radians
      ticks[i].sigmaAngle = Angle(
        radians: hypot(ticks[i].sigmaAngle.radians, covariance.across(angle) / fitted.circle.radius))
      // A tick that is longer or shorter than its kind has an end that something else has moved.
      let odd = 0.7 * (ticks[i].outer.value - ticks[i].inner.value - (lengths[ticks[i].weight] ?? 0)).magnitude
      let ring = ticks[i].weight == .major ? ConcentricFit.majorOuter : ConcentricFit.minorOuter
      let scale = max(1, fitted.fit.scales[ring])
      ticks[i].outer.sigma = hypot(hypot(ticks[i].outer.sigma * scale, odd), covariance.along(angle))
      ticks[i].inner.sigma = hypot(hypot(ticks[i].inner.sigma * scale, odd), covariance.along(angle))
    }
    return ticks
  }

  /// Root mean square distance of the outer ends from the circle and its notch, px.
  private var residual: Double {
    let circle = fitted.circle
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
}

/// The smallest rectangle around the ticks.
func ringFrame(_ dial: FittedDial) -> Rect<Pixels> {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity
  for tick in dial.ticks {
    let half = tick.width / 2
    for p in [tick.outerPoint(isRound: dial.isRound), tick.innerPoint(isRound: dial.isRound)] {
      minX = min(minX, p.x - half * cos(tick.direction).magnitude)
      maxX = max(maxX, p.x + half * cos(tick.direction).magnitude)
      minY = min(minY, p.y - half * sin(tick.direction).magnitude)
      maxY = max(maxY, p.y + half * sin(tick.direction).magnitude)
    }
  }
  return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

/// The mean direction of ticks about a centre, radians.
func middleDirection(_ ticks: [TickMeasurement], _ circle: Circle) -> Double {
  let directions = ticks.map { atan2($0.x - circle.x, circle.y - $0.y) }
  return atan2(directions.reduce(0) { $0 + sin($1) }, directions.reduce(0) { $0 + cos($1) })
}

/// Twelve, three, six or nine o'clock, whichever is nearest: dials stand upright or turned by quarters.
func quarterTurn(nearest angle: Double) -> Double { (angle / (Double.pi / 2)).rounded() * (Double.pi / 2) }
