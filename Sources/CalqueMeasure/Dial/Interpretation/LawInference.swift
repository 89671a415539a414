import CalqueCore
import CalqueSpec

/// What the pattern of the ticks says about the scale.
public struct LawInference: Sendable {
  public var law: DialLaw
  /// Of each observation, in the caller's order.
  public var weights: [DialTick.Weight]
  /// Of each observation; nil unless the pattern of the majors settles it.
  public var zooms: [Double?]
  /// Observations that the law does not explain.
  public var rejected: [Int]
  /// Where the law expects a tick in view and none was observed, clockwise.
  public var expected: [ExpectedTick]

  /// A place where the law puts a tick.
  public struct ExpectedTick: Equatable, Sendable {
    public var angle: Angle
    public var weight: DialTick.Weight
    public var zoom: Double?
    /// Whether many dials leave this one out, for it nearly coincides with a major.
    public var isOptional: Bool
    /// Whether it lies beyond the outermost observed ticks.
    public var isBeyond: Bool
  }
}

/// The fits behind an inference, for what else needs them.
struct ResolvedScale {
  var sequence: TickSequence
  var fits: [ScaleFit]
  var spread: [Double]
  /// ln of how much likelier the law's kind is than the best of the other kind.
  var kindMargin: Double
  /// ln of how much likelier the values are than the best other labelling.
  var valueMargin: Double
  /// e^4 ≈ 55 to 1.
  static let settledMargin = 4.0

  var best: ScaleFit? { fits.first }
  var isKindSettled: Bool {
    guard let best else { return false }
    switch best.hypothesis.kind {
    case .logarithmic: return kindMargin >= 3
    case .linear(let every, _):
      // A scale is linear only if hardly anything else can be: two octaves without a 3 between them look linear, too,
      // and so does any scale of which one major is seen.
      let majors = best.match.filter { $0.map { best.places[$0].isMajor } ?? false }.count
      let strays = sequence.count - best.matched
      return kindMargin >= 8 && strays <= max(1, sequence.count / 16) && (every <= 1 || majors >= 3)
    }
  }
  var areValuesSettled: Bool {
    (best?.hypothesis.isLogarithmic ?? false) && isKindSettled && valueMargin >= Self.settledMargin
  }

  init(_ observations: [TickObservation], geometry: DialGeometry) {
    sequence = TickSequence(observations, geometry: geometry)
    var search = ScaleSearch(sequence)
    fits = search.run()
    spread = search.likelihood.spread
    kindMargin = .infinity
    valueMargin = .infinity
    guard !fits.isEmpty else { return }
    let best = fits[0]
    for other in fits.dropFirst() {
      if other.hypothesis.isLogarithmic != best.hypothesis.isLogarithmic {
        kindMargin = min(kindMargin, best.score - other.score)
      }
      if Self.differ(best.hypothesis, other.hypothesis, at: sequence.position) {
        valueMargin = min(valueMargin, best.score - other.score)
      }
    }
  }

  /// Whether two hypotheses give the ticks different values.
  private static func differ(_ a: ScaleHypothesis, _ b: ScaleHypothesis, at positions: [Double]) -> Bool {
    guard a.isLogarithmic && b.isLogarithmic else { return true }
    for s in [positions[0], positions[positions.count - 1]]
    where ((s - a.offset) / a.slope - (s - b.offset) / b.slope).magnitude > 0.02 {
      return true
    }
    return false
  }
}

/// Infers how a dial's ticks are spaced and what they stand for.
///
/// Every way to tell majors from minors by their look is combined with every law that pairs of majors or the most
/// regular combs of ticks suggest. Each is judged by one likelihood: distances from the law's places, places that
/// stay empty, ticks without a place, and how the ticks look. Values are given where the likeliest labelling is
/// e⁴ times likelier than every other, also those under which the scale is linear.
///
/// A dial whose ticks are all alike has majors only.
public func inferLaw(_ observations: [TickObservation], geometry: DialGeometry) -> LawInference {
  ResolvedScale(observations, geometry: geometry).inference(count: observations.count)
}

extension ResolvedScale {
  func inference(count: Int) -> LawInference {
    var result = LawInference(
      law: DialLaw(), weights: [DialTick.Weight](repeating: .major, count: count),
      zooms: [Double?](repeating: nil, count: count), rejected: [], expected: [])
    guard let best else { return result }
    let places = best.places
    let isTrusted = Double(best.matched) >= 0.7 * Double(sequence.count)
    let hasMinors = Self.hasMinors(best)
    for i in sequence.ticks.indices {
      let index = sequence.indices[i]
      if let k = best.match[i] {
        result.weights[index] = places[k].isMajor || !hasMinors ? .major : .minor
        if areValuesSettled { result.zooms[index] = Self.roundedZoom(places[k]) }
      } else {
        result.weights[index] = best.classification.majorProbability[i] > 0.5 || !hasMinors ? .major : .minor
        if isTrusted { result.rejected.append(index) }
      }
    }
    result.rejected.sort()
    result.law = law(best, isTrusted: isTrusted)
    if isTrusted { result.expected = expectedTicks(best, hasMinors: hasMinors) }
    return result
  }

  private static func hasMinors(_ fit: ScaleFit) -> Bool {
    switch fit.hypothesis.kind {
    case .linear(let every, _): return every > 1
    case .logarithmic(.none): return false
    case .logarithmic: return true
    }
  }

  /// The value of a place; integers and halves exactly.
  static func roundedZoom(_ place: ScalePlace) -> Double {
    let z = exp2(place.coordinate)
    let halves = (2 * z).rounded() / 2
    return place.isMajor ? halves : z
  }

  private func law(_ fit: ScaleFit, isTrusted: Bool) -> DialLaw {
    let residuals = candidateResiduals()
    guard isTrusted else { return DialLaw(alternatives: residuals) }
    let radius = sequence.radius
    let line = regression(fit)
    let slope = Estimate(line.slope.value.magnitude / radius, sigma: line.slope.sigma / radius)
    var law = DialLaw(residual: fit.rms)
    law.kind = isKindSettled ? (fit.hypothesis.isLogarithmic ? .logarithmic : .linear) : .unknown
    switch fit.hypothesis.kind {
    case .logarithmic(let minors):
      if isKindSettled {
        if areValuesSettled || octaveIsSettled() { law.perOctave = slope }
        if areValuesSettled {
          law.unity = AngleEstimate(
            Angle(radians: line.offset.value / radius).wrapped, sigma: Angle(radians: line.offset.sigma / radius))
        }
      }
      switch minors {
      case .none: law.minor = nil
      case .perOctave(let count):
        law.minor = .equalAngles(Estimate(slope.value / Double(count), sigma: slope.sigma / Double(count)))
      case .everyValue(let every): law.minor = areValuesSettled ? .equalValues(every) : nil
      }
    case .linear(let every, _):
      law.minor = every == 1 ? nil : .equalAngles(slope)
      if every > 0 && isKindSettled {
        law.perUnit = Estimate(slope.value * Double(every), sigma: slope.sigma * Double(every))
      }
    }
    law.alternatives = residuals.filter { $0.kind != law.kind }
    return law
  }

  /// Whether all likely labellings agree on the octave's length though not on the values.
  private func octaveIsSettled() -> Bool {
    guard let best, best.hypothesis.isLogarithmic else { return false }
    for other in fits where other.score > best.score - Self.settledMargin {
      guard other.hypothesis.isLogarithmic else { return false }
      if (other.hypothesis.slope.magnitude / best.hypothesis.slope.magnitude - 1).magnitude > 0.01 { return false }
    }
    return true
  }

  /// For each kind the distance of every explained tick from the nearest place, whatever its class.
  private func candidateResiduals() -> [DialLaw.Candidate] {
    var result: [DialLaw.Candidate] = []
    guard let best else { return result }
    for isLogarithmic in [true, false] {
      guard let fit = fits.first(where: { $0.hypothesis.isLogarithmic == isLogarithmic }) else { continue }
      var sum = 0.0
      var count = 0
      for i in sequence.position.indices where best.match[i] != nil && !fit.places.isEmpty {
        var nearest = Double.infinity
        for place in fit.places { nearest = min(nearest, (place.position - sequence.position[i]).magnitude) }
        sum += nearest * nearest
        count += 1
      }
      guard count > 0 else { continue }
      result.append(
        DialLaw.Candidate(
          kind: isLogarithmic ? .logarithmic : .linear, residual: (sum / Double(count)).squareRoot()))
    }
    return result
  }

  private func expectedTicks(_ fit: ScaleFit, hasMinors: Bool) -> [LawInference.ExpectedTick] {
    let s = sequence.position
    let (low, high) = (s[0], s[s.count - 1])
    let step = fit.hypothesis.minorStep ?? (high - low) / Double(max(s.count - 1, 1))
    let turn = 2 * Double.pi * sequence.radius
    // Ten steps beyond either end are looked at, and never a place twice on a full circle.
    let reach = min(10.5 * step, max((turn - (high - low)) / 2 - 0.4 * step, 0))
    var result: [LawInference.ExpectedTick] = []
    let places = fit.hypothesis.places(from: low - reach, to: high + reach, resolution: sequence.resolution)
    for place in places where sequence.isVisible(place.position) && !place.isUnresolved {
      var nearest = Double.infinity
      for i in s.indices where fit.match[i] != nil {
        nearest = min(nearest, (s[i] - place.position).magnitude)
      }
      guard nearest > 0.3 * step || (place.isOptional && nearest > 0.1 * step && !isMatched(place, fit)) else {
        continue
      }
      result.append(
        LawInference.ExpectedTick(
          angle: Angle(radians: place.position / sequence.radius).wrapped,
          weight: place.isMajor || !hasMinors ? .major : .minor,
          zoom: areValuesSettled ? Self.roundedZoom(place) : nil, isOptional: place.isOptional,
          isBeyond: place.position < low - 0.1 * step || place.position > high + 0.1 * step))
    }
    return result
  }

  private func isMatched(_ place: ScalePlace, _ fit: ScaleFit) -> Bool {
    for case let k? in fit.match where (fit.places[k].position - place.position).magnitude < 1e-9 { return true }
    return false
  }

  /// Offset and slope of the best fit with their standard deviations, px.
  func regression(_ fit: ScaleFit) -> (offset: Estimate, slope: Estimate) {
    let used = sequence.position.indices.filter { fit.match[$0] != nil }
    let x = used.map { fit.places[fit.match[$0] ?? 0].coordinate }
    let middle = x.reduce(0, +) / Double(max(x.count, 1))
    let sigma = used.map { spread[$0] }
    let result = leastSquares(
      start: [fit.hypothesis.position(middle), fit.hypothesis.slope], count: used.count, loss: .cauchy(scale: 2.385)
    ) { p, r, jacobian, _ in
      for (k, i) in used.enumerated() {
        r[k] = (p[0] + p[1] * (x[k] - middle) - sequence.position[i]) / sigma[k]
        jacobian[2 * k] = 1 / sigma[k]
        jacobian[2 * k + 1] = (x[k] - middle) / sigma[k]
      }
    }
    let slope = result.parameters[1]
    let sigmas = (result.sigma(0), result.sigma(1))
    return (
      Estimate(result.parameters[0] - slope * middle, sigma: hypot(sigmas.0, middle * sigmas.1)),
      Estimate(slope, sigma: sigmas.1)
    )
  }
}
