import CalqueCore
import CalqueSpec

/// The covariance of a fitted centre, for what is measured about it.
struct CentreCovariance: Sendable {
  private let xx: Double
  private let xy: Double
  private let yy: Double
  private let fit: CircleFit

  init(_ fit: CircleFit) {
    self.fit = fit
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

extension CentreCovariance {
  /// σ of where a ring crosses the ray at an angle, px: centre and radius together, which are off the same way.
  func crossing(_ angle: Double, ring: Int) -> Double {
    guard let c = fit.covariance, let slot = fit.slot(of: ring), c[0, 0] > 0, c[1, 1] > 0, c[slot, slot] > 0 else {
      return along(angle)
    }
    var gradient = [Double](repeating: 0, count: c.order)
    gradient[0] = sin(angle) * fit.sigmaX / c[0, 0].squareRoot()
    gradient[1] = -cos(angle) * fit.sigmaY / c[1, 1].squareRoot()
    gradient[slot] = fit.sigmaRadii[ring] / c[slot, slot].squareRoot()
    return max(0, c.quadraticForm(gradient)).squareRoot()
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
  ///
  /// Arcs stretch only by how far the rings are off the ticks.
  /// - Parameter endDoubt: σ that all ends share, px.
  func widened(by centre: CentreCovariance, radius: Double, rim: Double? = nil, endDoubt: Double = 0) -> DialLaw {
    var law = self
    let axis = unity?.angle.radians ?? 0
    let stretch = centre.along(axis) / radius
    if let p = perOctave {
      func arc(_ r: Double, _ ring: Int, doubt: Double) -> Estimate {
        let ring = hypot(centre.crossing(axis, ring: ring), doubt)
        return Estimate(p.value * r, sigma: hypot(p.sigma * r, p.value * ring))
      }
      law.perOctaveArc = arc(radius, ConcentricFit.minorOuter, doubt: endDoubt)
      law.perOctaveRimArc = rim.map { arc($0, ConcentricFit.rimRing, doubt: 0) }
      law.perOctave = Estimate(p.value, sigma: hypot(p.sigma, p.value * stretch))
      // A minor step that divides the octave is as sure as the octave.
      if case .equalAngles(let step) = minor, let octave = law.perOctave, let arc = law.perOctaveArc {
        let share = step.value / p.value
        law.minor = .equalAngles(Estimate(step.value, sigma: octave.sigma * share.magnitude))
        law.minorArc = Estimate(arc.value * share, sigma: arc.sigma * share.magnitude)
      }
    }
    if let p = perUnit { law.perUnit = Estimate(p.value, sigma: hypot(p.sigma, p.value * stretch)) }
    if perOctave == nil, case .equalAngles(let step) = minor {
      law.minor = .equalAngles(Estimate(step.value, sigma: hypot(step.sigma, step.value * stretch)))
    }
    law.unity = unity?.widened(by: centre, radius: radius)
    return law
  }
}
