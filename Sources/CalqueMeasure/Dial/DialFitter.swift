import CalqueCore
import CalqueSpec

/// A dial as fitted to the picture.
struct FittedDial: Sendable {
  var fit: CircleFit
  var ticks: [TickMeasurement]
  var weights: [DialTick.Weight]
  var rim: RimFinder.Rim?
  var notch: DialNotch
  /// Whether the ticks' ends are round.
  var isRound: Bool
  /// The circle on which the outer ends lie, caps left out, px.
  var radius: Estimate

  var circle: Circle { Circle(x: fit.x, y: fit.y, radius: radius.value) }
}

/// Turns a circle candidate into fitted ticks, circles, a rim and a notch.
struct DialFitter: Sendable {
  var polarity: Polarity
  /// px of the full picture a sample of the plane that the candidate was found in.
  var factor: Double

  private var ink: SIMD4<Float> { polarity == .bright ? SIMD4(255, 255, 255, 255) : .zero }

  func fit(_ reader: BitmapReader, candidate: CircleCandidate, segments: [Segment]) -> FittedDial? {
    let rings = ConcentricFit()
    var search = TickSearch(reader: reader, ink: ink, polarity: polarity, factor: factor)
    let start = Circle(x: candidate.x, y: candidate.y, radius: candidate.radius)
    let chosen = candidate.inliers.map { segments[$0] }
    var ticks = search.ticks(at: chosen, circle: start)
    guard ticks.count >= 5, let first = rings.fit(ticks, start: start) else { return nil }

    search.learn(ticks, chosen, circle: first)
    ticks = search.ticks(on: first)
    guard ticks.count >= 5, let second = rings.fit(ticks, start: first) else { return nil }
    var circle = second
    ticks = search.refit(ticks, circle: circle)
    let rim = RimFinder().find(
      reader, circle: circle, distances: (circle.radius - 1.5)...(circle.radius * 1.08 + 4),
      angles: (-Double.pi)...Double.pi, ring: ConcentricFit.rimRing)

    var weights: [DialTick.Weight] = []
    var notch = DialNotch()
    var result: ConcentricFit.Outcome?
    for round in 0..<2 {
      let visible = visibleArcs(reader, circle: circle, depth: search.longest)
      let geometry = DialGeometry(radius: Estimate(circle.radius, sigma: 0.1), visible: visible)
      let inference = inferLaw(ticks.map { $0.observation(circle: circle) }, geometry: geometry)
      let rejected = Set(inference.rejected)
      let kept = ticks.indices.filter { !rejected.contains($0) }
      weights = kept.map { inference.weights[$0] }
      ticks = kept.map { ticks[$0] }
      guard ticks.count >= 5 else { return nil }
      let classes = TickClasses(ticks, weights)
      for expected in places(inference.expected, ticks, circle: circle, beyond: round == 1) {
        var misses = 0
        for place in expected where misses < 2 {
          guard
            let tick = search.probe(
              place.angle.radians, weight: place.weight, classes: classes, known: ticks, circle: circle,
              isShifted: !place.isBeyond && !place.isOptional)
          else {
            misses += place.isBeyond ? 1 : 0
            continue
          }
          ticks.append(tick)
          weights.append(place.weight)
        }
      }
      // Later rounds fit every tick with its kind's width, so that only the first tells it.
      if round == 0 { search.widths = TickClasses(ticks, weights) }
      (ticks, weights) = search.refit(ticks, weights, notch: notch, circle: circle)
      guard ticks.count >= 5 else { return nil }
      guard let outcome = rings.fit(ticks, weights, notch: notch, rim: rim, start: circle) else { return nil }
      circle = outcome.circle
      let samples = notchSamples(
        zip(ticks, weights).map { $0.0.asTick($0.1, circle: outcome.circle, isRound: outcome.isRound) },
        radius: circle.radius, axis: geometry.notchAxis.angle)
      notch = fitNotch(samples, radius: circle.radius, axis: geometry.notchAxis)
      guard let better = rings.fit(ticks, weights, notch: notch, rim: rim, start: circle) else { return nil }
      circle = better.circle
      result = better
    }
    guard let result else { return nil }
    return FittedDial(
      fit: result.fit, ticks: ticks, weights: weights, rim: rim, notch: notch, isRound: result.isRound,
      radius: result.radius)
  }
}

/// The places where the law expects ticks, in the order to look there: between those that are known, then outwards
/// from the last ones on either side.
private func places(
  _ expected: [LawInference.ExpectedTick], _ ticks: [TickMeasurement], circle: Circle, beyond: Bool
) -> [[LawInference.ExpectedTick]] {
  let inside = expected.filter { !$0.isBeyond }
  guard beyond else { return [inside] }
  // About the middle of what is known, angles grow clockwise without a seam.
  let directions = ticks.map { atan2($0.x - circle.x, circle.y - $0.y) }
  let middle = atan2(directions.reduce(0) { $0 + sin($1) }, directions.reduce(0) { $0 + cos($1) })
  let offset = { (tick: LawInference.ExpectedTick) in Angle(radians: tick.angle.radians - middle).wrapped.radians }
  let outside = expected.filter { $0.isBeyond }
  return [
    inside, outside.filter { offset($0) >= 0 }.sorted { offset($0) < offset($1) },
    outside.filter { offset($0) < 0 }.sorted { offset($0) > offset($1) },
  ]
}

/// The parts of a circle on which a tick would be in the picture.
func visibleArcs(_ reader: BitmapReader, circle: Circle, depth: Double) -> [ArcInterval] {
  let step = max(0.5 / circle.radius, 0.0005)
  let count = Int((2 * Double.pi / step).rounded(.up))
  func isVisible(_ index: Int) -> Bool {
    let angle = -Double.pi + Double(index) * step
    let outer = circle.point(angle, circle.radius + 1)
    let inner = circle.point(angle, circle.radius - depth)
    return reader.covers(outer.x, outer.y) && reader.covers(inner.x, inner.y)
  }
  var result: [ArcInterval] = []
  var start: Int?
  for i in 0...count {
    let visible = i < count && isVisible(i)
    if visible, start == nil { start = i }
    if !visible, let s = start {
      if i - s > 1 {
        result.append(
          ArcInterval(
            from: Angle(radians: -Double.pi + Double(s) * step), to: Angle(radians: -Double.pi + Double(i - 1) * step)))
      }
      start = nil
    }
  }
  // A stretch across six o'clock is one.
  if result.count > 1, let first = result.first, let last = result.last,
    first.from.radians <= -Double.pi + step, last.to.radians >= Double.pi - 2 * step
  {
    result.removeFirst()
    result[result.count - 1].to = Angle(radians: first.to.radians + 2 * Double.pi)
  }
  return result
}
