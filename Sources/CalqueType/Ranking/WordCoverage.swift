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

  /// Ink narrower than this in a row or column is no part of a letter.
  private static let faintest: Float = 0.12

  /// The ink's extent within a rectangle, px of the picture; each side ends where its outermost line is covered most.
  func ink(within frame: Rect<Pixels>) -> Rect<Pixels>? {
    let left = max(0, Int((frame.x - Double(x)).rounded(.down)))
    let right = min(width, Int((frame.maxX - Double(x)).rounded(.up)))
    let top = max(0, Int((frame.y - Double(y)).rounded(.down)))
    let bottom = min(height, Int((frame.maxY - Double(y)).rounded(.up)))
    guard left < right, top < bottom else { return nil }
    func column(_ i: Int) -> Float { (top..<bottom).reduce(0) { max($0, values[$1 * width + i]) } }
    func row(_ j: Int) -> Float { (left..<right).reduce(0) { max($0, values[j * width + $1]) } }
    func edge(_ lines: [Int], _ peak: (Int) -> Float) -> (line: Int, coverage: Double)? {
      for (place, line) in lines.enumerated() where peak(line) >= Self.faintest {
        // A line that is covered fully has its edge in the fainter one before it.
        let before = place > 0 ? peak(lines[place - 1]) : 0
        return (line, Double(peak(line)) + Double(before))
      }
      return nil
    }
    guard let first = edge(Array(left..<right), column), let last = edge((left..<right).reversed(), column),
      let upper = edge(Array(top..<bottom), row), let lower = edge((top..<bottom).reversed(), row)
    else { return nil }
    return Rect(
      minX: Double(x + first.line + 1) - min(first.coverage, 1.1),
      minY: Double(y + upper.line + 1) - min(upper.coverage, 1.1),
      maxX: Double(x + last.line) + min(last.coverage, 1.1), maxY: Double(y + lower.line) + min(lower.coverage, 1.1))
  }
}
