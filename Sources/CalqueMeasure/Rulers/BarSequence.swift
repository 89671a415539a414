import CalqueCore

/// Bars of one line at equal steps.
struct BarSequence: Sendable {
  /// The line, across the axis.
  var row: Int
  /// Of its first bar, px along the axis.
  var start: Double
  var step: Double
  /// The bars found, and the places from the first to the last of them.
  var count: Int
  var places: Int
  /// Bars of its polarity between its ends that do not belong to it.
  var strangers: Int
  /// The widest bar, px.
  var width: Double
  var end: Double { start + step * Double(places - 1) }
}

/// Looks for bars at equal steps in one line.
struct SequenceSearch {
  /// px.
  var steps: ClosedRange<Double>
  /// Fewer bars are no ruler.
  static let leastCount = 6
  /// Places that a thumb or a label may hide in a row.
  static let largestGap = 3

  /// The longest sequence and, without its bars, the next ones.
  func sequences(_ bars: [LineBar], row: Int) -> [BarSequence] {
    var result: [BarSequence] = []
    for polarity in [Polarity.bright, .dark] {
      var remaining = bars.filter { $0.polarity == polarity }
      for _ in 0..<3 {
        guard remaining.count >= Self.leastCount, let best = longest(remaining) else { break }
        let members = best.map { remaining[$0] }
        result.append(sequence(members, of: remaining, row: row))
        let used = Set(best)
        remaining = remaining.indices.filter { !used.contains($0) }.map { remaining[$0] }
      }
    }
    return result
  }

  private func sequence(_ members: [LineBar], of bars: [LineBar], row: Int) -> BarSequence {
    let start = members[0].position
    let end = members[members.count - 1].position
    let gaps = zip(members.dropFirst(), members).map { $0.position - $1.position }
    let rough = gaps.min() ?? 1
    let places = max(1, ((end - start) / rough).rounded())
    let all = bars.count { $0.position >= start && $0.position <= end }
    return BarSequence(
      row: row, start: start, step: (end - start) / places, count: members.count, places: Int(places) + 1,
      strangers: all - members.count, width: members.map { $0.width }.max() ?? 1)
  }

  private func longest(_ bars: [LineBar]) -> [Int]? {
    var best: [Int] = []
    var chain: [Int] = []
    for i in 0..<(bars.count - Self.leastCount + 1) {
      for j in (i + 1)...min(i + 3, bars.count - 1) {
        let step = bars[j].position - bars[i].position
        if step > steps.upperBound { break }
        guard step >= steps.lowerBound, max(bars[i].width, bars[j].width) <= 0.5 * step else { continue }
        follow(bars, i, j, into: &chain)
        if chain.count > best.count { best = chain }
      }
    }
    return best.count >= Self.leastCount ? best : nil
  }

  private func follow(_ bars: [LineBar], _ first: Int, _ second: Int, into chain: inout [Int]) {
    chain.removeAll(keepingCapacity: true)
    chain += [first, second]
    let start = bars[first].position
    var step = bars[second].position - start
    var index = 1.0
    var missed = 0
    var next = second + 1
    while missed <= Self.largestGap {
      index += 1
      let expected = start + index * step
      // Edges may be snapped to whole pixels.
      let tolerance = min(0.2 * step, 1.1 + 0.01 * step)
      while next < bars.count, bars[next].position < expected - tolerance { next += 1 }
      if next < bars.count, bars[next].position <= expected + tolerance {
        chain.append(next)
        step = (bars[next].position - start) / index
        missed = 0
      } else {
        missed += 1
        // A start by chance goes no further.
        if next >= bars.count || chain.count < 4 { return }
      }
    }
  }
}
