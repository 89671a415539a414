import CalqueCore
import CalqueMeasure

/// A word's coverage in a picture, prepared for comparisons.
struct WordCoverage {
  let width: Int
  let height: Int
  /// Of the pixel (0, 0) in the picture.
  let x: Int
  let y: Int
  let values: [Float]
  let noise: Float
  /// Σ of the squares.
  let energy: Double

  init(_ coverage: InkCoverage) {
    width = coverage.plane.width
    height = coverage.plane.height
    x = coverage.x
    y = coverage.y
    noise = coverage.noise
    // Fainter ink cannot be told from the ground's own texture.
    let least = min(max(0.02, 3 * coverage.noise), 0.1)
    values = coverage.plane.values.map { $0 < least ? 0 : $0 }
    energy = values.reduce(0.0) { $0 + Double($1) * Double($1) }
  }

  /// The ink's extent within a rectangle, px of the picture; each side ends where its outermost line is covered most.
  func ink(within frame: Rect<Pixels>) -> Rect<Pixels>? {
    let columns =
      max(0, Int((frame.x - Double(x)).rounded(.down)))..<max(0, min(width, Int((frame.maxX - Double(x)).rounded(.up))))
    let rows =
      max(
        0, Int((frame.y - Double(y)).rounded(.down)))..<max(0, min(height, Int((frame.maxY - Double(y)).rounded(.up))))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let across = columns.map { column in rows.reduce(Float(0)) { max($0, values[$1 * width + column]) } }
    let down = rows.map { row in columns.reduce(Float(0)) { max($0, values[row * width + $1]) } }
    guard let left = Self.depth(across), let right = Self.depth(across.reversed()), let top = Self.depth(down),
      let bottom = Self.depth(down.reversed())
    else { return nil }
    return Rect(
      minX: Double(x + columns.lowerBound) + left, minY: Double(y + rows.lowerBound) + top,
      maxX: Double(x + columns.upperBound) - right, maxY: Double(y + rows.upperBound) - bottom)
  }

  /// How far the ink lies behind the first of a row of lines, by the greatest coverage in each.
  ///
  /// The first line of half the greatest coverage is ink without doubt; that before it may be the ink's edge, and what
  /// lies before that is texture.
  private static func depth(_ peaks: [Float]) -> Double? {
    guard let greatest = peaks.max(), greatest > 0, let first = peaks.firstIndex(where: { $0 >= greatest / 2 }) else {
      return nil
    }
    let before = first > 0 ? Double(peaks[first - 1] / greatest) : 0
    return Double(first) + 1 - Double(peaks[first] / greatest) - before
  }
}
