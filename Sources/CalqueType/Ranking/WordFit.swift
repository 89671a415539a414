import CalqueCore

/// A candidate's word laid over a picture's coverage where it fits best.
struct WordFit {
  /// The outlines' origin in the picture, px.
  var origin: Point<Pixels>
  /// The unhinted outlines' extent in the picture, px.
  var ink: Rect<Pixels>
  var correlation: Double
  /// What the picture's coverage is the rendered one's multiple of.
  var gain: Double
}

/// Lays a candidate's word over a picture's coverage.
struct WordFitter {
  let word: WordCoverage
  let contrast: Float
  private let raster: CoverageRaster
  private let bounds: Rect<Pixels>
  /// The canvas, in px from the outlines' origin, when the word has no offset.
  private let left: Double
  private let top: Double
  let width: Int
  let height: Int

  /// Free pixels around the ink, so that derivatives reach its edges and the ink can move by less than a pixel.
  private static let margin = 2

  init?(_ outlines: [OutlineElement], over word: WordCoverage, contrast: Double) {
    guard let bounds = OutlineElement.bounds(outlines), bounds.width > 0, bounds.height > 0 else { return nil }
    self.word = word
    self.contrast = Float(contrast)
    self.bounds = bounds
    raster = CoverageRaster(outlines)
    left = bounds.x.rounded(.down) - Double(Self.margin)
    top = bounds.y.rounded(.down) - Double(Self.margin)
    width = Int(bounds.maxX.rounded(.up) - left) + Self.margin
    height = Int(bounds.maxY.rounded(.up) - top) + Self.margin
  }

  /// The word drawn at a place: coverage of a canvas whose first pixel is the picture's (`x`, `y`).
  struct Drawn {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var values: [Float]
  }

  func drawn(at origin: Point<Pixels>) -> Drawn {
    let wholeX = origin.x.rounded(.down)
    let wholeY = origin.y.rounded(.down)
    var values = raster.coverage(
      width: width, height: height, dx: origin.x - wholeX - left, dy: origin.y - wholeY - top)
    if contrast != 0 { for i in values.indices { values[i] += contrast * values[i] * (1 - values[i]) } }
    return Drawn(
      x: Int(wholeX + left), y: Int(wholeY + top), width: width, height: height, values: values)
  }

  /// Σ picture · drawn and Σ drawn², the canvas moved by whole pixels; beyond the picture's part there is ground.
  private func products(_ drawn: Drawn, dx: Int = 0, dy: Int = 0) -> (cross: Double, own: Double) {
    var cross = 0.0
    var own = 0.0
    let offsetX = drawn.x + dx - word.x
    let offsetY = drawn.y + dy - word.y
    for row in 0..<height {
      let y = row + offsetY
      var rowCross: Float = 0
      var rowOwn: Float = 0
      let base = row * width
      for column in 0..<width { rowOwn += drawn.values[base + column] * drawn.values[base + column] }
      own += Double(rowOwn)
      guard y >= 0, y < word.height else { continue }
      let first = max(0, -offsetX)
      let last = min(width, word.width - offsetX)
      guard first < last else { continue }
      let line = y * word.width + offsetX
      for column in first..<last { rowCross += drawn.values[base + column] * word.values[line + column] }
      cross += Double(rowCross)
    }
    return (cross, own)
  }

  private func correlation(_ products: (cross: Double, own: Double)) -> Double {
    products.own > 0 && word.energy > 0 ? products.cross / (products.own * word.energy).squareRoot() : 0
  }

  /// Fits the word's offset, starting with its ink's middle at `center`.
  /// - Parameter reach: How many whole pixels around are tried, either way.
  func fit(around center: Point<Pixels>, reachX: Int, reachY: Int) -> WordFit {
    var origin = center - Vector(dx: bounds.center.x, dy: bounds.center.y)
    let start = drawn(at: origin)
    var best = -1.0
    var shift = (0, 0)
    for dy in -reachY...reachY {
      for dx in -reachX...reachX {
        let value = correlation(products(start, dx: dx, dy: dy))
        if value > best {
          best = value
          shift = (dx, dy)
        }
      }
    }
    origin = origin + Vector(dx: Double(shift.0), dy: Double(shift.1))
    return refined(origin)
  }

  /// Gauss–Newton steps on the offset.
  func refined(_ start: Point<Pixels>) -> WordFit {
    var origin = start
    var picture = drawn(at: origin)
    var sums = products(picture)
    var value = correlation(sums)
    var isClose = false
    for _ in 0..<Self.steps where !isClose {
      guard var step = step(picture, gain: sums.cross / max(sums.own, 1e-12)) else { break }
      let length = step.length
      if length > 1 { step = step * (1 / length) }
      var isBetter = false
      for _ in 0..<4 {
        let next = origin + step
        let nextPicture = drawn(at: next)
        let nextSums = products(nextPicture)
        let nextValue = correlation(nextSums)
        if nextValue > value {
          isClose = step.length < Self.tolerance
          (origin, picture, sums, value) = (next, nextPicture, nextSums, nextValue)
          isBetter = true
          break
        }
        step = step * 0.4
      }
      if !isBetter { break }
    }
    let ink = Rect<Pixels>(
      x: origin.x + bounds.x, y: origin.y + bounds.y, width: bounds.width, height: bounds.height)
    return WordFit(origin: origin, ink: ink, correlation: value, gain: sums.cross / max(sums.own, 1e-12))
  }

  private static let steps = 12
  /// px
  private static let tolerance = 0.002

  private func step(_ drawn: Drawn, gain: Double) -> Vector<Pixels>? {
    var (xx, xy, yy, xe, ye) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let offsetX = drawn.x - word.x
    let offsetY = drawn.y - word.y
    let k = Float(gain)
    for row in 1..<height - 1 {
      let y = row + offsetY
      guard y >= 0, y < word.height else { continue }
      let first = max(1, -offsetX)
      let last = min(width - 1, word.width - offsetX)
      guard first < last else { continue }
      for column in first..<last {
        let i = row * width + column
        let gx = k * (drawn.values[i - 1] - drawn.values[i + 1]) / 2
        let gy = k * (drawn.values[i - width] - drawn.values[i + width]) / 2
        if gx == 0 && gy == 0 { continue }
        let e = word.values[y * word.width + column + offsetX] - k * drawn.values[i]
        xx += Double(gx * gx)
        xy += Double(gx * gy)
        yy += Double(gy * gy)
        xe += Double(gx * e)
        ye += Double(gy * e)
      }
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-9 * xx * yy, determinant > 0 else { return nil }
    return Vector(dx: (yy * xe - xy * ye) / determinant, dy: (xx * ye - xy * xe) / determinant)
  }
}
