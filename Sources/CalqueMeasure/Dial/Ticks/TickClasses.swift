import CalqueCore
import CalqueSpec

/// What the ticks of one weight have in common.
struct TickClasses: Sendable {
  struct Typical: Sendable {
    var width: Double
    var sigmaWidth: Double
    var length: Double
    var contrast: Double
  }
  private(set) var major: Typical?
  private(set) var minor: Typical?

  init() {}

  init(_ ticks: [TickMeasurement], _ weights: [DialTick.Weight]) {
    major = Self.typical(ticks, weights, .major)
    minor = Self.typical(ticks, weights, .minor)
  }

  subscript(weight: DialTick.Weight) -> Typical? { weight == .major ? major ?? minor : minor ?? major }

  /// Medians over the cleaner half of the ticks.
  private static func typical(
    _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], _ weight: DialTick.Weight
  ) -> Typical? {
    let own = ticks.indices.filter { weights[$0] == weight && !ticks[$0].isCut }.map { ticks[$0] }
    guard !own.isEmpty else { return nil }
    let limit = quantile(own.map { $0.residual / max($0.contrast, 0.05) }, 0.6)
    let clean = own.filter { $0.residual / max($0.contrast, 0.05) <= limit }
    return Typical(
      width: median(clean.map { $0.width }), sigmaWidth: sigmaWidth(clean.map { $0.width }),
      length: median(clean.map { $0.length }),
      contrast: quantile(clean.map { $0.contrast }, 0.75))
  }

  /// σ of a median of widths, and what the assumed blur of the picture makes of it.
  private static func sigmaWidth(_ widths: [Double]) -> Double {
    hypot(1.25 * medianDeviation(widths) / Double(widths.count).squareRoot(), 0.04)
  }
}
