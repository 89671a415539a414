import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// Radial marks at an end, and for a fade a wedge whose thickness is the envelope.
  mutating func drawEnd(_ end: DialEnd, outwards: Double, _ g: DialGeometry) {
    switch end.kind {
    case .fade:
      guard let full = end.full?.angle, let gone = end.gone?.angle else { return }
      drawEndMark(at: full, g)
      drawEndMark(at: gone, g)
      drawWedge(full: full, gone: gone, shape: end.shape, g)
    case .clip, .end:
      guard let at = end.at?.angle else { return }
      drawEndMark(at: at, g)
    case .outside, .none, .unknown:
      return
    }
  }

  private mutating func drawEndMark(at angle: Angle, _ g: DialGeometry) {
    let from = g.point(g.radius + 1.5 * g.unit, angle)
    let to = g.point(g.labelRadius + 5 * g.unit, angle)
    line(.segment(from, to), AnnotationStyle.end)
    occupancy.add(from, to, width: 2 * g.unit)
  }

  private mutating func drawWedge(full: Angle, gone: Angle, shape: DialEnd.Shape?, _ g: DialGeometry) {
    let base = g.labelRadius
    let turn = (gone - full).wrapped.radians
    let steps = 48
    var rim: [Point<Pixels>] = []
    var floor: [Point<Pixels>] = []
    for i in 0...steps {
      let t = Double(i) / Double(steps)
      let angle = Angle(radians: full.radians + turn * t)
      floor.append(g.point(base, angle))
      rim.append(g.point(base + 4 * g.unit * DialEnd.Shape.envelope(shape, t), angle))
    }
    fill(.polyline(rim + Array(floor.reversed()), closed: true), AnnotationStyle.end.faded(0.9))
    occupancy.addArc(
      center: g.center, radius: base + 2 * g.unit, from: full, to: Angle(radians: full.radians + turn),
      width: 5 * g.unit)
  }
}

extension DialEnd.Shape {
  /// What is left of a tick's strength at a part of the way from full (99 %, 0) to gone (1 %, 1); a straight line where
  /// the shape is not settled.
  static func envelope(_ shape: DialEnd.Shape?, _ t: Double) -> Double {
    /// The share of the whole fade, which reaches from nothing to full strength.
    func share(gone: Double, full: Double) -> Double { gone + (full - gone) * (1 - t) }
    switch shape {
    case .exponential: return (1 - exp(-5 * share(gone: 0.0019965, full: 0.8188221))) / (1 - exp(-5))
    case .smoothstep:
      let u = share(gone: 0.0589031, full: 0.9410969)
      return u * u * (3 - 2 * u)
    case .gaussian:
      let u = share(gone: 0, full: 0.9532838)
      return exp(-log(100) * (1 - u) * (1 - u))
    case .linear, nil: return share(gone: 0.01, full: 0.99)
    }
  }
}
