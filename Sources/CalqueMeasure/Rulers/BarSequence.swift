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

  /// A bar of a line and its place in a sequence.
  private struct Member {
    var bar: Int
    var index: Int
  }

  /// The longest sequence and, without its bars, the next ones.
  func sequences(_ bars: [LineBar], row: Int) -> [BarSequence] {
    var result: [BarSequence] = []
    for polarity in [Polarity.bright, .dark] {
      var remaining = bars.filter { $0.polarity == polarity }
      for _ in 0..<3 {
        guard remaining.count >= Self.leastCount, let best = longest(remaining) else { break }
        if let found = sequence(best, of: remaining, row: row) { result.append(found) }
        let used = Set(best.map { $0.bar })
        remaining = remaining.indices.filter { !used.contains($0) }.map { remaining[$0] }
      }
    }
    return result
  }

  private func sequence(_ members: [Member], of bars: [LineBar], row: Int) -> BarSequence? {
    guard let first = members.first, let last = members.last else { return nil }
    let positions = members.map { bars[$0.bar].position }
    // The median is not led astray by a first tick that is cut off.
    let step = median(
      zip(members.dropFirst(), members).map {
        (bars[$0.bar].position - bars[$1.bar].position) / Double($0.index - $1.index)
      })
    let start = median(zip(positions, members).map { $0 - step * Double($1.index) })
    let all = last.bar - first.bar + 1
    return BarSequence(
      row: row, start: start, step: step, count: members.count, places: last.index + 1,
      strangers: all - members.count, width: members.map { bars[$0.bar].width }.max() ?? 1)
  }

  private func longest(_ bars: [LineBar]) -> [Member]? {
    var best: [Member] = []
    var chain: [Member] = []
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

  private func follow(_ bars: [LineBar], _ first: Int, _ second: Int, into chain: inout [Member]) {
    chain.removeAll(keepingCapacity: true)
    chain += [Member(bar: first, index: 0), Member(bar: second, index: 1)]
    let start = bars[first].position
    var step = bars[second].position - start
    var index = 1
    var missed = 0
    var next = second + 1
    while missed <= Self.largestGap {
      index += 1
      let expected = start + Double(index) * step
      // Edges may be snapped to whole pixels.
      let tolerance = min(0.2 * step, 1.1 + 0.01 * step)
      while next < bars.count, bars[next].position < expected - tolerance { next += 1 }
      if next < bars.count, bars[next].position <= expected + tolerance {
        chain.append(Member(bar: next, index: index))
        step = (bars[next].position - start) / Double(index)
        missed = 0
      } else {
        missed += 1
        // A start by chance goes no further.
        if next >= bars.count || chain.count < 4 { return }
      }
    }
  }
}
