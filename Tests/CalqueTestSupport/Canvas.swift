import CalqueCore

/// A picture of 0…255 levels that is drawn by area: a pixel takes the share of its own square that a shape covers.
///
/// The share is exact to the subsamples of a pixel (16 × 16), which are taken only where an edge crosses it.
public struct Canvas: Sendable {
  public let width: Int
  public let height: Int
  /// Red, green, blue; the fourth number is 255.
  public var colors: [SIMD4<Float>]

  public init(width: Int, height: Int, color: SIMD3<Float> = SIMD3(repeating: 0)) {
    self.width = width
    self.height = height
    colors = [SIMD4<Float>](repeating: SIMD4(color, 255), count: width * height)
  }

  /// Paints where a shape's distance function is negative.
  ///
  /// - Parameters:
  ///   - box: Around the shape, px.
  ///   - distance: Negative inside, and not larger in magnitude than the distance from the edge, px.
  public mutating func fill(
    _ color: SIMD3<Float>, alpha: Float = 1, in box: Rect<Pixels>, distance: (_ x: Double, _ y: Double) -> Double
  ) {
    let ink = SIMD4(color, 255)
    let left = max(0, Int(box.x.rounded(.down)) - 1)
    let top = max(0, Int(box.y.rounded(.down)) - 1)
    let columns = left..<max(left, min(width, Int(box.maxX.rounded(.up)) + 1))
    let rows = top..<max(top, min(height, Int(box.maxY.rounded(.up)) + 1))
    guard alpha > 0 else { return }
    let n = 16
    for y in rows {
      for x in columns {
        let middle = distance(Double(x) + 0.5, Double(y) + 0.5)
        if middle > 0.75 { continue }
        var coverage = Float(1)
        if middle > -0.75 {
          var inside = 0
          for j in 0..<n {
            for i in 0..<n
            where distance(Double(x) + (Double(i) + 0.5) / Double(n), Double(y) + (Double(j) + 0.5) / Double(n)) < 0 {
              inside += 1
            }
          }
          coverage = Float(inside) / Float(n * n)
        }
        let i = y * width + x
        colors[i] += (ink - colors[i]) * (coverage * alpha)
      }
    }
  }

  public mutating func disc(x: Double, y: Double, radius: Double, _ color: SIMD3<Float>, alpha: Float = 1) {
    let box = Rect<Pixels>(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius)
    fill(color, alpha: alpha, in: box) { px, py in
      let dx = px - x
      let dy = py - y
      return (dx * dx + dy * dy).squareRoot() - radius
    }
  }

  /// A straight bar between two points with flat ends, or with half discs beyond them.
  public mutating func bar(
    from a: Point<Pixels>, to b: Point<Pixels>, width: Double, round: Bool = false, _ color: SIMD3<Float>,
    alpha: Float = 1
  ) {
    let way = b - a
    let length = max(way.length, 1e-9)
    let ux = way.dx / length
    let uy = way.dy / length
    let half = width / 2
    let box = Rect<Pixels>(
      minX: min(a.x, b.x) - half, minY: min(a.y, b.y) - half, maxX: max(a.x, b.x) + half, maxY: max(a.y, b.y) + half)
    fill(color, alpha: alpha, in: box) { x, y in
      let along = (x - a.x) * ux + (y - a.y) * uy
      let across = ((x - a.x) * uy - (y - a.y) * ux).magnitude
      if round {
        let beyond = max(0, -along, along - length)
        return (beyond * beyond + across * across).squareRoot() - half
      }
      return max(across - half, -along, along - length)
    }
  }

  /// A convex polygon, its corners clockwise as displayed.
  public mutating func polygon(_ corners: [Point<Pixels>], _ color: SIMD3<Float>, alpha: Float = 1) {
    let box = Rect<Pixels>(
      minX: corners.map(\.x).min() ?? 0, minY: corners.map(\.y).min() ?? 0, maxX: corners.map(\.x).max() ?? 0,
      maxY: corners.map(\.y).max() ?? 0)
    let edges = corners.indices.map { i in
      let a = corners[i]
      let way = corners[(i + 1) % corners.count] - a
      return (x: a.x, y: a.y, nx: way.dy / way.length, ny: -way.dx / way.length)
    }
    fill(color, alpha: alpha, in: box) { x, y in
      edges.reduce(-Double.infinity) { max($0, (x - $1.x) * $1.nx + (y - $1.y) * $1.ny) }
    }
  }

  public mutating func rect(_ r: Rect<Pixels>, _ color: SIMD3<Float>, alpha: Float = 1) {
    fill(color, alpha: alpha, in: r) { x, y in max(r.x - x, x - r.maxX, r.y - y, y - r.maxY) }
  }

  /// Blends another picture of the same size over this one.
  public mutating func blend(_ other: Canvas, alpha: Float) {
    precondition(other.colors.count == colors.count, "both pictures need the same size")
    for i in colors.indices { colors[i] += (other.colors[i] - colors[i]) * alpha }
  }

  /// Rounded to whole levels.
  public func bitmap() -> Bitmap {
    Bitmap(width: width, height: height, rgba: levels().map { UInt8($0) })
  }

  /// The same whole levels in 16 bits a sample, or with the fractions kept.
  public func bitmap16(keepingFractions: Bool = false) -> Bitmap {
    guard keepingFractions else {
      return Bitmap(width: width, height: height, rgba16: levels().map { UInt16($0) * 257 })
    }
    var samples: [UInt16] = []
    samples.reserveCapacity(colors.count * 4)
    for c in colors {
      for k in 0..<4 { samples.append(UInt16(max(0, min(65535, (c[k] * 257).rounded())))) }
    }
    return Bitmap(width: width, height: height, rgba16: samples)
  }

  private func levels() -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(colors.count * 4)
    for c in colors { for k in 0..<4 { result.append(Int(max(0, min(255, c[k].rounded())))) } }
    return result
  }
}
