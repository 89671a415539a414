import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct PairSumsTests {
  /// Enough pairs that the table grows several times.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func `sums like a dictionary, in either order`(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var sums = PairSums()
    var expected: [[Int]: Int] = [:]
    for _ in 0..<20_000 {
      let (a, b) = (Int(random.next() % 120), Int(random.next() % 120) + 120)
      let value = Int(random.next() % 9)
      let isTurned = random.next() % 2 == 0
      sums.add(value, to: Int32(isTurned ? b : a), Int32(isTurned ? a : b))
      expected[[a, b], default: 0] += value
    }
    for least in [0, 5, 10] {
      let found = sums.pairs(atLeast: least).map { [$0.0, $0.1] }
      #expect(found.count == Set(found).count)
      #expect(Set(found) == Set(expected.filter { $0.value >= least }.keys))
    }
  }
}
