import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds straight scales, and takes the shapes that are their ticks away.
  mutating func measureRulers() {
    let scale = nominalScale
    let found = bitmap.withReader { reader in
      [Axis.horizontal, .vertical].flatMap { axis in
        RulerFinder(picture: AxisReader(reader: reader, axis: axis), scale: scale).find()
      }
    }
    rulers += found
    for ruler in found { removeTicks(of: ruler) }
  }

  private mutating func removeTicks(of ruler: RulerSpec) {
    let isHorizontal = ruler.axis == .horizontal
    let reach = 2.0
    let low = (isHorizontal ? ruler.frame.y : ruler.frame.x) - reach
    let high = (isHorizontal ? ruler.frame.maxY : ruler.frame.maxX) + reach
    let origin = ruler.ticks.first?.position.value ?? 0
    let longest = ruler.ticks.map { $0.length.value }.max() ?? 0
    let widest = 1.3 * (ruler.ticks.map { $0.width.value }.max() ?? 0) + 1
    shapes.removeAll { shape in
      let frame = shape.spec.frame
      let along = isHorizontal ? (frame.x, frame.maxX) : (frame.y, frame.maxY)
      let across = isHorizontal ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
      guard across.0 >= low, across.1 <= high, along.1 - along.0 <= widest else { return false }
      // A tick beside a cursor may have been hidden from the ruler, but not its shape.
      let place = ((along.0 + along.1) / 2 - origin) / ruler.step.value
      guard (place - place.rounded()).magnitude * ruler.step.value <= 1 else { return false }
      let tick = ruler.ticks.first { ($0.position.value - origin - place * ruler.step.value).magnitude <= 1.5 }
      return across.1 - across.0 <= (tick?.length.value ?? longest) + 2
    }
  }
}

/// Looks for rulers along one axis of a picture.
struct RulerFinder {
  let picture: AxisReader
  /// Pixels per point.
  let scale: Double

  /// Ticks are no wider, pt.
  private static let widest = 6.0
  /// pt.
  private static let longest = 120.0
  /// Steps, pt; below 4 px there is no ground between ticks.
  private static let largestStep = 60.0
  /// So many lines are looked at closely: a page of text has some by chance.
  private static let mostAttempts = 32

  func find() -> [RulerSpec] {
    // The shortest ticks are 4 pt long.
    let stride = max(2, Int(3 * scale))
    guard picture.length > 24, picture.breadth > 4 else { return [] }
    let search = SequenceSearch(steps: 4...max(5, Self.largestStep * scale))
    var candidates: [BarSequence] = []
    let scanner = LineScanner(picture: picture, widest: Self.widest * scale)
    var line = [UInt32](repeating: 0, count: picture.length)
    line.withUnsafeMutableBufferPointer { line in
      for row in Swift.stride(from: stride / 2, to: picture.breadth, by: stride) {
        let bars = scanner.bars(across: row, line: line)
        if bars.count >= SequenceSearch.leastCount { candidates += search.sequences(bars, row: row) }
      }
    }
    candidates = candidates.filter { $0.strangers * 10 <= $0.places * 3 && $0.count * 10 >= $0.places * 5 }
    candidates.sort { $0.count != $1.count ? $0.count > $1.count : $0.row < $1.row }
    return judged(candidates)
  }

  /// What was looked at: a ruler, or bars that are none.
  private struct Span {
    var rows: ClosedRange<Double>
    var ends: ClosedRange<Double>
    var step: Double
    var isRuler: Bool

    /// Whether a candidate is part of the ruler, or the same bars again.
    func covers(_ candidate: BarSequence) -> Bool {
      rows.contains(Double(candidate.row)) && ends.overlaps(candidate.start...max(candidate.start, candidate.end))
        && (isRuler || (candidate.step / step - 1).magnitude < 0.1)
    }
  }

  private func judged(_ candidates: [BarSequence]) -> [RulerSpec] {
    let fitter = RulerFitter(picture: picture, longest: Int(Self.longest * scale))
    var result: [RulerSpec] = []
    var done: [Span] = []
    var attempts = 0
    for candidate in candidates where !done.contains(where: { $0.covers(candidate) }) {
      attempts += 1
      if attempts > Self.mostAttempts { break }
      guard let fit = fitter.fit(candidate), let first = fit.ticks.first, let last = fit.ticks.last else { continue }
      let kinds = TickWeights(fit)
      let isRuler = RulerJudge(fit: fit, kinds: kinds, scale: scale).isRuler
      let from = isRuler ? fit.ticks.map { $0.from }.min() ?? 0 : median(fit.ticks.map { $0.from })
      let to = isRuler ? fit.ticks.map { $0.to }.max() ?? 0 : median(fit.ticks.map { $0.to })
      done.append(
        Span(
          rows: (from - 1)...(max(from, to) + 1), ends: first.position...max(first.position, last.position),
          step: candidate.step, isRuler: isRuler))
      if isRuler { result.append(RulerDescription(fit: fit, kinds: kinds).spec) }
    }
    return result
  }
}
