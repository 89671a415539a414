import CalqueCore

/// Looks for a word in a part of a picture, over whatever ground.
///
/// The word is drawn in every candidate and moved over the part; where the normalised cross-correlation with the
/// picture's brightness is strongest, for ink lighter or darker than its ground, the word stands (Lewis, "Fast
/// normalized cross-correlation", 1995). A few sizes and weights are enough: the place errs by a pixel or two.
/// - Parameters:
///   - text: The word or line.
///   - candidates: What it may be set in.
///   - bitmap: The picture.
///   - region: Where its ink lies, px.
///   - place: A place within or beside the ink, px; nil for any.
/// - Returns: The ink's frame in the picture and the correlation found, 0…1; nil where no candidate fits the region.
public func locateWord(
  _ text: String, among candidates: [TypeCandidate], in bitmap: Bitmap, within region: Rect<Pixels>,
  at place: Point<Pixels>? = nil
) -> (ink: Rect<Pixels>, correlation: Double)? {
  guard let largest = candidates.map({ $0.size }).max() else { return nil }
  // Half the resolution is enough where strokes keep a pixel's width.
  let reduction = largest >= 24 ? 2 : 1
  guard let field = BrightnessField(bitmap, region: region, reduction: reduction) else { return nil }
  var best: (ink: Rect<Pixels>, correlation: Double)?
  for candidate in candidates {
    let shrunken = candidate.font.shape(
      text, size: candidate.size / Double(reduction), pointSize: candidate.pointSize)
    guard let template = WordTemplate(shrunken.outlines), let found = field.strongest(template, at: place) else {
      continue
    }
    if found.correlation > best?.correlation ?? 0 { best = found }
  }
  return best
}

/// A word's coverage with its mean taken away.
private struct WordTemplate {
  let width: Int
  let height: Int
  let values: [Float]
  let energy: Double
  /// Where the ink lies on the canvas.
  let ink: Rect<Pixels>

  /// Ground around the ink, px, so that its outer edges count.
  private static let margin = 2

  init?(_ outlines: [OutlineElement]) {
    guard let bounds = OutlineElement.bounds(outlines), bounds.width > 0, bounds.height > 0 else { return nil }
    let left = bounds.x.rounded(.down) - Double(Self.margin)
    let top = bounds.y.rounded(.down) - Double(Self.margin)
    width = Int(bounds.maxX.rounded(.up) - left) + Self.margin
    height = Int(bounds.maxY.rounded(.up) - top) + Self.margin
    let coverage = CoverageRaster(outlines).coverage(width: width, height: height, dx: -left, dy: -top)
    let mean = coverage.reduce(0, +) / Float(coverage.count)
    values = coverage.map { $0 - mean }
    energy = values.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard energy > 0 else { return nil }
    ink = Rect(x: bounds.x - left, y: bounds.y - top, width: bounds.width, height: bounds.height)
  }
}

/// The brightness of a part of a picture at a reduced resolution, with running sums.
private struct BrightnessField {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  let reduction: Int
  let values: [Float]
  private let sums: [Double]
  private let squares: [Double]

  /// px around the region that are read too, so that ink may touch its border.
  private static let margin = 6.0

  init?(_ bitmap: Bitmap, region: Rect<Pixels>, reduction: Int) {
    let part = Rect<Pixels>(
      minX: region.x - Self.margin, minY: region.y - Self.margin, maxX: region.maxX + Self.margin,
      maxY: region.maxY + Self.margin
    ).intersection(bitmap.bounds)
    let left = Int(part.x.rounded(.down))
    let top = Int(part.y.rounded(.down))
    let right = Int(part.maxX.rounded(.up))
    let bottom = Int(part.maxY.rounded(.up))
    let columns = (right - left) / reduction
    let rows = (bottom - top) / reduction
    guard columns > 0, rows > 0 else { return nil }
    (x, y, width, height) = (left, top, columns, rows)
    self.reduction = reduction
    values = bitmap.withReader { reader in
      var values: [Float] = []
      values.reserveCapacity(columns * rows)
      for row in 0..<rows {
        for column in 0..<columns {
          var sum = SIMD4<Float>()
          for dy in 0..<reduction {
            for dx in 0..<reduction {
              sum += reader.pixel(left + column * reduction + dx, top + row * reduction + dy)
            }
          }
          values.append((sum.x + sum.y + sum.z) / Float(3 * reduction * reduction))
        }
      }
      return values
    }
    var sums = [Double](repeating: 0, count: (columns + 1) * (rows + 1))
    var squares = sums
    for row in 0..<rows {
      var sum = 0.0
      var square = 0.0
      for column in 0..<columns {
        let value = Double(values[row * columns + column])
        sum += value
        square += value * value
        let i = (row + 1) * (columns + 1) + column + 1
        sums[i] = sums[i - columns - 1] + sum
        squares[i] = squares[i - columns - 1] + square
      }
    }
    self.sums = sums
    self.squares = squares
  }

  private func total(_ table: [Double], _ column: Int, _ row: Int, _ template: WordTemplate) -> Double {
    let stride = width + 1
    let upper = row * stride + column
    let lower = (row + template.height) * stride + column
    return table[lower + template.width] - table[lower] - table[upper + template.width] + table[upper]
  }

  func strongest(_ template: WordTemplate, at place: Point<Pixels>?)
    -> (ink: Rect<Pixels>, correlation: Double)?
  {
    guard template.width <= width, template.height <= height else { return nil }
    let count = Double(template.width * template.height)
    var best: (ink: Rect<Pixels>, correlation: Double)?
    for row in 0...height - template.height {
      for column in 0...width - template.width {
        let frame = frame(template, column, row)
        if let place, !isNear(place, frame) { continue }
        let sum = total(sums, column, row, template)
        let variance = total(squares, column, row, template) - sum * sum / count
        // An even ground has no word, and rounding would make one.
        guard variance > count else { continue }
        let correlation = cross(template, column, row).magnitude / (variance * template.energy).squareRoot()
        if correlation > best?.correlation ?? 0 { best = (frame, correlation) }
      }
    }
    return best
  }

  private func cross(_ template: WordTemplate, _ column: Int, _ row: Int) -> Double {
    var total = 0.0
    values.withUnsafeBufferPointer { values in
      template.values.withUnsafeBufferPointer { word in
        for line in 0..<template.height {
          var sum: Float = 0
          let from = (row + line) * width + column
          let base = line * template.width
          for i in 0..<template.width { sum += values[from + i] * word[base + i] }
          total += Double(sum)
        }
      }
    }
    return total
  }

  private func frame(_ template: WordTemplate, _ column: Int, _ row: Int) -> Rect<Pixels> {
    let k = Double(reduction)
    return Rect(
      x: Double(x) + k * (Double(column) + template.ink.x), y: Double(y) + k * (Double(row) + template.ink.y),
      width: k * template.ink.width, height: k * template.ink.height)
  }

  /// Whether a place lies in a frame or beside it, within half its height.
  private func isNear(_ place: Point<Pixels>, _ frame: Rect<Pixels>) -> Bool {
    let reach = frame.height / 2
    return place.x > frame.x - reach && place.x < frame.maxX + reach && place.y > frame.y - reach
      && place.y < frame.maxY + reach
  }
}
