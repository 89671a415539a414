import CalqueCore

/// Finds circles on which bars stand like ticks.
///
/// The mean direction of two ticks stands across the chord of their outer ends, and the radius is the chord over
/// 2 sin(Δθ/2): each pair that fits proposes a circle, all bars vote on it, and the best are refined.
struct CircleSearch: Sendable {
  /// px of the full picture a sample of the plane that the bars were found in.
  var factor: Double
  /// Smallest and largest radius, px.
  var radii: ClosedRange<Double>
  /// How many proposals are scored at most.
  var proposals = 6000
  /// How many of them are refined.
  var refined = 24

  var tight: CircleTolerance { CircleTolerance(direction: 0.012, directionSigmas: 2, end: 1.3 * factor + 1) }
  private var loose: CircleTolerance { CircleTolerance(direction: 0.03, directionSigmas: 2, end: 2.5 * factor + 2) }

  /// The best circle that the strongest `count` segments of one polarity propose.
  func best(_ segments: [Segment], polarity: Polarity, count: Int) -> CircleCandidate? {
    var chosen: [Int] = []
    for i in segments.indices where segments[i].polarity == polarity { chosen.append(i) }
    func rank(_ i: Int) -> Double { Double(segments[i].strength) * (1 + Double(min(4, segments[i].neighbours))) }
    let ranks = segments.indices.map(rank)
    chosen.sort { ranks[$0] != ranks[$1] ? ranks[$0] > ranks[$1] : $0 < $1 }
    if chosen.count > count { chosen.removeLast(chosen.count - count) }
    guard chosen.count >= 5 else { return nil }
    let pool = SegmentField(chosen.map { segments[$0] })
    let field = SegmentField(segments)
    var best: CircleCandidate?
    for var candidate in likeliest(propose(pool.segments), of: pool, polarity: polarity) {
      candidate.refine(pool.segments, endSigma: 1.2 * factor)
      candidate.collect(field, tolerance: loose)
      for _ in 0..<3 {
        guard candidate.inliers.count >= 4, candidate.refine(segments, endSigma: 0.7 * factor) != nil else { break }
        candidate.collect(field, tolerance: tight)
      }
      if !radii.contains(candidate.radius) { continue }
      if candidate.score > (best?.score ?? 3) { best = candidate }
    }
    return best
  }

  /// The circles that get the best scores, the best first.
  private func likeliest(_ circles: [Circle], of pool: SegmentField, polarity: Polarity) -> [CircleCandidate] {
    var result: [CircleCandidate] = []
    result.reserveCapacity(refined + 1)
    let stride = max(1, Double(circles.count) / Double(proposals))
    var candidate = CircleCandidate(x: 0, y: 0, radius: 0, polarity: polarity)
    for i in 0..<min(circles.count, proposals) {
      let circle = circles[Int(Double(i) * stride)]
      (candidate.x, candidate.y, candidate.radius) = (circle.x, circle.y, circle.radius)
      let last = result.count < refined ? nil : result.last
      candidate.collect(pool, tolerance: loose, least: last?.score ?? -.infinity)
      if let last, !isBetter(candidate, last) { continue }
      let place = result.firstIndex { isBetter(candidate, $0) } ?? result.endIndex
      result.insert(candidate, at: place)
      if result.count > refined { result.removeLast() }
    }
    return result
  }

  /// Equal scores are told apart in a way that every run takes.
  private func isBetter(_ a: CircleCandidate, _ b: CircleCandidate) -> Bool {
    if a.score != b.score { return a.score > b.score }
    return a.radius != b.radius ? a.radius < b.radius : a.x < b.x
  }

  /// The circles of all pairs whose mean direction stands across the chord of their outer ends.
  private func propose(_ pool: [Segment]) -> [Circle] {
    var result: [Circle] = []
    for i in pool.indices {
      let a = pool[i]
      for j in pool.indices where j > i {
        let b = pool[j]
        if b.length > 4 * a.length || a.length > 4 * b.length { continue }
        let cross = a.ux * b.uy - a.uy * b.ux
        let cosine = a.ux * b.ux + a.uy * b.uy
        let flip = cosine < 0 ? -1.0 : 1.0
        let turn = cross * flip
        let sigma = a.sigmaDirection + b.sigmaDirection
        if turn.magnitude < max(0.06, 2 * sigma) { continue }
        let mx = a.ux + flip * b.ux
        let my = a.uy + flip * b.uy
        let norm = (mx * mx + my * my).squareRoot()
        // Outwards is where the two lines diverge.
        let ax = b.x - a.x
        let ay = b.y - a.y
        let lateral = (mx * ay - my * ax) / norm
        let sense = lateral * turn > 0 ? 1.0 : -1.0
        let p = a.end(sense)
        let q = b.end(sense * flip)
        let dx = q.x - p.x
        let dy = q.y - p.y
        let chord = (dx * dx + dy * dy).squareRoot()
        if chord < 8 { continue }
        if (dx * mx + dy * my).magnitude / norm > (0.02 + sigma) * chord + 1.5 * factor { continue }
        let half = (0.5 * (1 - cosine.magnitude)).squareRoot()  // sin(Δθ/2)
        let radius = chord / (2 * half)
        if !radii.contains(radius) { continue }
        // The centre lies behind the chord's middle.
        let apothem = radius * (1 - half * half).squareRoot()
        let cx = (p.x + q.x) / 2 - sense * mx / norm * apothem
        let cy = (p.y + q.y) / 2 - sense * my / norm * apothem
        result.append(Circle(x: cx, y: cy, radius: radius))
      }
    }
    return result
  }
}
