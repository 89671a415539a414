import CalqueCore
import CalqueSpec

/// Measures a ring of dots as a dial: the circle goes through the dots' centres.
func measureDots(_ reader: BitmapReader, _ ring: DotRing, _ options: MeasureOptions) -> DialOutcome {
  let circle = Circle(x: ring.fit.x, y: ring.fit.y, radius: ring.fit.radii[0])
  let radius = Estimate(circle.radius, sigma: ring.fit.sigmaRadii[0])
  let sigma = max(DotRing.sigma * ring.fit.scales[0], 0.02)
  func observation(_ dot: Dot) -> TickObservation {
    let distance = hypot(dot.x - circle.x, dot.y - circle.y)
    return TickObservation(
      angle: Angle(radians: atan2(dot.x - circle.x, circle.y - dot.y)), sigmaAngle: Angle(radians: sigma / distance),
      outer: Estimate(distance + dot.diameter / 2, sigma: sigma),
      inner: Estimate(distance - dot.diameter / 2, sigma: sigma),
      width: Estimate(dot.diameter, sigma: 0.1), contrast: 1, sigmaContrast: 0.02, shape: .dot)
  }
  var observations = ring.dots.map(observation)
  let geometry = DialGeometry(
    radius: radius, visible: visibleArcs(reader, circle: circle, depth: ring.dots.map { $0.diameter }.max() ?? 0))
  // Dots that something touches are no discs by themselves; their edges tell where they are.
  let diameters = ring.dots.map { $0.diameter }
  for angle in ring.missingAngles(circle) {
    let place = circle.point(angle, circle.radius)
    for diameter in [quantile(diameters, 0.95), median(diameters)] {
      guard let dot = DotProbe(diameter: diameter).find(reader, x: place.x, y: place.y) else { continue }
      observations.append(observation(dot))
      break
    }
  }
  let meaning = interpret(observations, geometry: geometry, hasNotch: false)
  options.onStage?(.interpretation)
  guard meaning.ticks.count >= 8 else { return .nothing }
  let covariance = CentreCovariance(ring.fit)
  var ticks = meaning.ticks
  for i in ticks.indices {
    ticks[i].sigmaAngle = Angle(
      radians: hypot(ticks[i].sigmaAngle.radians, covariance.across(ticks[i].angle.radians) / circle.radius))
  }
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity
  for dot in ring.dots {
    minX = min(minX, dot.x - dot.diameter / 2)
    maxX = max(maxX, dot.x + dot.diameter / 2)
    minY = min(minY, dot.y - dot.diameter / 2)
    maxY = max(maxY, dot.y + dot.diameter / 2)
  }
  return .dial(
    DialSpec(
      frame: Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY), edgeSigma: sigma,
      confidence: confidence(score: Double(ring.dots.count), ticks: ticks.count, law: meaning.law),
      center: PointEstimate(Point(x: circle.x, y: circle.y), sigmaX: ring.fit.sigmaX, sigmaY: ring.fit.sigmaY),
      radius: radius, ticks: ticks, law: meaning.law.widened(by: covariance, radius: circle.radius),
      leading: meaning.leading, trailing: meaning.trailing, notch: DialNotch(),
      residual: sigma))
}
