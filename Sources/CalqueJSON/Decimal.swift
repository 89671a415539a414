/// ±digits · 10^exponent, as it is read.
///
/// A `Double`'s neighbourhood is settled by at most 768 significant digits; of the rest only whether they are all zero
/// matters (Clinger, "How to read floating point numbers accurately", PLDI 1990).
struct Decimal {
  static let digitLimit = 800
  var isNegative = false
  /// Significant digits without leading zeros.
  var digits: [UInt8] = []
  var exponent = 0
  /// Whether a digit that was cut off is not zero.
  var isTruncated = false

  mutating func append(_ digit: UInt8, isFraction: Bool) {
    if digits.isEmpty && digit == 0 {
      if isFraction { exponent -= 1 }
    } else if digits.count < Self.digitLimit {
      digits.append(digit)
      if isFraction { exponent -= 1 }
    } else {
      if digit != 0 { isTruncated = true }
      if !isFraction { exponent += 1 }
    }
  }

  /// The nearest `Double`, ties to even; nil where that is infinite.
  var nearestDouble: Double? {
    let sign: Double = isNegative ? -1 : 1
    guard !digits.isEmpty else { return sign * 0 }
    let magnitude = exponent + digits.count
    if magnitude > 310 { return nil }
    if magnitude < -330 { return sign * 0 }
    if let fast = exactDouble { return sign * fast }
    let value = roundedDouble()
    return value.isFinite ? sign * value : nil
  }

  /// Where digits and power of ten are both exact as `Double`s, one operation rounds correctly.
  private var exactDouble: Double? {
    guard digits.count <= 15, !isTruncated, exponent >= -22, exponent <= 22 else { return nil }
    var mantissa = 0.0
    for digit in digits { mantissa = mantissa * 10 + Double(digit) }
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    return exponent < 0 ? mantissa / power : mantissa * power
  }

  /// numerator / denominator in whole numbers, then 53 bits (fewer below the normal range) and the rest as a sticky bit.
  private func roundedDouble() -> Double {
    var numerator = BigNatural()
    for digit in digits { numerator.multiply(by: 10, adding: UInt32(digit)) }
    if isTruncated { numerator.multiply(by: 10, adding: 1) }
    let power = exponent - (isTruncated ? 1 : 0)
    var denominator = BigNatural(1)
    for _ in 0..<max(0, power) { numerator.multiply(by: 10, adding: 0) }
    for _ in 0..<max(0, -power) { denominator.multiply(by: 10, adding: 0) }

    // 2^(bits − 1) ≤ quotient < 2^(bits + 1) after this shift; `scale` counts the powers of two taken out.
    var scale = numerator.bitWidth - denominator.bitWidth - 53
    scale = max(scale, -1074)
    if scale >= 0 { denominator.shiftLeft(by: scale) } else { numerator.shiftLeft(by: -scale) }
    var quotient = numerator.divide(by: denominator)
    var remainderIsZero = numerator.isZero
    var half = numerator.compareDoubled(to: denominator)
    if quotient >= 1 << 53 {
      let low = quotient & 1
      quotient >>= 1
      scale += 1
      // The bit that fell out is worth half; what was left before says on which side of the half it is.
      half = low == 0 ? .below : (remainderIsZero ? .exactly : .above)
      remainderIsZero = remainderIsZero && low == 0
    }
    if half == .above || (half == .exactly && quotient & 1 == 1) { quotient += 1 }
    return Double(sign: .plus, exponent: scale, significand: Double(quotient))
  }
}
