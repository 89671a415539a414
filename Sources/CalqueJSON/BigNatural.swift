/// A natural number of any size, little-endian in 32-bit limbs without leading zeros; just what reading decimals needs.
struct BigNatural {
  enum Half { case below, exactly, above }
  private(set) var limbs: [UInt32] = []

  init() {}
  init(_ value: UInt32) { if value != 0 { limbs = [value] } }

  var isZero: Bool { limbs.isEmpty }
  var bitWidth: Int { limbs.isEmpty ? 0 : limbs.count * 32 - limbs[limbs.count - 1].leadingZeroBitCount }

  mutating func multiply(by factor: UInt32, adding summand: UInt32) {
    var carry = UInt64(summand)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry != 0 { limbs.append(UInt32(carry)) }
  }

  mutating func shiftLeft(by count: Int) {
    guard !limbs.isEmpty, count > 0 else { return }
    let bits = UInt32(count % 32)
    if bits > 0 {
      var carry: UInt32 = 0
      for index in limbs.indices {
        let limb = limbs[index]
        limbs[index] = limb << bits | carry
        carry = limb >> (32 - bits)
      }
      if carry != 0 { limbs.append(carry) }
    }
    limbs.insert(contentsOf: [UInt32](repeating: 0, count: count / 32), at: 0)
  }

  private mutating func shiftRightByOne() {
    var carry: UInt32 = 0
    for index in limbs.indices.reversed() {
      let limb = limbs[index]
      limbs[index] = limb >> 1 | carry
      carry = limb << 31
    }
    trim()
  }

  /// Leaves the remainder and returns the quotient, which must fit in 64 bits; binary long division.
  mutating func divide(by divisor: BigNatural) -> UInt64 {
    let steps = bitWidth - divisor.bitWidth
    guard steps >= 0 else { return 0 }
    var shifted = divisor
    shifted.shiftLeft(by: steps)
    var quotient: UInt64 = 0
    for _ in 0...steps {
      quotient <<= 1
      if compare(to: shifted) >= 0 {
        subtract(shifted)
        quotient |= 1
      }
      shifted.shiftRightByOne()
    }
    return quotient
  }

  /// Whether twice this is below, exactly or above another.
  func compareDoubled(to other: BigNatural) -> Half {
    var doubled = self
    doubled.shiftLeft(by: 1)
    let order = doubled.compare(to: other)
    return order < 0 ? .below : order == 0 ? .exactly : .above
  }

  private func compare(to other: BigNatural) -> Int {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count ? -1 : 1 }
    for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index] ? -1 : 1
    }
    return 0
  }

  private mutating func subtract(_ other: BigNatural) {
    var borrow: Int64 = 0
    for index in limbs.indices {
      var difference = Int64(limbs[index]) - borrow
      if index < other.limbs.count { difference -= Int64(other.limbs[index]) }
      borrow = difference < 0 ? 1 : 0
      limbs[index] = UInt32(truncatingIfNeeded: difference)
    }
    trim()
  }

  private mutating func trim() { while limbs.last == 0 { limbs.removeLast() } }
}
