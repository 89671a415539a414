import CalqueCore

/// Where a straight way from a filled pixel outwards crosses the edge of the fill.
struct EdgeCrossing {
  /// From the outer border of the filled pixel to the edge, px.
  var distance: Double
  /// Between fill and ground: length of the difference over the three channels, levels.
  var contrast: Double
  /// Of the ground beyond the edge.
  var ground: SIMD4<Float>
}

extension BitmapReader {
  /// Fill and ground differ by more than this, levels.
  private static var faintest: Float { 2.5 }

  /// Follows a way outwards from a pixel of the fill, and adds up how much of each pixel the fill covers until the ground
  /// is reached: the sum is where an edge without anti-aliasing would lie.
  /// - Parameters:
  ///   - x: Column of the outermost pixel that is filled altogether.
  ///   - y: Its row.
  ///   - dx: Step outwards: one of dx and dy is ±1, the other 0.
  ///   - dy: Step outwards.
  /// - Returns: nil where the picture ends first or no even ground lies beyond.
  func edgeCrossing(fromX x: Int, y: Int, dx: Int, dy: Int) -> EdgeCrossing? {
    /// The thickest edge, px; blurred ones have two or three.
    let reach = 4
    func at(_ step: Int) -> SIMD4<Float>? {
      let px = x + step * dx
      let py = y + step * dy
      guard px >= 0, py >= 0, px < width, py < height else { return nil }
      return pixel(px, py)
    }
    guard let fill = at(0), let first = at(1) else { return nil }
    var next = first
    for steps in 0...reach {
      let ground = next
      let beyond = at(steps + 2) ?? ground
      let contrast = (fill - ground).colorMagnitude
      if contrast > Self.faintest, isEven(ground, beyond, at(steps + 3) ?? beyond, contrast) {
        return EdgeCrossing(
          distance: covered(steps, fill: fill, ground: ground, at), contrast: Double(contrast), ground: ground)
      }
      next = beyond
    }
    return nil
  }

  /// Whether three pixels in a row are ground: equal but for little, or in the even slope of a shadow.
  private func isEven(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ contrast: Float) -> Bool {
    let step = (b - a).colorMagnitude
    if step <= min(3, 0.1 * contrast) { return true }
    return step <= 0.15 * contrast && (a - b - b + c).colorMagnitude <= 1 + 0.02 * contrast
  }

  private func covered(
    _ steps: Int, fill: SIMD4<Float>, ground: SIMD4<Float>, _ at: (Int) -> SIMD4<Float>?
  ) -> Double {
    let way = fill - ground
    let square = way.colorDot(way)
    var sum = Float(0)
    for step in 0..<steps {
      guard let color = at(step + 1) else { break }
      sum += min(max((color - ground).colorDot(way) / square, 0), 1)
    }
    return Double(sum)
  }
}
