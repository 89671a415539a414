import CalqueCore

/// A dial as fitted to the picture, before the meaning of its ticks is known.
struct FittedDial: Sendable {
  var fit: CircleFit
  var ticks: [TickMeasurement]
  var rim: RimFinder.Rim?
  var polarity: Polarity
  /// Whether the ticks' ends are round.
  var isRound: Bool
  /// Radians between which the ring may be seen.
  var angles: ClosedRange<Double>

  var circle: Circle { Circle(x: fit.x, y: fit.y, radius: fit.radii[0]) }
}

/// Turns a circle candidate into fitted ticks, circles and a rim.
struct DialFitter: Sendable {
  var polarity: Polarity
  /// px of the full picture a sample of the plane that the candidate was found in.
  var factor: Double

  static let outerRing = 0
  static let rimRing = 1
  static let innerRing = 2
  static let ringCount = 4

  private var ink: SIMD4<Float> { polarity == .bright ? SIMD4(255, 255, 255, 255) : .zero }

  func fit(_ reader: BitmapReader, candidate: CircleCandidate, segments: [Segment]) -> FittedDial? {
    var circle = Circle(x: candidate.x, y: candidate.y, radius: candidate.radius)
    let chosen = candidate.inliers.map { segments[$0] }
    let lengths = chosen.map(\.length)
    let shortest = quantile(lengths, 0.2)
    let longest = quantile(lengths, 0.95)

    // The bars that proposed the circle, each in its own frame.
    var fitter = TickFitter(
      circle: circle, ink: ink, widths: 0.4...(6 * factor), side: 2 * factor)
    var ticks: [TickMeasurement] = []
    for segment in chosen {
      let angle = atan2(segment.x - circle.x, circle.y - segment.y)
      let middle = ((segment.x - circle.x) * (segment.x - circle.x) + (segment.y - circle.y) * (segment.y - circle.y)).squareRoot()
      let quarter = segment.length * 0.28
      if let tick = fitter.fit(
        reader, angle: angle, band: (middle - quarter)...(middle + quarter),
        reach: (middle - segment.length - 8)...(middle + segment.length / 2 + 12), width: 1.3 * factor, fixedWidth: false)
      {
        ticks.append(tick)
      }
    }
    guard ticks.count >= 5 else { return nil }
    guard let first = fitCircle(ticks, rim: nil, start: circle, isRound: false) else { return nil }
    circle = Circle(x: first.x, y: first.y, radius: first.radii[0])

    // The whole visible ring.
    let widthList = ticks.map(\.width)
    let typical = median(widthList)
    let widest = quantile(widthList, 0.95)
    var angles = ticks.map { atan2($0.x - circle.x, circle.y - $0.y) }
    angles.sort()
    var gaps: [Double] = []
    for i in 1..<max(1, angles.count) { gaps.append((angles[i] - angles[i - 1]) * circle.radius) }
    let pitch = max(3 * typical, quantile(gaps, 0.2))
    let near = min(widest / 2 + 1.5, max(typical / 2 + 1, pitch * 0.35))
    fitter = TickFitter(circle: circle, ink: ink, widths: 0.4...(3 * widest), side: min(3 * factor, max(1.5, pitch - typical / 2 - widest / 2 - 2) / 2 + 0.5))
    let visible = (-Double.pi)...Double.pi
    let band = (circle.radius - shortest * 0.85)...(circle.radius - shortest * 0.2)
    let profile = RingProfile(
      reader, circle: circle, band: band, angles: visible, polarity: polarity, offsets: near...(near + max(1.5, factor)))
    let known = ticks.map { tick -> Double in
      let k = Int(((atan2(tick.x - circle.x, circle.y - tick.y)) - profile.start) / profile.step)
      return profile.values[max(0, min(profile.values.count - 1, k))] ?? 0
    }
    let strong = quantile(known, 0.6)
    let peaks = profile.peaks(
      above: max(2.5, 0.06 * strong), distance: max(2, Int(max(typical, 0.3 * pitch) / 0.5)))
    ticks = []
    for peak in peaks {
      guard
        let tick = fitter.fit(
          reader, angle: profile.angle(peak), band: (circle.radius - shortest * 0.8)...(circle.radius - shortest * 0.25),
          reach: (circle.radius - 2.2 * longest)...(circle.radius + 10 + widest), width: typical, fixedWidth: false)
      else { continue }
      ticks.append(tick)
    }
    guard ticks.count >= 5, let second = fitCircle(ticks, rim: nil, start: circle, isRound: false) else { return nil }
    circle = Circle(x: second.x, y: second.y, radius: second.radii[0])
    let rim = RimFinder().find(
      reader, circle: circle, distances: (circle.radius - 1.5)...(circle.radius * 1.08 + 4), angles: visible,
      ring: Self.rimRing, excluded: { _ in false })
    guard let last = fitCircle(ticks, rim: rim, start: circle, isRound: false) else { return nil }
    return FittedDial(fit: last, ticks: ticks, rim: rim, polarity: polarity, isRound: false, angles: visible)
  }

  func fitCircle(_ ticks: [TickMeasurement], rim: RimFinder.Rim?, start: Circle, isRound: Bool) -> CircleFit? {
    var points: [RingPoint] = []
    var rays: [RayObservation] = []
    for tick in ticks {
      let p = tick.outerPoint
      points.append(RingPoint(x: p.x, y: p.y, sigma: tick.sigmaOuter, ring: Self.outerRing))
      rays.append(RayObservation(x: tick.x, y: tick.y, direction: tick.direction, sigma: tick.sigmaDirection))
    }
    if let rim { points += rim.points }
    return CircleFit(
      points: points, rays: rays, rings: Self.ringCount, start: start,
      startRadii: [start.radius, rim?.radius ?? 0, start.radius, start.radius])
  }
}
