import CalqueCore
import CalqueSpec

/// A line's figures, and which of its components say nothing of letters.
struct FittedTextLine {
  var spec: TextSpec
  /// For each component whether it fills its bounds as a bar, a dot or a plate does.
  var isPlain: [Bool]
  /// Whether a row through the line's middle crosses ink as often as letters' stems are dense.
  var hasSeveralStems: Bool
  /// Whether it is one component that almost parts in two: letters that touch.
  var isPair: Bool
}

/// Reads the figures of a line of text from its coverage.
struct TextLineFitter {
  let map: RegionMap
  let reader: BitmapReader

  /// What remains unknown of an outline's extreme within the last pixel, px: whether a stem or a curve ends there.
  static let extremeSigma = 0.15
  /// Coverage below this is the noise of blending, not ink.
  private static let faintest = 0.02

  /// A disc fills 0.785 of its bounds, a bar all of them; letters at most 0.7.
  private static let plainShare = 0.74

  func fit(_ line: InkLine) -> FittedTextLine {
    let ground = SIMD4(map.regions[line.ground].color, 0)
    let coverage = Coverage(reader: reader, map: map, ground: ground, ink: fullInk(line, ground), region: line.ground)
    let boxes = line.components.map { box($0, coverage) }
    var ink = boxes[0]
    for box in boxes { ink = ink.union(box) }
    let sigma = hypot(Self.extremeSigma, 1 / max(2, Double(coverage.contrast)))
    var spec = TextSpec(
      ink: ink, edgeSigma: EdgeSigma(sigma), confidence: 0.9, color: rounded(coverage.ink),
      background: rounded(map.regions[line.ground].color))
    spec.words = words(boxes, height: ink.height)
    TextHeights(coverage: coverage).read(line.components, boxes, into: &spec)
    let isPlain = zip(line.components, boxes).map { component, box in
      coverage.sum(component) > Self.plainShare * box.width * box.height
    }
    let crossings = coverage.crossings(line)
    let ratio = ink.width / max(1, ink.height)
    return FittedTextLine(
      spec: spec, isPlain: isPlain, hasSeveralStems: Double(crossings) >= 1.6 * ratio && crossings > 2,
      isPair: line.components.count == 1 && coverage.isPair(line.components[0]))
  }

  /// The colour of full ink: the median of the components' own, weighted to the contrasting half.
  private func fullInk(_ line: InkLine, _ ground: SIMD4<Float>) -> SIMD4<Float> {
    let sorted = line.components.map { $0.color }.sorted {
      ($0 - ground).colorMagnitude < ($1 - ground).colorMagnitude
    }
    return sorted[min(sorted.count - 1, sorted.count * 3 / 4)]
  }

  /// A component's extent: each side ends where the outermost row or column is covered most.
  private func box(_ c: InkComponent, _ coverage: Coverage) -> Rect<Pixels> {
    let columns = c.minX...c.maxX
    let rows = c.minY...c.maxY
    func column(_ x: Int) -> Double { rows.reduce(0) { max($0, coverage.at(x, $1)) } }
    func row(_ y: Int) -> Double { columns.reduce(0) { max($0, coverage.at($1, y)) } }
    let left = first(columns.lowerBound, 1, column)
    let right = first(columns.upperBound, -1, column)
    let top = first(rows.lowerBound, 1, row)
    let bottom = first(rows.upperBound, -1, row)
    return Rect(
      minX: Double(left.place + 1) - left.coverage, minY: Double(top.place + 1) - top.coverage,
      maxX: Double(right.place) + right.coverage, maxY: Double(bottom.place) + bottom.coverage)
  }

  private func first(_ start: Int, _ step: Int, _ coverage: (Int) -> Double) -> (place: Int, coverage: Double) {
    let value = coverage(start)
    return value >= Self.faintest ? (start, min(1, value)) : (start + step, min(1, coverage(start + step)))
  }

  // MARK: Words

  /// A space is wider than this share of the line's height.
  private static let leastSpace = 0.22

  private func words(_ boxes: [Rect<Pixels>], height: Double) -> [Rect<Pixels>] {
    var words: [Rect<Pixels>] = []
    for box in boxes.sorted(by: { $0.x < $1.x }) {
      if let last = words.last, box.x - last.maxX < Self.leastSpace * height {
        words[words.count - 1] = last.union(box)
      } else {
        words.append(box)
      }
    }
    return words
  }
}
