/// A number with a fixed count of decimals, rounded to nearest; "–" where there is none.
func fixed(_ value: Double?, _ decimals: Int) -> String {
  guard let value, value.isFinite else { return "–" }
  var power = 1.0
  for _ in 0..<decimals { power *= 10 }
  let scaled = (value.magnitude * power).rounded()
  // Past 2^53 there are no decimals to show.
  guard scaled < 9_007_199_254_740_992 else { return value.description }
  let whole = Int(scaled)
  var digits = String(whole)
  if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
  if decimals > 0 { digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals)) }
  return (value < 0 && whole != 0 ? "-" : "") + digits
}

/// A standard deviation with a fixed count of decimals, rounded up, because rounding down would claim too much.
func fixedSigma(_ value: Double?, _ decimals: Int) -> String {
  guard let value, value.isFinite else { return "–" }
  var power = 1.0
  for _ in 0..<decimals { power *= 10 }
  return fixed((value * power - 1e-9).rounded(.up) / power, decimals)
}

/// The fewest decimals that show a value, at most `limit`: 2, 0.5, 1.414.
func trimmed(_ value: Double, atMost limit: Int) -> String {
  var text = fixed(value, limit)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}
