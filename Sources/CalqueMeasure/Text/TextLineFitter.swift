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
    let sigma = (Self.extremeSigma * Self.extremeSigma + pow2(1 / max(2, Double(coverage.contrast)))).squareRoot()
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

  private func pow2(_ x: Double) -> Double { x * x }

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

/// How much of a pixel ink covers, on a ground of one colour.
struct Coverage {
  let reader: BitmapReader
  let map: RegionMap
  let ground: SIMD4<Float>
  let ink: SIMD4<Float>
  /// The ground's region, whose pixels are covered by nothing.
  let region: Int
  private let scale: SIMD4<Float>
  let contrast: Float

  init(reader: BitmapReader, map: RegionMap, ground: SIMD4<Float>, ink: SIMD4<Float>, region: Int) {
    self.reader = reader
    self.map = map
    self.ground = ground
    self.ink = ink
    self.region = region
    let way = SIMD4(ink.x - ground.x, ink.y - ground.y, ink.z - ground.z, 0)
    contrast = way.colorMagnitude
    scale = way / max(1, way.colorDot(way))
  }

  /// How often ink begins along a row a little below the line's middle.
  func crossings(_ line: InkLine) -> Int {
    let y = line.minY + line.height * 11 / 20
    var count = 0
    var before = 0.0
    for x in line.minX...line.maxX {
      let here = at(x, y)
      if here >= 0.5, before < 0.5 { count += 1 }
      before = here
    }
    return count
  }

  /// Whether a column between a quarter and three quarters of a component holds no more ink than where edges touch.
  func isPair(_ c: InkComponent) -> Bool {
    let columns = c.minX + c.width / 4...c.maxX - c.width / 4
    return columns.contains { x in
      (c.minY...c.maxY).reduce(0) { $0 + at(x, $1) } < max(1, 0.06 * Double(c.height))
    }
  }

  /// Over a component's bounds, px².
  func sum(_ c: InkComponent) -> Double {
    var sum = 0.0
    for y in c.minY...c.maxY { for x in c.minX...c.maxX { sum += at(x, y) } }
    return sum
  }

  func at(_ x: Int, _ y: Int) -> Double {
    guard x >= 0, y >= 0, x < map.width, y < map.height, map.labels[y * map.width + x] != Int32(region) else {
      return 0
    }
    return Double(min(max((reader.pixel(x, y) - ground).colorDot(scale), 0), 1))
  }
}
