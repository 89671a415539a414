import CalqueCore

/// Finds the edge of the disc behind the ticks, and points of it to a fraction of a pixel.
struct RimFinder: Sendable {
  /// Distance between two neighbouring rays, px of arc.
  var spacing = 3.0
  /// Standard deviation of the Gaussian derivative, px.
  var sigma = 1.0

  struct Rim: Sendable {
    /// Distance from the circle's centre at which it was found, px.
    var radius: Double
    var points: [RingPoint]
    /// Mean step outwards, levels; positive where it is brighter outside.
    var step: Double
    /// Median step over its standard deviation.
    var significance: Double
  }

  /// Brightness derivatives along rays of the circle.
  private struct Rays {
    /// Distance of the first sample, px; from one to the next `RimFinder.step`.
    var first: Double
    var count: Int
    var angles: [Double] = []
    var derivatives: [[Float]] = []
  }

  private static let step = 0.5
  /// px beyond the distances that are searched, for the derivative's kernel.
  private static let margin = 5.0

  /// Searches the distances given for an edge that runs along the whole visible arc.
  ///
  /// A quarter of the rays tells where it is, all of them are then read around it.
  /// - Parameter angles: Radians between which the circle may be seen.
  func find(
    _ reader: BitmapReader, circle: Circle, distances: ClosedRange<Double>, angles: ClosedRange<Double>, ring: Int
  ) -> Rim? {
    let coarse = rays(reader, circle, distances, angles, spacing: 4 * spacing, scatter: 1)
    guard coarse.angles.count >= 8, let edge = edge(coarse), edge.score > 6, edge.median.magnitude > 0.4 else {
      return nil
    }
    let place = coarse.first + Double(edge.index) * Self.step
    let fine = rays(reader, circle, (place - 2.5)...(place + 2.5), angles, spacing: spacing, scatter: 0)
    guard fine.angles.count >= 24 else { return nil }
    let best = Int(((place - fine.first) / Self.step).rounded())
    let sign: Float = edge.median > 0 ? 1 : -1
    var points: [RingPoint] = []
    var steps: [Double] = []
    let window = Int(2 / Self.step)
    let range = max(1, best - window)...min(fine.count - 2, best + window)
    for (angle, derivative) in zip(fine.angles, fine.derivatives) {
      var peak = best
      for i in range where derivative[i] * sign > derivative[peak] * sign { peak = i }
      if peak == range.lowerBound || peak == range.upperBound { continue }
      let a = Double(derivative[peak - 1] * sign)
      let b = Double(derivative[peak] * sign)
      let c = Double(derivative[peak + 1] * sign)
      guard b > 0.3, b > a, b >= c else { continue }
      let offset = 0.5 * (a - c) / (a - 2 * b + c)
      let distance = fine.first + (Double(peak) + max(-0.6, min(0.6, offset))) * Self.step
      let p = circle.point(angle, distance)
      steps.append(b * Double(sign))
      points.append(RingPoint(x: p.x, y: p.y, sigma: 0.08 + 0.8 / b, ring: ring))
    }
    guard points.count * 3 >= fine.angles.count, points.count >= 16 else { return nil }
    return Rim(
      radius: place, points: points, step: median(steps) * sigma * (2 * Double.pi).squareRoot(),
      significance: edge.score)
  }

  /// Derivatives by a Gaussian's along every ray that the picture shows whole.
  /// - Parameter scatter: By how much of the spacing the rays are moved from equal steps, which ticks may share: all rays
  ///   on ticks would see their ends as an edge.
  private func rays(
    _ reader: BitmapReader, _ circle: Circle, _ distances: ClosedRange<Double>, _ angles: ClosedRange<Double>,
    spacing: Double, scatter: Double
  ) -> Rays {
    let first = distances.lowerBound - Self.margin
    let count = Int((distances.upperBound - distances.lowerBound + 2 * Self.margin) / Self.step) + 1
    var result = Rays(first: first, count: count)
    let reach = Int((3 * sigma / Self.step).rounded(.up))
    let norm = Self.step / (sigma * sigma * sigma * (2 * Double.pi).squareRoot())
    let kernel = (-reach...reach).map { i -> Float in
      let t = Double(i) * Self.step
      return Float(t * exp(-t * t / (2 * sigma * sigma)) * norm)
    }
    let far = Double(count - 1) * Self.step
    var line = [Float](repeating: 0, count: count)
    let turn = spacing / circle.radius
    let steps = Int((angles.upperBound - angles.lowerBound) / turn)
    for k in 0...max(0, steps) {
      // Multiples of the golden ratio fall evenly on any other step's phases.
      let phase = Double(k) * 0.618_033_988_749_895
      let angle = angles.lowerBound + (Double(k) + scatter * (phase - phase.rounded(.down))) * turn
      if angle > angles.upperBound { continue }
      let s = sin(angle)
      let c = cos(angle)
      let x = circle.x + first * s
      let y = circle.y - first * c
      guard reader.covers(x, y), reader.covers(x + far * s, y - far * c) else { continue }
      for i in 0..<count {
        let d = Double(i) * Self.step
        let v = reader.bilinear(x + d * s, y - d * c)
        line[i] = (v.x + v.y + v.z) / 3
      }
      var derivative = [Float](repeating: 0, count: count)
      for i in reach..<(count - reach) {
        var sum: Float = 0
        for j in -reach...reach { sum += kernel[j + reach] * line[i + j] }
        derivative[i] = sum
      }
      result.angles.append(angle)
      result.derivatives.append(derivative)
    }
    return result
  }

  /// Where the derivative agrees in sign over the arc: its median there, over how sure the median is.
  private func edge(_ rays: Rays) -> (index: Int, median: Double, score: Double)? {
    var best: (index: Int, median: Double, score: Double)?
    let low = Int(Self.margin / Self.step)
    for i in low..<(rays.count - low) {
      let column = rays.derivatives.map { Double($0[i]) }
      let middle = median(column)
      let spread = max(0.15, 1.4826 * medianDistance(column, from: middle))
      // These rays are far enough apart for their backgrounds to be independent.
      let score = middle.magnitude / spread * Double(column.count).squareRoot()
      if score > best?.score ?? 0 { best = (i, middle, score) }
    }
    return best
  }
}

/// The median distance of values from a point.
private func medianDistance(_ values: [Double], from center: Double) -> Double {
  median(values.map { ($0 - center).magnitude })
}
