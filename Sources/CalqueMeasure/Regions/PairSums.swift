/// A sum for each pair of indices, in either order.
///
/// An open-addressed table with linear probing (Knuth 1973, 6.4, algorithm L): pairs come by the hundred thousand, and the
/// standard dictionary's hash is made against attackers.
struct PairSums {
  /// A pair's smaller index in the upper half; `free` where there is none.
  private var keys: [UInt64]
  private var sums: [Int32]
  private var count = 0
  private var shift: UInt64

  private static let free = UInt64.max

  init() {
    let bits: UInt64 = 10
    keys = [UInt64](repeating: Self.free, count: 1 << bits)
    sums = [Int32](repeating: 0, count: 1 << bits)
    shift = 64 - bits
  }

  mutating func add(_ value: Int, to a: Int32, _ b: Int32) {
    add(Int32(value), to: UInt64(min(a, b)) << 32 | UInt64(max(a, b)))
  }

  /// The pairs whose sum is large enough, in no order that has a meaning.
  func pairs(atLeast least: Int) -> [(Int, Int)] {
    keys.indices.filter { keys[$0] != Self.free && Int(sums[$0]) >= least }
      .map { (Int(keys[$0] >> 32), Int(keys[$0] & 0xFFFF_FFFF)) }
  }

  private mutating func add(_ value: Int32, to key: UInt64) {
    // The golden ratio spreads neighbouring keys (Knuth 1973, 6.4).
    var slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while keys[slot] != key {
      if keys[slot] == Self.free {
        keys[slot] = key
        count += 1
        break
      }
      slot = (slot + 1) & (keys.count - 1)
    }
    sums[slot] += value
    if count * 2 > keys.count { grow() }
  }

  private mutating func grow() {
    let (oldKeys, oldSums) = (keys, sums)
    keys = [UInt64](repeating: Self.free, count: 2 * oldKeys.count)
    sums = [Int32](repeating: 0, count: keys.count)
    count = 0
    shift -= 1
    for slot in oldKeys.indices where oldKeys[slot] != Self.free { add(oldSums[slot], to: oldKeys[slot]) }
  }
}
