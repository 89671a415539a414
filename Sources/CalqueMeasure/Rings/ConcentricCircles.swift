import CalqueCore

/// Two circles about one centre: the edges of a ring or arc. Lengths are px.
struct ConcentricCircles {
  var center: Point<Pixels>
  var inner: Double
  var outer: Double
  /// Root mean square distance of the points that were fitted from the nearer circle.
  var residual = 0.0
  /// One standard deviation of the radii.
  var sigma = 0.0
  /// One standard deviation of the centre's coordinates.
  var sigmaCenter = 0.0

  /// How far a point at a distance from the centre lies outside the nearer circle.
  func error(_ distance: Double) -> Double {
    let fromOuter = distance - outer
    let fromInner = distance - inner
    return fromOuter.magnitude < fromInner.magnitude ? fromOuter : fromInner
  }

  /// Whether they may be the edges of a ring or arc whose bounds have a longer side of `size` px.
  func isPlausible(size: Double) -> Bool { outer < 2 * size && inner > 1 && outer - inner < 0.8 * outer }

  /// No more points than this are looked at to guess: most of what is no ring is dismissed by them.
  private static let guessedFrom = 96
  /// The share of them that two circles must explain; ends and what lies on the line make up the rest.
  private static let leastExplained = 0.4

  /// Boundary points that must lie on one of the two circles: ends, and what lies on the line, make up the rest.
  private static let leastInliers = 0.55

  /// Guesses circles from boundary points: candidates for the centre are the centres of circles through three points, and
  /// the one is taken about which most points lie at two distances (Fischler and Bolles 1981).
  ///
  /// - Parameters:
  ///   - points: On the boundary, px.
  ///   - size: The longer side of their bounds, px: circles much larger than that are no rings.
  /// - Returns: nil where no two circles explain the points.
  static func guess(_ points: [Point<Pixels>], size: Double) -> ConcentricCircles? {
    guard points.count >= 12 else { return nil }
    let count = min(points.count, Self.guessedFrom)
    let sample = (0..<count).map { points[$0 * points.count / count] }
    var best: (circles: ConcentricCircles, count: Int)?
    var random = Scatter()
    var distances = [Double](repeating: 0, count: count)
    var others: [Double] = []
    others.reserveCapacity(count)
    for _ in 0..<60 {
      let a = sample[random.next(count)]
      let b = sample[random.next(count)]
      let c = sample[random.next(count)]
      guard let (center, radius) = circumcircle(a, b, c), radius < 2 * size else { continue }
      for i in sample.indices {
        let (dx, dy) = (sample[i].x - center.x, sample[i].y - center.y)
        distances[i] = (dx * dx + dy * dy).squareRoot()
      }
      guard let circles = ConcentricCircles(distances, about: center, through: radius, &others),
        circles.isPlausible(size: size)
      else { continue }
      let explained = distances.count { circles.error($0).magnitude <= 1.5 }
      if explained > best?.count ?? 0 { best = (circles, explained) }
    }
    guard let best, Double(best.count) >= Self.leastExplained * Double(count) else { return nil }
    return best.circles
  }

  /// Guesses circles from boundary points, and fits them to those that lie near; nil where too few do.
  /// - Parameters:
  ///   - points: On the boundary, px.
  ///   - size: The longer side of their bounds, px.
  init?(_ points: [Point<Pixels>], size: Double) {
    guard var circles = Self.guess(points, size: size) else { return nil }
    for reach in [2.5, 1.5, 1.2] {
      let near = points.filter { circles.error(($0 - circles.center).length).magnitude <= reach }
      guard Double(near.count) >= Self.leastInliers * Double(points.count), let next = circles.refined(near),
        next.isPlausible(size: size)
      else { return nil }
      circles = next
    }
    let explained = points.count { circles.error(($0 - circles.center).length).magnitude <= 1.2 }
    guard Double(explained) >= Self.leastInliers * Double(points.count) else { return nil }
    self = circles
  }

  private init(center: Point<Pixels>, inner: Double, outer: Double) {
    self.center = center
    self.inner = inner
    self.outer = outer
  }

  /// The circle that was met, and the one about its centre on which most other points lie; nil where too few lie
  /// on either.
  /// - Parameters:
  ///   - distances: Of the points from the centre.
  ///   - center: Of the circle that was met.
  ///   - radius: Of the circle that was met.
  ///   - others: Room for the distances of what lies elsewhere.
  private init?(
    _ distances: [Double], about center: Point<Pixels>, through radius: Double, _ others: inout [Double]
  ) {
    let width = 1.5
    others.removeAll(keepingCapacity: true)
    for distance in distances where (distance - radius).magnitude > 1.6 { others.append(distance) }
    // Of two circles that explain enough, one carries half of that.
    guard Double(distances.count - others.count) >= Self.leastExplained / 2 * Double(distances.count) else {
      return nil
    }
    others.sort()
    var fullest = (first: 0, count: 0)
    var last = 0
    for first in others.indices {
      while last < others.count, others[last] - others[first] <= width { last += 1 }
      if last - first > fullest.count { fullest = (first, last - first) }
    }
    guard fullest.count * 8 >= distances.count else { return nil }
    let other = others[fullest.first + fullest.count / 2]
    self.init(center: center, inner: min(radius, other), outer: max(radius, other))
  }

  /// Fits centre and radii to points by least squares (Gauss–Newton), with σ from the residuals; nil where that fails.
  func refined(_ points: [Point<Pixels>]) -> ConcentricCircles? {
    guard points.count >= 8 else { return nil }
    let middle = (inner + outer) / 2
    let isOuter = points.map { ($0 - center).length > middle }
    let outerCount = isOuter.filter { $0 }.count
    guard outerCount >= 3, points.count - outerCount >= 3 else { return nil }
    let fit = leastSquares(
      start: [center.x, center.y, inner, outer], count: points.count, loss: .huber(scale: 0.3),
      options: LeastSquaresOptions(maximumIterations: 20)
    ) { p, residuals, jacobian, wantsJacobian in
      let (x, y, inner, outer) = (p[0], p[1], p[2], p[3])
      residuals.withUnsafeMutableBufferPointer { residuals in
        jacobian.withUnsafeMutableBufferPointer { jacobian in
          for i in points.indices {
            let dx = points[i].x - x
            let dy = points[i].y - y
            let distance = max(1e-9, (dx * dx + dy * dy).squareRoot())
            residuals[i] = distance - (isOuter[i] ? outer : inner)
            guard wantsJacobian else { continue }
            jacobian[4 * i] = -dx / distance
            jacobian[4 * i + 1] = -dy / distance
            jacobian[4 * i + 2] = isOuter[i] ? 0 : -1
            jacobian[4 * i + 3] = isOuter[i] ? -1 : 0
          }
        }
      }
    }
    var result = ConcentricCircles(
      center: Point(x: fit.parameters[0], y: fit.parameters[1]), inner: fit.parameters[2], outer: fit.parameters[3])
    guard result.inner > 0, result.outer > result.inner, result.outer.isFinite else { return nil }
    let squares = fit.residuals.reduce(0) { $0 + min($1 * $1, 1) }
    result.residual = (squares / Double(points.count)).squareRoot()
    // Rasterisers draw circles as chords, up to this much inside.
    let chords = 0.05
    result.sigma = hypot(max(fit.sigma(2), fit.sigma(3)), chords)
    result.sigmaCenter = hypot(max(fit.sigma(0), fit.sigma(1)), 0.02)
    return result
  }
}

/// The circle through three points; nil where they are nearly on a line.
private func circumcircle(_ a: Point<Pixels>, _ b: Point<Pixels>, _ c: Point<Pixels>) -> (
  center: Point<Pixels>, radius: Double
)? {
  let ab = b - a
  let ac = c - a
  let cross = 2 * (ab.dx * ac.dy - ab.dy * ac.dx)
  guard cross.magnitude > 1e-3 * ab.length * ac.length + 1e-9 else { return nil }
  let square1 = ab.dx * ab.dx + ab.dy * ab.dy
  let square2 = ac.dx * ac.dx + ac.dy * ac.dy
  let x = (ac.dy * square1 - ab.dy * square2) / cross
  let y = (ab.dx * square2 - ac.dx * square1) / cross
  return (Point(x: a.x + x, y: a.y + y), (x * x + y * y).squareRoot())
}

/// The same scattered indices at every run (a linear congruential generator, Knuth 1981, 3.3.4).
private struct Scatter {
  private var state: UInt64 = 1
  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
