/// The median; NaN of nothing.
public func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

/// The value below which a share of the samples lies, interpolated linearly (type 7 of Hyndman and Fan 1996); NaN of
/// nothing.
public func quantile(_ values: [Double], _ share: Double) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let position = min(max(share, 0), 1) * Double(sorted.count - 1)
  let below = Int(position)
  let above = min(below + 1, sorted.count - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
}

/// 1.4826 times the median distance from the median: the standard deviation of normal samples, whatever a minority
/// of outliers does.
public func medianDeviation(_ values: [Double]) -> Double {
  let middle = median(values)
  return 1.482602218505602 * median(values.map { ($0 - middle).magnitude })
}

/// The factor by which ±σ must widen so that it covers the same 68.27 % when σ was estimated from few samples: the
/// 84.13 % point of Student's t. Within 1 % of the exact values.
public func studentInflation(degreesOfFreedom: Int) -> Double {
  let exact = [1.8373, 1.3213, 1.1969, 1.1416, 1.1105, 1.0906, 1.0767, 1.0665, 1.0587, 1.0526]
  guard degreesOfFreedom > 0 else { return .infinity }
  if degreesOfFreedom <= exact.count { return exact[degreesOfFreedom - 1] }
  // First term of the Cornish–Fisher expansion: (z³ + z)/(4ν) at z = 1.
  return 1 + 0.5 / Double(degreesOfFreedom)
}

/// The median of the slopes of all pairs and the median of the offsets it leaves (Theil 1950, Sen 1968); nil where
/// all abscissae are one.
public func theilSen(_ points: [(x: Double, y: Double)]) -> (slope: Double, offset: Double)? {
  var slopes: [Double] = []
  for i in points.indices {
    for j in (i + 1)..<max(points.count, i + 1) where points[i].x != points[j].x {
      slopes.append((points[j].y - points[i].y) / (points[j].x - points[i].x))
    }
  }
  guard !slopes.isEmpty else { return nil }
  let slope = median(slopes)
  return (slope, median(points.map { $0.y - slope * $0.x }))
}
