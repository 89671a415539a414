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

  /// Standard deviation of where renderers put ends of either kind, px: from Chromium's and supersampled ones.
  static let flatDoubt = 0.05
  static let roundDoubt = 0.15

  static func endDoubt(isRound: Bool) -> Double { isRound ? roundDoubt : flatDoubt }

  struct Outcome: Sendable {
    var fit: CircleFit
    var circle: Circle
    var radius: Estimate
    var isRound: Bool
  }

  /// The circle through the outer ends alone, before weights are known.
  func fit(_ ticks: [TickMeasurement], start: Circle) -> Circle? {
    let points = ticks.map { tick in
      let p = tick.outerPoint(isRound: false)
      return RingPoint(x: p.x, y: p.y, sigma: tick.sigmaEnd, ring: 0)
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
    guard let flat = fit(ticks, weights, notch: notch, rim: rim, start: start, isRound: false) else { return nil }
    let classes = TickClasses(ticks, weights)
    guard evidenceOfRoundEnds(flat, ticks, weights, classes) > 0,
      let round = fit(ticks, weights, notch: notch, rim: rim, start: start, isRound: true)
    else { return outcome(flat, isRound: false) }
    return outcome(round, isRound: true)
  }

  private func fit(
    _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], notch: DialNotch, rim: RimFinder.Rim?, start: Circle,
    isRound: Bool
  ) -> CircleFit? {
    let classes = TickClasses(ticks, weights)
    let lengths: [DialTick.Weight: Double] = [
      .major: typicalLength(ticks, weights, .major, isRound), .minor: typicalLength(ticks, weights, .minor, isRound),
    ]
    var points: [RingPoint] = []
    for (tick, weight) in zip(ticks, weights) where !tick.isCut {
      let position =
        Angle(radians: atan2(tick.x - start.x, start.y - tick.y) - (notch.angle?.angle.radians ?? 0))
        .wrapped.radians * start.radius
      let shift = notch.displacement(at: position)
      // The notch is fitted to what this fit leaves over: a tick that is well inside it tells nothing of the circle.
      if shift > 1 { continue }
      let doubt = 0.3 * shift
      // A tick that is longer or shorter than its kind has at least one end that something else has moved.
      let odd = (tick.length(isRound: isRound) - (lengths[weight] ?? 0)).magnitude * 0.7
      let sigma = (tick.sigmaEnd * tick.sigmaEnd + doubt * doubt + odd * odd).squareRoot()
      func add(_ p: (x: Double, y: Double), _ ring: Int) {
        points.append(
          RingPoint(
            x: p.x + shift * sin(tick.direction), y: p.y - shift * cos(tick.direction), sigma: sigma, ring: ring))
      }
      add(tick.outerPoint(isRound: isRound), weight == .major ? Self.majorOuter : Self.minorOuter)
      add(tick.innerPoint(isRound: isRound), weight == .major ? Self.majorInner : Self.minorInner)
    }
    let rays = rays(ticks)
    var radii = [Double](repeating: start.radius, count: Self.ringCount)
    radii[Self.minorInner] = start.radius - (classes.minor?.length ?? 0)
    radii[Self.majorInner] = start.radius - (classes.major?.length ?? 0)
    radii[Self.rimRing] = rim?.radius ?? start.radius
    func fit(_ points: [RingPoint], _ rays: [RayObservation], _ extra: [Double]) -> CircleFit? {
      CircleFit(points: points, rays: rays, rings: Self.ringCount, start: start, startRadii: radii, extra: extra)
    }
    var extra = [Double](repeating: 1, count: Self.ringCount + 1)
    guard let rough = fit(points, rays, extra) else { return nil }
    for ring in 0..<Self.rimRing { extra[ring] = CircleFit.likeness(of: rough.residuals(of: points, ring: ring)) }
    extra[Self.ringCount] = CircleFit.likeness(of: rough.residuals(of: rays))
    let byTicks = fit(points, rays, extra)
    guard let rim, let byRim = fit(rim.points, [], extra), let byTicks else { return byTicks }
    let stretch = byRim.stretchFactor(of: rim.points, ring: Self.rimRing)
    let sx = hypot(byTicks.sigmaX, byRim.sigmaX * stretch)
    let sy = hypot(byTicks.sigmaY, byRim.sigmaY * stretch)
    // Where the two disagree beyond their σ, both are taken for less sure.
    let tension = max(1, max((byRim.x - byTicks.x).magnitude / sx, (byRim.y - byTicks.y).magnitude / sy))
    extra = extra.map { $0 * tension }
    extra[Self.rimRing] *= stretch
    return fit(points + rim.points, rays, extra) ?? byTicks
  }

  private func typicalLength(
    _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], _ weight: DialTick.Weight, _ isRound: Bool
  ) -> Double {
    let own = ticks.indices.filter { weights[$0] == weight && !ticks[$0].isCut }
    return own.isEmpty ? 0 : median(own.map { ticks[$0].length(isRound: isRound) })
  }

  /// Squared σ by which round ends explain the picture better: how single ends look, and that the two weights' ends,
  /// taken for flat, stand apart by the difference of their half discs.
  private func evidenceOfRoundEnds(
    _ flat: CircleFit, _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], _ classes: TickClasses
  ) -> Double {
    var evidence = 0.0
    for tick in ticks where tick.width > 1.6 && !tick.isCut { evidence += max(-6, min(6, tick.roundEvidence)) }
    let minor = flat.radii[Self.minorOuter]
    let major = flat.radii[Self.majorOuter]
    if !minor.isNaN, !major.isNaN, let a = classes.major, let b = classes.minor {
      let apart = Self.roundReach * (a.width - b.width)
      // The radii share the centre's σ; their difference does not.
      let sigma = max(0.05, 0.5 * hypot(flat.sigmaRadii[Self.minorOuter], flat.sigmaRadii[Self.majorOuter]))
      func cost(_ expected: Double) -> Double {
        let z = (major - minor - expected) / sigma
        return min(z * z, 40)
      }
      evidence += cost(0) - cost(apart)
    }
    return evidence
  }

  /// The weights' outer circles as one.
  private func outcome(_ fit: CircleFit, isRound: Bool) -> Outcome {
    var sum = 0.0
    var total = 0.0
    var sigma = Double.infinity
    for ring in [Self.minorOuter, Self.majorOuter] where !fit.radii[ring].isNaN {
      let s = max(fit.sigmaRadii[ring], 1e-4)
      sum += fit.radii[ring] / (s * s)
      total += 1 / (s * s)
      sigma = min(sigma, s)
    }
    // How a renderer draws an end is the same for all ticks and does not average out: anti-aliasing by a few samples,
    // and round caps as polygons.
    sigma = hypot(sigma, Self.endDoubt(isRound: isRound))
    let radius = total > 0 ? sum / total : 0
    return Outcome(
      fit: fit, circle: Circle(x: fit.x, y: fit.y, radius: radius), radius: Estimate(radius, sigma: sigma),
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

  /// With what is not known of how ends are drawn: a tick's displacement is a difference of two of them.
  ///
  /// - Parameter endDoubt: σ of a single end beyond the fit's, px. It moves the decay by what the displacement one decay
  ///   from the axis, 1/e of the depth, makes of it.
  func widened(endDoubt: Double) -> DialNotch {
    guard let depth, let decay, depth.value > 0 else { return self }
    var notch = self
    let doubt = endDoubt * 2.0.squareRoot()
    notch.depth = Estimate(depth.value, sigma: hypot(depth.sigma, doubt))
    notch.decay = Estimate(decay.value, sigma: hypot(decay.sigma, decay.value * exp(1.0) * doubt / depth.value))
    return notch
  }
}

extension TickMeasurement {
  /// What the tick's place about a centre is; σ its own, without the centre's.
  func observation(circle: Circle, isRound: Bool = false) -> TickObservation {
    let o = outerPoint(isRound: isRound)
    let i = innerPoint(isRound: isRound)
    return TickObservation(
      angle: Angle(radians: atan2(x - circle.x, circle.y - y)),
      sigmaAngle: Angle(radians: sigmaAcross / max(1, hypot(x - circle.x, y - circle.y))),
      outer: Estimate(hypot(o.x - circle.x, o.y - circle.y), sigma: sigmaEnd),
      inner: Estimate(hypot(i.x - circle.x, i.y - circle.y), sigma: sigmaEnd),
      width: Estimate(width, sigma: max(sigmaWidth, 0.01)), contrast: contrast,
      sigmaContrast: max(sigmaContrast, 0.003),
      isCut: isCut)
  }

  func asTick(_ weight: DialTick.Weight, circle: Circle, isRound: Bool) -> DialTick {
    let o = observation(circle: circle, isRound: isRound)
    return DialTick(
      angle: o.angle, sigmaAngle: o.sigmaAngle, weight: weight, outer: o.outer, inner: o.inner, width: o.width,
      strength: contrast, sigmaStrength: sigmaContrast, isCut: isCut)
  }
}
