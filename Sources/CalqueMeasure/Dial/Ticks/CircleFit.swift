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

  /// - Parameter start: Centre and the rings' radii.
  init?(points: [RingPoint], rays: [RayObservation], rings: Int, start: Circle, startRadii: [Double]) {
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
    var scales = [Double](repeating: 1, count: rings + 1)
    var fit: LeastSquaresFit?
    for round in 0..<4 {
      let current = leastSquares(
        start: parameters, count: points.count + rays.count, loss: .cauchy(scale: 2.385),
        options: LeastSquaresOptions(maximumIterations: 25, costTolerance: 1e-10, stepTolerance: 1e-10)
      ) { p, residuals, jacobian, wantsJacobian in
        for (i, point) in points.enumerated() {
          let dx = point.x - p[0]
          let dy = point.y - p[1]
          let distance = (dx * dx + dy * dy).squareRoot()
          let sigma = point.sigma * scales[point.ring]
          residuals[i] = (distance - p[slot[point.ring]]) / sigma
          if wantsJacobian {
            for j in 0..<order { jacobian[i * order + j] = 0 }
            jacobian[i * order] = -dx / distance / sigma
            jacobian[i * order + 1] = -dy / distance / sigma
            jacobian[i * order + slot[point.ring]] = -1 / sigma
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
            for j in 0..<order { jacobian[i * order + j] = 0 }
            // atan2(dx, −dy) grows by (−dy, dx)/r² per step of (dx, dy), and the centre moves against it.
            jacobian[i * order] = -dy / square / sigma
            jacobian[i * order + 1] = dx / square / sigma
          }
        }
      }
      parameters = current.parameters
      fit = current
      if round == 3 { break }
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
        let scale = median(own) / 0.6745 * freedom
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
  }
}
