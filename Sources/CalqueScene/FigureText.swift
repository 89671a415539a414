import CalqueCore

/// Numbers as a person reads them.
enum FigureText {
  /// A number with a fixed count of decimals (0…6); a dash where it cannot be written.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let places = max(0, min(6, decimals))
    var power: Int64 = 1
    for _ in 0..<places { power *= 10 }
    let scaled = (value.magnitude * Double(power)).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return "–" }
    let whole = Int64(scaled)
    let sign = value < 0 && whole != 0 ? "−" : ""
    if places == 0 { return sign + String(whole) }
    let fraction = String(whole % power)
    return sign + String(whole / power) + "." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }

  /// How many decimals a standard deviation deserves: one digit of it, two where the first is a 1; at most 4.
  static func decimals(sigma: Double) -> Int {
    guard sigma > 0, sigma.isFinite else { return 2 }
    var places = 0
    var rest = sigma
    while rest < 2, places < 4 {
      rest *= 10
      places += 1
    }
    return places
  }

  /// "240.00 ± 0.02"; without the second part where σ is zero or unknown.
  static func withSigma(_ value: Double, _ sigma: Double) -> String {
    let places = decimals(sigma: sigma)
    guard sigma > 0, sigma.isFinite else { return fixed(value, decimals: places) }
    return fixed(value, decimals: places) + " ± " + fixed(sigma, decimals: places)
  }

  /// A number with up to two decimals, none of them a closing zero where 0.4 % do not need it.
  static func short(_ value: Double) -> String {
    for places in 0..<2 {
      let power = places == 0 ? 1.0 : 10
      if ((value * power).rounded() / power - value).magnitude < 0.004 * value.magnitude {
        return fixed(value, decimals: places)
      }
    }
    return fixed(value, decimals: 2)
  }

  /// A zoom value: "2×", "0.5×", "1.25×".
  static func zoom(_ value: Double) -> String { short(value) + "×" }
}
