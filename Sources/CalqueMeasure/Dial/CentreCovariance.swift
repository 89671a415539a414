import CalqueCore
import CalqueSpec

/// The covariance of a fitted centre, for what is measured about it.
struct CentreCovariance: Sendable {
  private let xx: Double
  private let xy: Double
  private let yy: Double

  init(_ fit: CircleFit) {
    xx = fit.sigmaX * fit.sigmaX
    yy = fit.sigmaY * fit.sigmaY
    if let c = fit.covariance, c[0, 0] > 0, c[1, 1] > 0 {
      xy = c[0, 1] / (c[0, 0] * c[1, 1]).squareRoot() * fit.sigmaX * fit.sigmaY
    } else {
      xy = 0
    }
  }

  /// σ of the centre across the ray at an angle, px: what an angle about it is uncertain by, times the radius.
  func across(_ angle: Double) -> Double {
    let c = cos(angle)
    let s = sin(angle)
    return max(0, c * c * xx + 2 * c * s * xy + s * s * yy).squareRoot()
  }

  /// σ of the centre along the ray at an angle, px.
  func along(_ angle: Double) -> Double {
    let c = cos(angle)
    let s = sin(angle)
    return max(0, s * s * xx - 2 * c * s * xy + c * c * yy).squareRoot()
  }
}

extension AngleEstimate {
  func widened(by centre: CentreCovariance, radius: Double) -> AngleEstimate {
    AngleEstimate(angle, sigma: Angle(radians: hypot(sigma.radians, centre.across(angle.radians) / radius)))
  }
}

extension DialEnd {
  func widened(by centre: CentreCovariance, radius: Double) -> DialEnd {
    var end = self
    end.full = full?.widened(by: centre, radius: radius)
    end.gone = gone?.widened(by: centre, radius: radius)
    end.at = at?.widened(by: centre, radius: radius)
    return end
  }
}

extension DialLaw {
  /// A centre that is off along the scale's axis stretches all angles in proportion.
  func widened(by centre: CentreCovariance, radius: Double) -> DialLaw {
    var law = self
    let stretch = centre.along(unity?.angle.radians ?? 0) / radius
    if let p = perOctave { law.perOctave = Estimate(p.value, sigma: hypot(p.sigma, p.value * stretch)) }
    if let p = perUnit { law.perUnit = Estimate(p.value, sigma: hypot(p.sigma, p.value * stretch)) }
    law.unity = unity?.widened(by: centre, radius: radius)
    return law
  }
}
