import CalqueCore
import CalqueSpec

/// The probability that a dial is there, from how many ticks beyond chance agree and whether a law explains them.
///
/// A logistic curve through what was seen: photographs without a dial reach scores of 6 to 8, the weakest dials 9.
func confidence(score: Double, ticks: Int, law: DialLaw) -> Double {
  let evidence = score + (law.kind == .unknown ? 0 : 0.15 * Double(ticks))
  return 1 / (1 + exp(-(evidence - 8.5) / 1.2))
}
