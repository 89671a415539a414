import CalqueCore
import CalqueSpec

/// Fits the concentric circles of a dial: outer and inner ends of both weights, and the rim.
struct ConcentricFit: Sendable {
  static let minorOuter = 0
  static let majorOuter = 1
  static let minorInner = 2
  static let majorInner = 3
  static let rimRing = 4
  static let ringCount = 5

  /// How far a round end's area reaches beyond where its half disc begins, in widths: π/8.
  static let roundReach = Double.pi / 8

  struct Outcome: Sendable {
    var fit: CircleFit
    var circle: Circle
    var radius: Estimate
    var isRound: Bool
  }

  /// The circle through the outer ends alone, before weights are known.
  func fit(_ ticks: [TickMeasurement], start: Circle) -> Circle? {
    let points = ticks.map { tick in
      let p = tick.outerPoint
      return RingPoint(x: p.x, y: p.y, sigma: tick.sigmaOuter, ring: 0)
    }
    guard
      let fit = CircleFit(points: points, rays: rays(ticks), rings: 1, start: start, startRadii: [start.radius])
    else { return nil }
    return Circle(x: fit.x, y: fit.y, radius: fit.radii[0])
  }

  /// All circles.
  ///
  /// A drawing program's large circle can be off by a tenth of a pixel over long stretches (Skia draws conics as a few
  /// parabolas), which many rim points do not average away. So the rim counts as much as its points agree over such
  /// stretches, and as it agrees with the ticks.
  func fit(
    _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], notch: DialNotch, rim: RimFinder.Rim?, start: Circle
  ) -> Outcome? {
    var points: [RingPoint] = []
    for (tick, weight) in zip(ticks, weights) where !tick.isCut {
      let position = Angle(
        radians: atan2(tick.x - start.x, start.y - tick.y) - (notch.angle?.angle.radians ?? 0)
      ).wrapped.radians * start.radius
      let shift = notch.displacement(at: position)
      // How well the notch is known where it is steep.
      let doubt = shift > 0.05 ? 0.15 * shift + 0.05 : 0
      let outward = tick.direction
      func add(_ p: (x: Double, y: Double), _ sigma: Double, _ ring: Int) {
        points.append(
          RingPoint(
            x: p.x + shift * sin(outward), y: p.y - shift * cos(outward),
            sigma: (sigma * sigma + doubt * doubt).squareRoot(), ring: ring))
      }
      add(tick.outerPoint, tick.sigmaOuter, weight == .major ? Self.majorOuter : Self.minorOuter)
      add(tick.innerPoint, tick.sigmaInner, weight == .major ? Self.majorInner : Self.minorInner)
    }
    let rays = rays(ticks)
    let classes = TickClasses(ticks, weights)
    var radii = [Double](repeating: start.radius, count: Self.ringCount)
    radii[Self.minorInner] = start.radius - (classes.minor?.length ?? 0)
    radii[Self.majorInner] = start.radius - (classes.major?.length ?? 0)
    radii[Self.rimRing] = rim?.radius ?? start.radius
    func fit(_ points: [RingPoint], _ rays: [RayObservation], rimFactor: Double = 1) -> CircleFit? {
      CircleFit(
        points: points, rays: rays, rings: Self.ringCount, start: start, startRadii: radii,
        extra: [1, 1, 1, 1, rimFactor])
    }
    var best = fit(points, rays)
    if let rim, let byRim = fit(rim.points, []) {
      guard let byTicks = best else { return nil }
      let stretch = byRim.stretchFactor(of: rim.points, ring: Self.rimRing)
      let sx = hypot(byTicks.sigmaX, byRim.sigmaX * stretch)
      let sy = hypot(byTicks.sigmaY, byRim.sigmaY * stretch)
      let tension = max(1, max((byRim.x - byTicks.x).magnitude / sx, (byRim.y - byTicks.y).magnitude / sy))
      best = fit(points + rim.points, rays, rimFactor: stretch * tension) ?? best
    }
    guard let best else { return nil }
    return outcome(best, ticks, weights, classes)
  }

  /// Tells round ends from flat ones, and with that where the ends' circle is.
  private func outcome(
    _ fit: CircleFit, _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], _ classes: TickClasses
  ) -> Outcome {
    let minor = fit.radii[Self.minorOuter]
    let major = fit.radii[Self.majorOuter]
    var evidence = 0.0
    // The weights' circles are the same, or apart by the difference of their round ends.
    if !minor.isNaN, !major.isNaN, let a = classes.major, let b = classes.minor, weights.contains(.minor),
      weights.contains(.major)
    {
      let apart = Self.roundReach * (a.width - b.width)
      let sigma = max(0.05, hypot(fit.sigmaRadii[Self.minorOuter], fit.sigmaRadii[Self.majorOuter]) * 0.5)
      let difference = major - minor
      func cost(_ expected: Double) -> Double {
        let z = (difference - expected) / sigma
        return min(z * z, 50)
      }
      evidence += cost(0) - cost(apart)
    }
    // The half level of a round end stands 0.04 to 0.08 of a width beyond its area's end.
    var ratios: [Double] = []
    for tick in ticks where tick.width > 3 && !tick.isCut { ratios.append(tick.roundness / tick.width) }
    if ratios.count >= 3 {
      let middle = median(ratios)
      let sigma = max(0.012, medianDeviation(ratios) * 1.25 / Double(ratios.count).squareRoot())
      func cost(_ expected: Double) -> Double {
        let z = (middle - expected) / sigma
        return min(z * z, 50)
      }
      evidence += cost(0) - cost(0.065)
    }
    let isRound = evidence > 0
    func end(_ ring: Int, _ width: Double?) -> Estimate? {
      guard !fit.radii[ring].isNaN, let width else { return nil }
      return Estimate(fit.radii[ring] - (isRound ? Self.roundReach * width : 0), sigma: fit.sigmaRadii[ring])
    }
    let ends = [
      end(Self.minorOuter, classes.minor?.width), end(Self.majorOuter, classes.major?.width),
    ].compactMap { $0 }
    // The two weights' ends are one circle; what they share of σ (the centre's) does not average away.
    var sum = 0.0
    var total = 0.0
    for e in ends {
      let w = 1 / (e.sigma * e.sigma)
      sum += w * e.value
      total += w
    }
    let value = total > 0 ? sum / total : fit.radii.first { !$0.isNaN } ?? 0
    let sigma = ends.map(\.sigma).min() ?? 1
    return Outcome(
      fit: fit, circle: Circle(x: fit.x, y: fit.y, radius: value), radius: Estimate(value, sigma: sigma),
      isRound: isRound)
  }

  private func rays(_ ticks: [TickMeasurement]) -> [RayObservation] {
    ticks.map { RayObservation(x: $0.x, y: $0.y, direction: $0.direction, sigma: $0.sigmaDirection) }
  }
}

extension DialNotch {
  /// How far a tick is drawn in at an arc length from the axis, px.
  func displacement(at position: Double) -> Double {
    guard let depth = depth?.value, let decay = decay?.value, decay > 0 else { return 0 }
    switch shape {
    case .exponential: return depth * exp(-position.magnitude / decay)
    case .linear: return depth * max(0, 1 - position.magnitude / decay)
    case .none, .unknown: return 0
    }
  }
}

extension TickMeasurement {
  /// What the tick's place about a centre is; σ its own, without the centre's.
  func observation(circle: Circle, isRound: Bool = false) -> TickObservation {
    let o = outerPoint
    let i = innerPoint
    let reach = isRound ? ConcentricFit.roundReach * width : 0
    return TickObservation(
      angle: Angle(radians: atan2(x - circle.x, circle.y - y)),
      sigmaAngle: Angle(radians: sigmaAcross / max(1, hypot(x - circle.x, y - circle.y))),
      outer: Estimate(hypot(o.x - circle.x, o.y - circle.y) - reach, sigma: sigmaOuter),
      inner: Estimate(hypot(i.x - circle.x, i.y - circle.y) + reach, sigma: sigmaInner),
      width: Estimate(width, sigma: max(sigmaWidth, 0.01)), contrast: contrast, sigmaContrast: max(sigmaContrast, 0.003),
      isCut: isCut)
  }

  func asTick(_ weight: DialTick.Weight, circle: Circle, isRound: Bool) -> DialTick {
    let o = observation(circle: circle, isRound: isRound)
    return DialTick(
      angle: o.angle, sigmaAngle: o.sigmaAngle, weight: weight, outer: o.outer, inner: o.inner, width: o.width,
      strength: contrast, sigmaStrength: sigmaContrast, isCut: isCut)
  }
}
