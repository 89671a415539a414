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

  /// Searches the distances given for an edge that runs along the whole visible arc.
  ///
  /// - Parameters:
  ///   - angles: Radians between which the circle may be seen.
  ///   - excluded: Angles whose rays other things cross.
  func find(
    _ reader: BitmapReader, circle: Circle, distances: ClosedRange<Double>, angles: ClosedRange<Double>,
    ring: Int, excluded: (Double) -> Bool
  ) -> Rim? {
    let step = 0.5
    let margin = 5.0
    let first = distances.lowerBound - margin
    let count = Int((distances.upperBound - distances.lowerBound + 2 * margin) / step) + 1
    var profiles: [(angle: Double, derivative: [Float])] = []
    let turn = spacing / circle.radius
    let kernelReach = Int((3 * sigma / step).rounded(.up))
    var kernel: [Float] = []
    for i in -kernelReach...kernelReach {
      let t = Double(i) * step
      kernel.append(Float(t * exp(-t * t / (2 * sigma * sigma)) / (sigma * sigma * sigma * (2 * Double.pi).squareRoot()) * step))
    }
    var angle = angles.lowerBound
    var line = [Float](repeating: 0, count: count)
    while angle <= angles.upperBound {
      defer { angle += turn }
      if excluded(angle) { continue }
      let s = sin(angle)
      let c = cos(angle)
      let x0 = circle.x + first * s
      let y0 = circle.y - first * c
      let far = Double(count - 1) * step
      guard reader.covers(x0, y0), reader.covers(x0 + far * s, y0 - far * c) else { continue }
      for i in 0..<count {
        let d = Double(i) * step
        let v = reader.bilinear(x0 + d * s, y0 - d * c)
        line[i] = (v.x + v.y + v.z) / 3
      }
      var derivative = [Float](repeating: 0, count: count)
      for i in kernelReach..<(count - kernelReach) {
        var sum: Float = 0
        for j in -kernelReach...kernelReach { sum += kernel[j + kernelReach] * line[i + j] }
        derivative[i] = sum
      }
      profiles.append((angle, derivative))
    }
    guard profiles.count >= 24 else { return nil }

    // The edge is where the derivative agrees in sign over the arc.
    var best = -1
    var bestScore = 0.0
    var bestMedian = 0.0
    var column = [Double](repeating: 0, count: profiles.count)
    let low = Int(margin / step)
    for i in low..<(count - low) {
      for k in profiles.indices { column[k] = Double(profiles[k].derivative[i]) }
      let middle = median(column)
      let spread = max(0.15, 1.4826 * medianDeviationAbout(column, middle))
      // Neighbouring rays share their background: about one in four tells something new.
      let score = middle.magnitude / spread * (Double(profiles.count) / 4).squareRoot()
      if score > bestScore {
        bestScore = score
        best = i
        bestMedian = middle
      }
    }
    guard best > 0, bestScore > 6, bestMedian.magnitude > 0.4 else { return nil }
    let sign: Float = bestMedian > 0 ? 1 : -1
    var points: [RingPoint] = []
    var steps: [Double] = []
    let window = Int(2.0 / step)
    for profile in profiles {
      var peak = best
      for i in max(1, best - window)...min(count - 2, best + window)
      where profile.derivative[i] * sign > profile.derivative[peak] * sign {
        peak = i
      }
      if peak == max(1, best - window) || peak == min(count - 2, best + window) { continue }
      let a = Double(profile.derivative[peak - 1] * sign)
      let b = Double(profile.derivative[peak] * sign)
      let c = Double(profile.derivative[peak + 1] * sign)
      guard b > 0.3, b > a, b >= c else { continue }
      let offset = 0.5 * (a - c) / (a - 2 * b + c)
      let distance = first + (Double(peak) + max(-0.6, min(0.6, offset))) * step
      let p = circle.point(profile.angle, distance)
      steps.append(b * Double(sign))
      points.append(RingPoint(x: p.x, y: p.y, sigma: 0.08 + 0.8 / b, ring: ring))
    }
    guard points.count * 3 >= profiles.count, points.count >= 16 else { return nil }
    return Rim(
      radius: first + Double(best) * step, points: points,
      step: median(steps) * sigma * (2 * Double.pi).squareRoot(), significance: bestScore)
  }
}

/// The median distance of values from a point.
private func medianDeviationAbout(_ values: [Double], _ center: Double) -> Double {
  median(values.map { ($0 - center).magnitude })
}
