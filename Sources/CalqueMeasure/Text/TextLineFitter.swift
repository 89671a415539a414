import CalqueCore
import CalqueSpec

/// A line's figures, and which of its components say nothing of letters.
struct FittedTextLine {
  var spec: TextSpec
  /// For each component whether it fills its bounds as a bar, a dot or a plate does.
  var isPlain: [Bool]
}

/// Reads the figures of a line of text from its coverage.
struct TextLineFitter {
  let map: RegionMap
  let reader: BitmapReader

  /// What remains unknown of an outline's extreme within the last pixel, px: whether a stem or a curve ends there.
  private static let extremeSigma = 0.15
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
    readHeights(boxes, into: &spec)
    let isPlain = zip(line.components, boxes).map { component, box in
      coverage.sum(component) > Self.plainShare * box.width * box.height
    }
    return FittedTextLine(spec: spec, isPlain: isPlain)
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

  // MARK: Heights

  /// Letters whose bottoms or tops differ by less stand on one line, of the ink's height.
  private static let sameLine = 0.05

  private func readHeights(_ boxes: [Rect<Pixels>], into spec: inout TextSpec) {
    // Dots, commas, dashes and apostrophes tell nothing.
    let letters = boxes.filter { $0.height > 0.35 * spec.ink.height }
    guard letters.count >= 2 else { return }
    let tolerance = max(0.6, Self.sameLine * spec.ink.height)
    guard let base = clusters(letters.map { $0.maxY }, tolerance).max(by: { $0.count < $1.count }), base.count >= 2
    else { return }
    spec.baseline = estimate(base, flat: { $0.min() })
    let standing = letters.filter { ($0.maxY - median(base)).magnitude <= tolerance }
    let tops = clusters(standing.map { $0.y }, tolerance).filter { $0.count >= 1 }.sorted { median($0) < median($1) }
    guard let baseline = spec.baseline, tops.count >= 2, let lowest = tops.last else { return }
    let xTop = estimate(lowest, flat: { $0.max() })
    let x = Estimate(baseline.value - xTop.value, sigma: baseline.sigma.hypotenuse(xTop.sigma))
    // Small letters are between 0.6 and 0.82 of the capitals in every common face.
    for top in tops.dropLast().reversed() {
      let capTop = estimate(top, flat: { $0.max() })
      let cap = baseline.value - capTop.value
      guard x.value > 0.55 * cap, x.value < 0.85 * cap else { continue }
      spec.xHeight = x
      spec.capHeight = Estimate(cap, sigma: baseline.sigma.hypotenuse(capTop.sigma))
      return
    }
  }

  /// Sorted values, cut where a gap is wider than the tolerance.
  private func clusters(_ values: [Double], _ tolerance: Double) -> [[Double]] {
    var result: [[Double]] = []
    for value in values.sorted() {
      if let last = result.last?.last, value - last <= tolerance {
        result[result.count - 1].append(value)
      } else {
        result.append([value])
      }
    }
    return result
  }

  /// Round letters reach a little beyond the line that flat ones stand on.
  private func estimate(_ values: [Double], flat: ([Double]) -> Double?) -> Estimate {
    let middle = median(values)
    let extreme = flat(values) ?? middle
    let place = (extreme - middle).magnitude < 0.8 ? extreme : middle
    let count = Double(values.count)
    let spread = values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / max(1, count - 1)
    return Estimate(place, sigma: (spread / count + Self.extremeSigma * Self.extremeSigma).squareRoot())
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
