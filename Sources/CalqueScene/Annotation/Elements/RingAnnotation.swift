import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// The centre line, dashed, the centre, and the two ends of an arc.
  mutating func drawRing(_ ring: RingSpec) {
    let center = ring.center.point
    let unit = style.unit
    var path = Path()
    let from = ring.arc?.from.angle ?? Angle(degrees: 0)
    let to = ring.arc?.to.angle ?? Angle(degrees: 360)
    path.arc(center: center, radius: ring.radius.value, from: from, to: to)
    line(path, AnnotationStyle.ring, width: style.hair, dash: [3 * unit, 2 * unit])
    var cross = Path()
    let reach = min(4 * unit, 0.3 * ring.radius.value)
    cross.append(.segment(Point(x: center.x - reach, y: center.y), Point(x: center.x + reach, y: center.y)))
    cross.append(.segment(Point(x: center.x, y: center.y - reach), Point(x: center.x, y: center.y + reach)))
    if ring.arc != nil {
      let half = ring.lineWidth.value / 2 + 2 * unit
      for angle in [from, to] {
        cross.append(
          .segment(
            center.moved(max(0, ring.radius.value - half), towards: angle),
            center.moved(ring.radius.value + half, towards: angle)))
      }
    }
    line(cross, AnnotationStyle.ring)
    occupancy.addArc(
      center: center, radius: ring.radius.value, from: from, to: to, width: ring.lineWidth.value + 2 * unit)
    occupancy.add(Rect(x: center.x, y: center.y, width: 0, height: 0).expanded(by: reach + unit))
  }
}
