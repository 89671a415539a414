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
  /// The worse style's over the better one's.
  var ratio: Double
}

/// Residuals under this are as good as none: what rasterisers leave, px.
private let residualFloor = 0.02
/// Styles whose residuals differ by less are not told apart.
private let decisiveRatio = 1.5

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
  // The radius' pull on a strip is its depth over the radius, on average about 0.4; the sides' shift pulls all alike.
  let scatter = max(better.residual, residualFloor) / (0.4 * Double(profile.strips.count).squareRoot())
  let shift = 2.2 * profile.edgeSigma
  return CornerFit(
    radius: Estimate(better.radius, sigma: (scatter * scatter + shift * shift).squareRoot()),
    style: ratio < decisiveRatio ? .undecided : better.style, residual: better.residual, ratio: ratio)
}

/// Strips further off than this have met ink or a neighbour, px; no more than a third may.
private let outlier = 1.5

private func fitWithoutOutliers(_ profile: CornerProfile, _ curve: CornerCurve, near guess: Double) -> (
  radius: Double, residual: Double, style: CornerStyle
) {
  let first = fit(profile, curve, near: guess)
  guard first.residual > 0.3 else { return first }
  var errors: [(strip: CornerProfile.Strip, error: Double)] = []
  for strip in profile.strips {
    let depth = curve.meanDepth(from: strip.from, to: strip.to, radius: guess)
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

private func fit(_ profile: CornerProfile, _ curve: CornerCurve, near guess: Double) -> (
  radius: Double, residual: Double, style: CornerStyle
) {
  func cost(_ radius: Double) -> Double {
    var sum = 0.0
    for strip in profile.strips {
      let error = strip.depth - curve.meanDepth(from: strip.from, to: strip.to, radius: radius)
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
  return (radius, (cost(radius) / Double(profile.strips.count)).squareRoot(), curve.style)
}
