import CalqueCore

/// A point that lies on one of several concentric circles.
struct RingPoint: Sendable {
  var x: Double
  var y: Double
  /// Standard deviation of its distance from the centre, px.
  var sigma: Double
  /// Which circle.
  var ring: Int
}

/// A line that points at the centre.
struct RayObservation: Sendable {
  var x: Double
  var y: Double
  /// Radians clockwise from twelve o'clock, outwards.
  var direction: Double
  var sigma: Double
}

/// Concentric circles through points and under rays: the geometric least-squares fit with a Cauchy loss.
///
/// Each kind of observation (every ring, and the rays) is scaled by how much its own residuals scatter, so that a kind
/// whose stated σ is too small does not pull the rest.
struct CircleFit: Sendable {
  var x: Double
  var y: Double
  /// One a ring; NaN where a ring has no points.
  var radii: [Double]
  var sigmaX: Double
  var sigmaY: Double
  var sigmaRadii: [Double]
  /// How much the scatter of each ring's points is larger than their σ, and last that of the rays.
  var scales: [Double]
  /// Correlation of the vertical place with the first ring's radius.
  var covariance: SymmetricMatrix?
  private var slots: [Int]

  /// The row of a ring's radius in `covariance`; nil where the ring has no points.
  func slot(of ring: Int) -> Int? {
    ring < slots.count && slots[ring] >= 0 ? slots[ring] : nil
  }

  /// - Parameters:
  ///   - start: Centre.
  ///   - extra: By what a ring's σ is multiplied beyond its points' scatter, one a ring, and last that of the rays.
  init?(
    points: [RingPoint], rays: [RayObservation], rings: Int, start: Circle, startRadii: [Double],
    extra: [Double]? = nil
  ) {
    let extra = extra ?? [Double](repeating: 1, count: rings + 1)
    var counts = [Int](repeating: 0, count: rings)
    for p in points { counts[p.ring] += 1 }
    // Only rings that have points are parameters.
    var slot = [Int](repeating: -1, count: rings)
    var parameters = [start.x, start.y]
    for ring in 0..<rings where counts[ring] > 0 {
      slot[ring] = parameters.count
      parameters.append(startRadii[ring])
    }
    let order = parameters.count
    guard points.count + rays.count > order + 1 else { return nil }
    var scales = extra
    var fit: LeastSquaresFit?
    for round in 0..<3 {
      let current = leastSquares(
        start: parameters, count: points.count + rays.count, loss: .cauchy(scale: 2.385),
        options: LeastSquaresOptions(maximumIterations: 15, costTolerance: 1e-7, stepTolerance: 1e-9)
      ) { p, residuals, jacobian, wantsJacobian in
        residuals.withUnsafeMutableBufferPointer { residuals in
          jacobian.withUnsafeMutableBufferPointer { jacobian in
            if wantsJacobian { jacobian.update(repeating: 0) }
            for (i, point) in points.enumerated() {
              let dx = point.x - p[0]
              let dy = point.y - p[1]
              let distance = (dx * dx + dy * dy).squareRoot()
              let sigma = point.sigma * scales[point.ring]
              residuals[i] = (distance - p[slot[point.ring]]) / sigma
              if wantsJacobian {
                jacobian[i * order] = -dx / distance / sigma
                jacobian[i * order + 1] = -dy / distance / sigma
                jacobian[i * order + slot[point.ring]] = -1 / sigma
              }
            }
          }
        }
        for (k, ray) in rays.enumerated() {
          let i = points.count + k
          let dx = ray.x - p[0]
          let dy = ray.y - p[1]
          let square = dx * dx + dy * dy
          let sigma = ray.sigma * scales[rings]
          let turn = ray.direction - atan2(dx, -dy)
          residuals[i] = Angle(radians: turn).wrapped.radians / sigma
          if wantsJacobian {
            // atan2(dx, −dy) grows by (−dy, dx)/r² per step of (dx, dy), and the centre moves against it.
            jacobian[i * order] = -dy / square / sigma
            jacobian[i * order + 1] = dx / square / sigma
          }
        }
      }
      parameters = current.parameters
      fit = current
      if round == 2 { break }
      for ring in 0...rings {
        var own: [Double] = []
        if ring < rings {
          for (i, point) in points.enumerated() where point.ring == ring { own.append(current.residuals[i].magnitude) }
        } else {
          for k in rays.indices { own.append(current.residuals[points.count + k].magnitude) }
        }
        guard own.count >= 4 else { continue }
        // The median of |z| is 0.6745 for a normal deviate; the fit has used up some freedom.
        let freedom = (Double(own.count) / max(1, Double(own.count) - 2)).squareRoot()
        let scale = median(own) / 0.6745 * freedom * extra[ring]
        scales[ring] = max(0.3, min(1e3, scales[ring] * max(0.3, scale)))
      }
    }
    guard let fit, parameters.allSatisfy({ $0.isFinite }) else { return nil }
    x = parameters[0]
    y = parameters[1]
    radii = slot.map { $0 < 0 ? .nan : parameters[$0] }
    sigmaX = fit.cautiousSigma(0)
    sigmaY = fit.cautiousSigma(1)
    sigmaRadii = slot.map { $0 < 0 ? .nan : fit.cautiousSigma($0) }
    self.scales = scales
    covariance = fit.formalCovariance
    slots = slot
  }

  /// By how much neighbours' residuals being alike widens σ: √((1 + ρ) / (1 − ρ)) with ρ their correlation, for an
  /// autoregressive sequence; 1 where they are independent.
  static func likeness(of residuals: [Double]) -> Double {
    guard residuals.count >= 8 else { return 1.3 }
    let limit = 3 * max(medianDeviation(residuals), 1e-9)
    let clipped = residuals.map { max(-limit, min(limit, $0)) }
    let mean = clipped.reduce(0, +) / Double(clipped.count)
    var product = 0.0
    var square = 0.0
    for i in clipped.indices {
      square += (clipped[i] - mean) * (clipped[i] - mean)
      if i > 0 { product += (clipped[i] - mean) * (clipped[i - 1] - mean) }
    }
    // The fit has taken out part of what is slow: n residuals of p parameters have ρ lowered by about 2p/n.
    let rho = max(0, min(0.85, product / max(square, 1e-12) + 4 / Double(clipped.count)))
    return ((1 + rho) / (1 - rho)).squareRoot()
  }

  /// The residuals of a ring's points in order of their angle, px.
  func residuals(of points: [RingPoint], ring: Int) -> [Double] {
    points.filter { $0.ring == ring }.map { (angle: atan2($0.x - x, y - $0.y), r: residual($0, ring) / $0.sigma) }
      .sorted { $0.angle < $1.angle }.map { $0.r }
  }

  /// The residuals of rays in order of their angle, in σ.
  func residuals(of rays: [RayObservation]) -> [Double] {
    rays.map { ray in
      let angle = atan2(ray.x - x, y - ray.y)
      return (angle: angle, r: Angle(radians: ray.direction - angle).wrapped.radians / ray.sigma)
    }.sorted { $0.angle < $1.angle }.map { $0.r }
  }

  /// By how much the means of stretches of a ring's points scatter more than independent points would: 1 where the
  /// points are independent.
  func stretchFactor(of points: [RingPoint], ring: Int) -> Double {
    let sorted = points.map { (angle: atan2($0.x - x, y - $0.y), r: residual($0, ring)) }.sorted { $0.angle < $1.angle }
    let size = max(8, sorted.count / 24)
    var means: [Double] = []
    var within: [Double] = []
    var i = 0
    while i + size <= sorted.count {
      let block = sorted[i..<(i + size)].map { $0.r }
      means.append(median(block))
      within.append(medianDeviation(block))
      i += size
    }
    guard means.count >= 6 else { return 2 }
    // The median of n normal deviates scatters by 1.25/√n of one.
    let expected = 1.25 * median(within) / Double(size).squareRoot()
    let seen = means.reduce(0) { $0 + $1 * $1 } / Double(means.count - 3)
    let excess = max(0, seen / max(expected * expected, 1e-12) - 1)
    // In sixteen discs drawn by Chromium what is off stays alike over about 5°.
    let arc = (sorted[sorted.count - 1].angle - sorted[0].angle) / Double(means.count)
    let alike = max(1, Angle(degrees: 5).radians / max(arc, 1e-6))
    return (1 + (excess < 0.6 ? 0 : excess) * alike).squareRoot()
  }

  private func residual(_ p: RingPoint, _ ring: Int) -> Double {
    let dx = p.x - x
    let dy = p.y - y
    return (dx * dx + dy * dy).squareRoot() - radii[ring]
  }
}
