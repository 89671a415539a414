import CalqueCore
import CalqueSpec

/// Finds what points at a dial's current value: a flat, strongly coloured triangle or bar beside the ticks.
struct PointerFinder: Sendable {
  /// A pointer and how opaque it seems.
  struct Found: Sendable {
    var pointer: DialPointer
    /// The strongest channel of its colour, 0…255: a pointer that shines through is dull.
    var brilliance: Double
  }

  /// - Parameters:
  ///   - circle: The tick circle.
  ///   - distances: Distances from the centre to search, px.
  ///   - angles: Radians, where ticks stand.
  ///   - largest: No pointer is larger, px.
  func find(
    _ reader: BitmapReader, circle: Circle, distances: ClosedRange<Double>, angles: ClosedRange<Double>, largest: Double
  ) -> Found? {
    let rows = Int(distances.upperBound - distances.lowerBound) + 1
    let step = 1 / circle.radius
    let columns = Int((angles.upperBound - angles.lowerBound) / step) + 1
    guard rows >= 5, columns >= 5, rows * columns < 4_000_000 else { return nil }
    var colors = [SIMD4<Float>](repeating: .zero, count: rows * columns)
    var isSeen = [Bool](repeating: false, count: rows * columns)
    for column in 0..<columns {
      let angle = angles.lowerBound + Double(column) * step
      let s = sin(angle)
      let c = cos(angle)
      for row in 0..<rows {
        let rho = distances.lowerBound + Double(row)
        let x = circle.x + rho * s
        let y = circle.y - rho * c
        guard reader.covers(x, y) else { continue }
        var color = reader.bilinear(x, y)
        color.w = 0
        colors[row * columns + column] = color
        isSeen[row * columns + column] = true
      }
    }
    let strip = Strip(
      colors: colors, isSeen: isSeen, rows: rows, columns: columns, step: step, distances: distances, angles: angles,
      circle: circle)
    // A pointer of a few pixels has no cell whose neighbours all have its colour.
    return find(in: strip, alike: 4, largest: largest) ?? find(in: strip, alike: 2, largest: min(largest, 16))
  }

  /// Colours around the ring: rows outwards, columns clockwise.
  private struct Strip {
    var colors: [SIMD4<Float>]
    var isSeen: [Bool]
    var rows: Int
    var columns: Int
    /// Radians from one column to the next.
    var step: Double
    var distances: ClosedRange<Double>
    var angles: ClosedRange<Double>
    var circle: Circle
  }

  /// The most coloured patch of cells that have the colour of at least so many of their four neighbours.
  private func find(in strip: Strip, alike: Int, largest: Double) -> Found? {
    let (rows, columns, colors) = (strip.rows, strip.columns, strip.colors)
    var mask = [Bool](repeating: false, count: rows * columns)
    for row in 1..<(rows - 1) {
      for column in 1..<(columns - 1) {
        let i = row * columns + column
        guard strip.isSeen[i], saturation(colors[i]) > 82 else { continue }
        let limit = tolerance(colors[i])
        var count = 0
        for j in [i - 1, i + 1, i - columns, i + columns] where strip.isSeen[j] {
          let d = colors[j] - colors[i]
          if (d * d).sum() <= limit { count += 1 }
        }
        mask[i] = count >= alike
      }
    }
    var best: Found?
    var bestScore = 0.0
    var visited = [Bool](repeating: false, count: rows * columns)
    var stack: [Int] = []
    for seed in mask.indices where mask[seed] && !visited[seed] {
      var members: [Int] = []
      stack.append(seed)
      visited[seed] = true
      while let i = stack.popLast() {
        members.append(i)
        let column = i % columns
        for j in [i - 1, i + 1, i - columns, i + columns] where j >= 0 && j < mask.count {
          let d = colors[j] - colors[i]
          if mask[j], !visited[j], (j % columns - column).magnitude <= 1, (d * d).sum() < tolerance(colors[i]) {
            visited[j] = true
            stack.append(j)
          }
        }
      }
      guard members.count >= 4 else { continue }
      let low = members.map { $0 / columns }.min() ?? 0
      let high = members.map { $0 / columns }.max() ?? 0
      let left = members.map { $0 % columns }.min() ?? 0
      let right = members.map { $0 % columns }.max() ?? 0
      guard Double(high - low + 3) < largest, Double(right - left + 3) < largest, high - low >= 1 else { continue }
      // The more coloured half: the rest may be blended with what is around.
      members.sort { saturation(colors[$0]) > saturation(colors[$1]) }
      let half = members.prefix((members.count + 1) / 2)
      let mean = half.reduce(SIMD4<Float>.zero) { $0 + colors[$1] } / Float(half.count)
      let apron = max(4, (right - left) / 2 + 3)
      guard left - apron >= 0, right + apron < columns else { continue }
      guard
        let found = measure(
          strip, rows: max(0, low - 3)...min(rows - 1, high + 3), left: left - 3, right: right + 3, color: mean)
      else { continue }
      let score = Double(saturation(mean)) * Double(members.count).squareRoot()
      if score > bestScore {
        bestScore = score
        best = found
      }
    }
    return best
  }

  /// Squared levels by which a flat shape's neighbours may differ: compression and dithering grow with the colour.
  private func tolerance(_ color: SIMD4<Float>) -> Float {
    let levels = 20 + 0.12 * saturation(color)
    return levels * levels
  }

  private func saturation(_ c: SIMD4<Float>) -> Float { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

  /// The axis from the coverage's centroid in each row.
  private func measure(_ strip: Strip, rows: ClosedRange<Int>, left: Int, right: Int, color: SIMD4<Float>) -> Found? {
    let (colors, columns, circle) = (strip.colors, strip.columns, strip.circle)
    var centroids: [(rho: Double, angle: Double, width: Double)] = []
    for row in rows {
      var ground = SIMD4<Float>.zero
      for k in 1...3 {
        let before = colors[row * columns + max(0, left - k)]
        let after = colors[row * columns + min(columns - 1, right + k)]
        ground += before + after
      }
      ground /= 6
      let way = color - ground
      let square = (way * way).sum()
      guard square > 2500 else { continue }
      var sum = 0.0
      var moment = 0.0
      for column in left...right {
        let coverage = Double(((colors[row * columns + column] - ground) * way).sum() / square)
        if coverage < 0.05 { continue }
        sum += min(1, coverage)
        moment += min(1, coverage) * Double(column)
      }
      guard sum > 0.6 else { continue }
      let rho = strip.distances.lowerBound + Double(row)
      centroids.append((rho, strip.angles.lowerBound + moment / sum * strip.step, sum * rho / circle.radius))
    }
    guard centroids.count >= 4 else { return nil }
    let weights = centroids.map { $0.width }
    let total = weights.reduce(0, +)
    var mean = 0.0
    for (c, w) in zip(centroids, weights) { mean += c.angle * w }
    mean /= total
    var squares = 0.0
    for (c, w) in zip(centroids, weights) { squares += w * (c.angle - mean) * (c.angle - mean) }
    let scatter = (squares / total).squareRoot()
    // A shape whose rows do not agree on an axis points nowhere.
    guard scatter * circle.radius < 1.5 else { return nil }
    let sigma = hypot(scatter / Double(centroids.count).squareRoot(), 0.05 / circle.radius)
    let widest = weights.max() ?? 0
    let line = theilSen(centroids.map { (x: $0.rho, y: $0.width) })
    let height = centroids[centroids.count - 1].rho - centroids[0].rho
    let isTriangle = (line?.slope.magnitude ?? 0) * height > 0.4 * widest
    let rhoLow = centroids[0].rho - 0.5
    let rhoHigh = centroids[centroids.count - 1].rho + 0.5
    var frame = Rect<Pixels>(x: circle.point(mean, rhoLow).x, y: circle.point(mean, rhoLow).y, width: 0, height: 0)
    for (rho, offset) in [(rhoLow, -widest / 2), (rhoLow, widest / 2), (rhoHigh, -widest / 2), (rhoHigh, widest / 2)] {
      let p = circle.point(mean + offset / circle.radius, rho)
      let spot = Rect<Pixels>(x: p.x, y: p.y, width: 0, height: 0)
      frame = frame.union(spot)
    }
    let axis = AngleEstimate(Angle(radians: mean).wrapped, sigma: Angle(radians: sigma))
    return Found(
      pointer: DialPointer(
        angle: axis, shape: isTriangle ? .triangle : .bar, color: rounded(color), frame: frame),
      brilliance: Double(max(color.x, color.y, color.z)))
  }
}
