import CalqueCore
import CalqueSpec

/// What is read of a corner's edge: how far it has left one of the two sides, in strips one pixel wide.
struct CornerProfile: Sendable {
  /// One strip of a pixel's width that leads from a side into the shape.
  struct Strip: Sendable {
    /// Its two borders' distances from where the sides would meet, px, along the side that it stands on.
    var from: Double
    var to: Double
    /// The mean distance of the edge from the side that the strip runs towards, px.
    var depth: Double
    /// How long the side is that the strip stands on, px: the corner at its other end may reach into this one's half.
    var sideLength: Double = .infinity
    /// Whether the strip is a row, whose depth counts from the vertical side.
    var isRow = true
  }
  var strips: [Strip] = []
  /// σ of the sides' positions, px.
  var edgeSigma: Double
}

/// A corner's radius under both styles.
struct CornerFit: Sendable {
  var radius: Estimate
  var style: CornerStyle
  /// Root mean square residual under the better style, px.
  var residual: Double
  /// The worse style's over the better one's, neither taken as smaller than what rasterisers leave.
  var ratio: Double
  /// Root mean square residual under each style, px.
  var circularResidual: Double
  var continuousResidual: Double
}

/// Residuals under this are as good as none: what rasterisers leave, px.
private let residualFloor = 0.02

extension CornerFit {
  /// Styles whose residuals differ by less are not told apart.
  static let decisiveRatio = 1.5
}

/// Fits a circular and a continuous corner to a profile by least squares.
/// - Parameters:
///   - profile: At least four strips.
///   - guess: A radius to start from, px.
/// - Returns: nil where there are too few strips.
func fitCorner(_ profile: CornerProfile, near guess: Double) -> CornerFit? {
  guard profile.strips.count >= 4, guess > 0 else { return nil }
  let circular = fitWithoutOutliers(profile, .circular, near: guess)
  let continuous = fitWithoutOutliers(profile, .continuous, near: guess)
  let better = circular.residual <= continuous.residual ? circular : continuous
  let worse = circular.residual <= continuous.residual ? continuous : circular
  let ratio = max(worse.residual, residualFloor) / max(better.residual, residualFloor)
  return CornerFit(
    radius: Estimate(better.radius, sigma: radiusSigma(profile, better)),
    style: ratio < CornerFit.decisiveRatio ? .undecided : better.curve.style, residual: better.residual, ratio: ratio,
    circularResidual: circular.residual, continuousResidual: continuous.residual)
}

/// σ of a fitted radius: what the residuals scatter it by, and how far the two sides' own σ moves it.
private func radiusSigma(_ profile: CornerProfile, _ fit: StyleFit) -> Double {
  let h = 0.05
  var normal = 0.0
  // Pull of a shift of the vertical and of the horizontal side, px²/px.
  var vertical = 0.0
  var horizontal = 0.0
  for strip in profile.strips {
    let more = fit.curve.depth(of: strip, radius: fit.radius + h)
    let less = fit.curve.depth(of: strip, radius: max(0, fit.radius - h))
    let gradient = (more - less) / (2 * h)
    var moved = strip
    moved.from += h
    moved.to += h
    let slope = (fit.curve.depth(of: moved, radius: fit.radius) - fit.curve.depth(of: strip, radius: fit.radius)) / h
    normal += gradient * gradient
    vertical += gradient * (strip.isRow ? 1 : -slope)
    horizontal += gradient * (strip.isRow ? -slope : 1)
  }
  guard normal > 1e-9 else { return max(1, fit.radius) }
  let own = max(fit.residual, 1e-9) * (1 / (normal * independentShare(profile, fit))).squareRoot()
  // No rasteriser keeps below the floor, and its error has one sign along an arc: two arcs, two readings.
  let floor = residualFloor * (Double(profile.strips.count) / (2 * normal)).squareRoot()
  let scatter = hypot(own, floor)
  let shift = profile.edgeSigma * hypot(vertical, horizontal) / normal
  return hypot(scatter, shift)
}

/// The share of the strips that err independently, (1 − ρ) / (1 + ρ) for residuals of an autocorrelation ρ between
/// neighbours (Bayley and Hammersley 1946): all under noise, a few where a rasteriser has flattened the arc.
private func independentShare(_ profile: CornerProfile, _ fit: StyleFit) -> Double {
  let errors = profile.strips.map { $0.depth - fit.curve.depth(of: $0, radius: fit.radius) }
  var power = 0.0
  var product = 0.0
  for i in errors.indices {
    power += errors[i] * errors[i]
    if i > 0, profile.strips[i].isRow == profile.strips[i - 1].isRow { product += errors[i] * errors[i - 1] }
  }
  guard power > 0 else { return 1 }
  let correlation = min(0.95, max(0, product / power))
  return max(1 / Double(errors.count), (1 - correlation) / (1 + correlation))
}

private struct StyleFit {
  var radius: Double
  var residual: Double
  var curve: CornerCurve
}

/// Strips further off than this have met ink or a neighbour, px; no more than a third may.
private let outlier = 1.5

private func fitWithoutOutliers(
  _ profile: CornerProfile, _ curve: CornerCurve, near guess: Double
) -> StyleFit {
  let first = fit(profile, curve, near: guess)
  guard first.residual > 0.3 else { return first }
  var errors: [(strip: CornerProfile.Strip, error: Double)] = []
  for strip in profile.strips {
    let depth = curve.depth(of: strip, radius: guess)
    errors.append((strip, strip.depth - depth))
  }
  let middle = median(errors.map { $0.error })
  var cleaned = profile
  cleaned.strips = errors.filter { ($0.error - middle).magnitude < outlier }.map { $0.strip }
  guard cleaned.strips.count * 3 >= profile.strips.count * 2, cleaned.strips.count < profile.strips.count else {
    return first
  }
  return fit(cleaned, curve, near: guess)
}

private func fit(_ profile: CornerProfile, _ curve: CornerCurve, near guess: Double) -> StyleFit {
  func cost(_ radius: Double) -> Double {
    var sum = 0.0
    for strip in profile.strips {
      let error = strip.depth - curve.depth(of: strip, radius: radius)
      sum += error * error
    }
    return sum
  }
  // Golden section (Kiefer 1953) around the guess.
  let golden = 0.618_033_988_749_895
  var low = 0.4 * guess
  var high = 1.8 * guess + 2
  var a = high - golden * (high - low)
  var b = low + golden * (high - low)
  var costA = cost(a)
  var costB = cost(b)
  while high - low > 1e-3 {
    if costA < costB {
      high = b
      b = a
      costB = costA
      a = high - golden * (high - low)
      costA = cost(a)
    } else {
      low = a
      a = b
      costA = costB
      b = low + golden * (high - low)
      costB = cost(b)
    }
  }
  let radius = (low + high) / 2
  return StyleFit(
    radius: radius, residual: (cost(radius) / Double(profile.strips.count)).squareRoot(), curve: curve)
}
