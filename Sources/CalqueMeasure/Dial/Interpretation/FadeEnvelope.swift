import CalqueCore
import CalqueSpec

/// How strength rises from nothing at an end of the visible scale to full within.
enum FadeEnvelope {
  /// The shapes tried, with how often each is met: straight gradients and exponentials are what mask code has.
  static let shapes: [(shape: DialEnd.Shape, prior: Double)] = [
    (.linear, 0.45), (.exponential, 0.45), (.smoothstep, 0.05), (.gaussian, 0.05),
  ]

  /// Strength 0…1 at a distance u from where it begins, in units of the fade's length.
  static func value(_ shape: DialEnd.Shape, _ u: Double) -> Double {
    if u <= 0 { return 0 }
    if u >= 1 { return 1 }
    switch shape {
    case .linear: return u
    case .exponential: return (1 - exp(-5 * u)) / 0.9932620530009145  // 1 − e⁻⁵
    case .smoothstep: return u * u * (3 - 2 * u)
    case .gaussian: return exp(-0.5 * gaussianReach * gaussianReach * (1 - u) * (1 - u))
    }
  }

  /// The derivative of `value` by u.
  static func slope(_ shape: DialEnd.Shape, _ u: Double) -> Double {
    if u <= 0 || u >= 1 { return 0 }
    switch shape {
    case .linear: return 1
    case .exponential: return 5 * exp(-5 * u) / 0.9932620530009145
    case .smoothstep: return 6 * u * (1 - u)
    case .gaussian: return gaussianReach * gaussianReach * (1 - u) * value(shape, u)
    }
  }

  /// A bell is cut off where it is at 1 %: √(2 ln 100) standard deviations from its top.
  private static let gaussianReach = 3.034854258770293

  /// The u at which strength is 99 %.
  static func full(_ shape: DialEnd.Shape) -> Double {
    switch shape {
    case .linear: return 0.99
    case .exponential: return 0.8188221076  // −ln(1 − 0.99·(1 − e⁻⁵))/5
    case .smoothstep: return 0.9410969
    case .gaussian: return 0.9532838  // 1 − √(−2 ln 0.99)/reach
    }
  }

  /// The u at which strength is 1 %.
  static func gone(_ shape: DialEnd.Shape) -> Double {
    switch shape {
    case .linear: return 0.01
    case .exponential: return 0.0019964556  // −ln(1 − 0.01·(1 − e⁻⁵))/5
    case .smoothstep: return 0.0589031
    case .gaussian: return 0
    }
  }
}
