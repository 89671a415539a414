import CalqueCore
import CalqueSpec

/// What the corners of one shape say together.
struct CornerConsensus: Sendable {
  /// Mean by 1/σ².
  var radius: Estimate
  /// The style that the logarithms of the residuals' ratios add up to.
  var style: CornerStyle
  /// Whether every radius lies within 3 σ, or 0.5 px, which a browser's rasteriser errs by, of the mean.
  var agrees: Bool

  /// - Returns: nil for no fits.
  init?(_ fits: [CornerFit]) {
    guard !fits.isEmpty else { return nil }
    // A σ of nearly nothing would silence the others.
    let sigmas = fits.map { max($0.radius.sigma, 1e-3) }
    var weights = 0.0
    var sum = 0.0
    var balance = 0.0
    for (fit, sigma) in zip(fits, sigmas) {
      let weight = 1 / (sigma * sigma)
      weights += weight
      sum += weight * fit.radius.value
      balance += (fit.continuousResidual < fit.circularResidual ? 1 : -1) * log(fit.ratio)
    }
    let mean = sum / weights
    var chiSquare = 0.0
    var agrees = true
    for (fit, sigma) in zip(fits, sigmas) {
      let error = (fit.radius.value - mean).magnitude
      chiSquare += (error / sigma) * (error / sigma)
      if error > max(3 * sigma, 0.5) { agrees = false }
    }
    // Birge's ratio: a scatter larger than the fits' own σ widens the mean's.
    let birge = max(1, chiSquare / Double(max(1, fits.count - 1)))
    radius = Estimate(mean, sigma: (birge / weights).squareRoot())
    let meanBalance = balance / Double(fits.count)
    style =
      meanBalance.magnitude < log(CornerFit.decisiveRatio) ? .undecided : (meanBalance > 0 ? .continuous : .circular)
    self.agrees = agrees
  }
}
