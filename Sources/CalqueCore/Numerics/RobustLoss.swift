/// How much a residual costs; `scale` is in the residual's own unit.
///
/// All are ½r² near zero. Holland and Welsch, Communications in Statistics A6 (1977); Rousseeuw and Leroy (1987).
public enum RobustLoss: Equatable, Sendable {
  /// ½r²: right for normal errors, without resistance to outliers.
  case squared
  /// Grows in proportion to |r| beyond `scale`; 1.345 σ has 95 % efficiency.
  case huber(scale: Double)
  /// Grows as the logarithm; 2.385 σ has 95 % efficiency.
  case cauchy(scale: Double)
  /// Constant beyond `scale`; 4.685 σ has 95 % efficiency. Needs a good start.
  case tukey(scale: Double)

  /// ρ(r).
  @inlinable public func cost(_ r: Double) -> Double {
    switch self {
    case .squared: return 0.5 * r * r
    case .huber(let k):
      let a = r.magnitude
      return a <= k ? 0.5 * r * r : k * (a - 0.5 * k)
    case .cauchy(let k): return 0.5 * k * k * log(1 + (r / k) * (r / k))
    case .tukey(let k):
      let u = min((r / k) * (r / k), 1)
      let rest = 1 - u
      return k * k / 6 * (1 - rest * rest * rest)
    }
  }

  /// ρ′(r)/r: the weight of iteratively reweighted least squares, 0…1.
  @inlinable public func weight(_ r: Double) -> Double {
    switch self {
    case .squared: return 1
    case .huber(let k):
      let a = r.magnitude
      return a <= k ? 1 : k / a
    case .cauchy(let k): return 1 / (1 + (r / k) * (r / k))
    case .tukey(let k):
      let rest = 1 - min((r / k) * (r / k), 1)
      return rest * rest
    }
  }

  /// ρ″(r).
  @inlinable public func curvature(_ r: Double) -> Double {
    switch self {
    case .squared: return 1
    case .huber(let k): return r.magnitude <= k ? 1 : 0
    case .cauchy(let k):
      let u = (r / k) * (r / k)
      return (1 - u) / ((1 + u) * (1 + u))
    case .tukey(let k):
      let u = (r / k) * (r / k)
      return u >= 1 ? 0 : (1 - u) * (1 - 5 * u)
    }
  }
}
