import CalqueCore

/// A circle that a set of ticks seems to stand on.
struct CircleCandidate: Sendable {
  var x: Double
  var y: Double
  var radius: Double
  var polarity: Polarity
  /// Indices of the segments that agree with it.
  var inliers: [Int] = []
  /// How many distinct angles they stand at, less what chance gives.
  var score: Double = 0
}

/// How far a segment may be from where a circle wants it.
struct CircleTolerance: Sendable {
  /// Direction, radians, and what a segment's own uncertainty is multiplied with.
  var direction: Double
  var directionSigmas: Double
  /// Distance of its outer end from the circle, px.
  var end: Double
}

extension CircleCandidate {
  /// How far a segment's direction and outer end are from this circle's.
  @inline(__always)
  func deviation(of segment: Segment) -> (direction: Double, end: Double) {
    let mx = segment.x - x
    let my = segment.y - y
    let sense = mx * segment.ux + my * segment.uy >= 0 ? 1.0 : -1.0
    let end = segment.end(sense)
    let vx = end.x - x
    let vy = end.y - y
    let distance = (vx * vx + vy * vy).squareRoot()
    let cross = (segment.ux * my - segment.uy * mx) / max(1, (mx * mx + my * my).squareRoot())
    return (cross * sense, distance - radius)
  }

  /// Where a segment's middle is, radians clockwise from twelve o'clock.
  @inline(__always)
  private func angle(of segment: Segment) -> Double { atan2(segment.x - x, y - segment.y) }

  /// Finds the segments that agree, and scores the circle: distinct angles less three times what chance gives.
  /// - Parameters:
  ///   - field: What to find them in.
  ///   - tolerance: How far they may be off.
  ///   - least: What the score must reach to matter; one that is lower may come out too high, but not above this.
  mutating func collect(_ field: SegmentField, tolerance: CircleTolerance, least: Double = -.infinity) {
    inliers.removeAll(keepingCapacity: true)
    var chance = 0.0
    field.forEach(near: Circle(x: x, y: y, radius: radius), reach: tolerance.end) { i in
      let s = field.segments[i]
      if s.polarity != polarity { return }
      let mx = s.x - x
      let my = s.y - y
      let rough = (mx * mx + my * my).squareRoot() - radius
      if rough > tolerance.end || rough < -s.length - tolerance.end { return }
      let d = deviation(of: s)
      if d.end.magnitude > tolerance.end { return }
      let allowed = tolerance.direction + tolerance.directionSigmas * s.sigmaDirection
      chance += 2 * allowed / Double.pi
      if d.direction.magnitude < allowed { inliers.append(i) }
    }
    score = Double(inliers.count) - 3 * chance
    guard score >= least else { return }
    var distinct = 0.0
    var last = -Double.infinity
    for angle in inliers.map({ angle(of: field.segments[$0]) }).sorted() where (angle - last) * radius > 3 {
      distinct += 1
      last = angle
    }
    score = distinct - 3 * chance
  }

  /// Moves the circle to the robust least-squares optimum of its inliers' directions and outer ends.
  /// - Returns: Standard deviation of the curvature 1/R over the curvature itself, or nil where the fit fails.
  @discardableResult
  mutating func refine(_ segments: [Segment], endSigma: Double) -> Double? {
    var relative: Double?
    for _ in 0..<6 {
      var normal = SymmetricMatrix3()
      var right = (0.0, 0.0, 0.0)
      var sum = 0.0
      for i in inliers {
        let s = segments[i]
        let d = deviation(of: s)
        let angle = angle(of: s)
        let sinA = sin(angle)
        let cosA = -cos(angle)
        // The outer end's distance: ∂/∂c = −(sin, −cos).
        let r1 = d.end / endSigma
        let w1 = 1 / (1 + r1 * r1 / 4)
        let g1 = (-sinA / endSigma, -cosA / endSigma, -1 / endSigma)
        normal.add(g1, weight: w1)
        right.0 -= w1 * g1.0 * r1
        right.1 -= w1 * g1.1 * r1
        right.2 -= w1 * g1.2 * r1
        // The direction, as the angle between the bar and the ray from the centre.
        let sigma = s.sigmaDirection + 0.006
        let mx = s.x - x
        let my = s.y - y
        let reach = (mx * mx + my * my).squareRoot()
        let r2 = d.direction / sigma
        let w2 = 1 / (1 + r2 * r2 / 4)
        let sense = mx * s.ux + my * s.uy >= 0 ? 1.0 : -1.0
        let g2 = (sense * s.uy / reach / sigma, -sense * s.ux / reach / sigma, 0.0)
        normal.add(g2, weight: w2)
        right.0 -= w2 * g2.0 * r2
        right.1 -= w2 * g2.1 * r2
        sum += w1 + w2
      }
      guard sum > 4 else { return nil }
      let damping = 1e-9 * (normal.xx + normal.yy + normal.zz)
      normal.xx += damping
      normal.yy += damping
      normal.zz += damping
      guard let step = normal.solve(right), let covariance = normal.inverseDiagonal() else { return nil }
      let largest = max(step.0.magnitude, step.1.magnitude, step.2.magnitude)
      let scale = min(1, 0.5 * radius / max(largest, 1e-12))
      x += step.0 * scale
      y += step.1 * scale
      radius += step.2 * scale
      if !(radius > 4) || !radius.isFinite { return nil }
      relative = covariance.2.squareRoot() / radius
      if largest < 1e-3 { break }
    }
    return relative
  }
}

/// A symmetric 3 × 3 matrix of normal equations.
struct SymmetricMatrix3: Sendable {
  var xx = 0.0
  var xy = 0.0
  var xz = 0.0
  var yy = 0.0
  var yz = 0.0
  var zz = 0.0

  mutating func add(_ g: (Double, Double, Double), weight: Double) {
    xx += weight * g.0 * g.0
    xy += weight * g.0 * g.1
    xz += weight * g.0 * g.2
    yy += weight * g.1 * g.1
    yz += weight * g.1 * g.2
    zz += weight * g.2 * g.2
  }

  private var cofactors: (xx: Double, xy: Double, xz: Double, yy: Double, yz: Double, zz: Double) {
    (
      yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy, xx * zz - xz * xz, xy * xz - xx * yz,
      xx * yy - xy * xy
    )
  }

  func solve(_ b: (Double, Double, Double)) -> (Double, Double, Double)? {
    let c = cofactors
    let determinant = xx * c.xx + xy * c.xy + xz * c.xz
    guard determinant.magnitude > 0, determinant.isFinite else { return nil }
    return (
      (c.xx * b.0 + c.xy * b.1 + c.xz * b.2) / determinant, (c.xy * b.0 + c.yy * b.1 + c.yz * b.2) / determinant,
      (c.xz * b.0 + c.yz * b.1 + c.zz * b.2) / determinant
    )
  }

  func inverseDiagonal() -> (Double, Double, Double)? {
    let c = cofactors
    let determinant = xx * c.xx + xy * c.xy + xz * c.xz
    guard determinant > 0, determinant.isFinite else { return nil }
    return (c.xx / determinant, c.yy / determinant, c.zz / determinant)
  }
}
