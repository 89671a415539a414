import CalqueCore

/// Dots that stand on a circle at equal angles.
struct DotRing: Sendable {
  var fit: CircleFit
  var dots: [Dot]

  /// Standard deviation of a dot's centre, px: what is left of a flat disc's quantisation.
  static let sigma = 0.05

  /// The circle that most of the dots stand on, if at least eight do at equal angles.
  static func find(_ dots: [Dot]) -> DotRing? {
    guard dots.count >= 8, dots.count <= 2000 else { return nil }
    var best: (circle: Circle, count: Int)?
    let n = dots.count
    // Triples at fixed strides through the list: the same on every run.
    for round in 0..<600 {
      let i = (round &* 7919) % n
      let j = (i + 1 + (round &* 104_729) % (n - 1)) % n
      let k = (j + 1 + (round &* 1_299_709) % (n - 1)) % n
      if i == k { continue }
      guard let circle = circumcircle(dots[i], dots[j], dots[k]) else { continue }
      let count = dots.count(where: { distance($0, circle).magnitude < 1 })
      if count > (best?.count ?? 7) { best = (circle, count) }
    }
    guard let best else { return nil }
    var members = dots.filter { distance($0, best.circle).magnitude < 1 }
    var fit: CircleFit?
    var circle = best.circle
    for _ in 0..<3 {
      let points = members.map { RingPoint(x: $0.x, y: $0.y, sigma: sigma, ring: 0) }
      guard let next = CircleFit(points: points, rays: [], rings: 1, start: circle, startRadii: [circle.radius]) else {
        return nil
      }
      fit = next
      circle = Circle(x: next.x, y: next.y, radius: next.radii[0])
      members = dots.filter { distance($0, circle).magnitude < max(0.3, 4 * sigma * next.scales[0]) }
    }
    guard let fit, members.count >= 8, isBent(members, circle), hasEqualSteps(members, circle) else { return nil }
    return DotRing(fit: fit, dots: members)
  }

  private static func distance(_ dot: Dot, _ circle: Circle) -> Double {
    hypot(dot.x - circle.x, dot.y - circle.y) - circle.radius
  }

  /// Whether the arc rises above its chord by much more than members may be off while it is sought: any line of dots
  /// lies on some circle.
  private static func isBent(_ dots: [Dot], _ circle: Circle) -> Bool {
    var chord = 0.0
    for dot in dots { chord = max(chord, hypot(dot.x - dots[0].x, dot.y - dots[0].y)) }
    // The farthest from one dot is at least half of the chord away.
    let half = min(circle.radius, chord / 2)
    return circle.radius - (circle.radius * circle.radius - half * half).squareRoot() > 5
  }

  /// Sorted angles about a centre, radians, and the gap after each, round the whole circle.
  private static func gaps(_ dots: [Dot], _ circle: Circle) -> (angles: [Double], gaps: [Double]) {
    let angles = dots.map { atan2($0.x - circle.x, circle.y - $0.y) }.sorted()
    let gaps = angles.indices.map { i in
      (i + 1 < angles.count ? angles[i + 1] : angles[0] + 2 * Double.pi) - angles[i]
    }
    return (angles, gaps)
  }

  /// Whether the angles are multiples of one step.
  private static func hasEqualSteps(_ dots: [Dot], _ circle: Circle) -> Bool {
    let gaps = gaps(dots, circle).gaps
    let step = median(gaps)
    guard step > 0 else { return false }
    var off = 0
    for gap in gaps {
      let count = (gap / step).rounded()
      if count < 1 || (gap - count * step).magnitude > 0.08 * step { off += 1 }
    }
    return off * 6 <= gaps.count
  }

  /// Where single dots are missing between others, radians.
  func missingAngles(_ circle: Circle) -> [Double] {
    let (angles, gaps) = Self.gaps(dots, circle)
    let step = median(gaps)
    var result: [Double] = []
    for i in gaps.indices {
      let count = Int((gaps[i] / step).rounded())
      if count >= 2, count <= 4 {
        for k in 1..<count { result.append(angles[i] + gaps[i] * Double(k) / Double(count)) }
      }
    }
    return result
  }

  private static func circumcircle(_ a: Dot, _ b: Dot, _ c: Dot) -> Circle? {
    let d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y))
    guard d.magnitude > 1 else { return nil }
    let aa = a.x * a.x + a.y * a.y
    let bb = b.x * b.x + b.y * b.y
    let cc = c.x * c.x + c.y * c.y
    let x = (aa * (b.y - c.y) + bb * (c.y - a.y) + cc * (a.y - b.y)) / d
    let y = (aa * (c.x - b.x) + bb * (a.x - c.x) + cc * (b.x - a.x)) / d
    return Circle(x: x, y: y, radius: hypot(a.x - x, a.y - y))
  }
}
