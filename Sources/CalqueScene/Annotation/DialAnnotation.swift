import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// The fitted circles, ticks, ends, pointer and centre of a dial.
  mutating func drawRing(_ g: DialGeometry) {
    drawRim(g)
    drawContinuation(g)
    drawCircle(g)
    for tick in g.dial.ticks { drawTick(tick, g) }
    if !g.isWhole {
      drawEnd(g.dial.leading, outwards: -1, g)
      drawEnd(g.dial.trailing, outwards: 1, g)
    }
    drawPointer(g)
    drawCenter(g)
    for label in g.dial.labels { occupancy.add(label.frame) }
  }

  /// The angles that the solid circle covers: the scale and a little more.
  private func solidRange(_ g: DialGeometry) -> (from: Angle, to: Angle) {
    let extra = g.isWhole ? Angle(radians: 0) : g.turn(4 * g.unit)
    return (g.from - extra, g.to + extra)
  }

  private mutating func drawRim(_ g: DialGeometry) {
    guard let rim = g.dial.rim?.value, rim > 0 else { return }
    var (from, to) = solidRange(g)
    if !g.isWhole {
      from = from - g.turn(30 * g.unit)
      to = to + g.turn(30 * g.unit)
    }
    var path = Path()
    path.arc(center: g.center, radius: rim, from: from, to: to)
    // Gaps as long as the strokes leave half of the edge itself in view.
    line(
      path, AnnotationStyle.rim, width: max(style.hair, 0.8 * style.line), dash: [3 * g.unit, 3 * g.unit],
      underlay: 0.3)
    occupancy.addArc(center: g.center, radius: rim, from: from, to: to, width: 2 * g.unit)
  }

  /// The circle beyond the visible scale, dashed.
  private mutating func drawContinuation(_ g: DialGeometry) {
    if g.isWhole { return }
    let (from, to) = solidRange(g)
    let free = 2 * Double.pi - (to - from).radians
    let length = Angle(radians: max(0, min(g.turn(70 * g.unit).radians, free / 2 - g.turn(4 * g.unit).radians)))
    if length.radians == 0 { return }
    for (a, b) in [(from, from - length), (to, to + length)] {
      var path = Path()
      path.arc(center: g.center, radius: g.radius, from: a, to: b)
      line(
        path, AnnotationStyle.circle.faded(0.75), width: style.hair, dash: [2 * g.unit, 3 * g.unit], underlay: 0.35)
      occupancy.addArc(center: g.center, radius: g.radius, from: a, to: b, width: 2 * g.unit)
    }
  }

  /// The tick circle with its notch, interrupted where ticks stand.
  private mutating func drawCircle(_ g: DialGeometry) {
    let (from, to) = solidRange(g)
    var path = Path()
    var start = from
    for (tick, angle) in zip(g.dial.ticks, g.angles) {
      let half = g.turn(tick.width.value / 2 + shoulder(g))
      if start < angle - half { appendCircle(to: &path, g, from: start, to: angle - half) }
      start = max(start, angle + half)
    }
    if g.isWhole, let first = g.dial.ticks.first {
      // The first tick's gap straddles the start.
      let half = g.turn(first.width.value / 2 + shoulder(g))
      if start < to - half { appendCircle(to: &path, g, from: start, to: to - half) }
    } else if start < to {
      appendCircle(to: &path, g, from: start, to: to)
    }
    line(path, AnnotationStyle.circle)
    occupancy.addArc(center: g.center, radius: g.radius, from: from, to: to, width: 2 * g.unit)
    drawUndrawnCircle(g)
  }

  /// Space between a tick's side and the circle, px.
  private func shoulder(_ g: DialGeometry) -> Double { max(0.8, 0.35 * g.unit) }

  private func appendCircle(to path: inout Path, _ g: DialGeometry, from: Angle, to: Angle) {
    // Pieces of three quarters of a pixel, of which no picture shows more than the limit.
    let steps = max(1, min(20_000, Int(((to - from).radians * g.radius / 0.75).rounded(.up))))
    let angles = (0...steps).map { Angle(radians: from.radians + (to - from).radians * Double($0) / Double(steps)) }
    // A fiftieth of a pixel cannot be seen.
    guard angles.contains(where: { g.notch(at: $0) > 0.02 }) else {
      path.arc(center: g.center, radius: g.radius, from: from, to: to)
      return
    }
    path.append(.polyline(angles.map { g.point(g.radius - g.notch(at: $0), $0) }))
  }

  /// Where the circle would run without its notch.
  private mutating func drawUndrawnCircle(_ g: DialGeometry) {
    guard g.notch(at: g.dial.notch.angle?.angle ?? Angle(radians: 0)) > 0.5, let decay = g.dial.notch.decay?.value,
      let depth = g.dial.notch.depth?.value
    else { return }
    let axis = g.dial.notch.angle?.angle ?? Angle(radians: 0)
    let reach = g.dial.notch.shape == .linear ? decay : decay * log(depth / 0.5)
    var path = Path()
    path.arc(center: g.center, radius: g.radius, from: axis - g.turn(reach), to: axis + g.turn(reach))
    line(
      path, AnnotationStyle.circle.faded(0.7), width: style.hair, dash: [1.2 * g.unit, 1.2 * g.unit], underlay: 0.2)
  }

  /// A tick's centre line: beyond its two ends, and as a hairline over it where it is wide enough not to be hidden.
  private mutating func drawTick(_ tick: DialTick, _ g: DialGeometry) {
    let isMajor = tick.weight == .major
    let color = isMajor ? AnnotationStyle.major : AnnotationStyle.minor
    let width = isMajor ? style.line : max(style.hair, 0.85 * style.line)
    // Round caps reach half a width beyond the ends.
    let gap = tick.width.value / 2 + max(1, 0.4 * g.unit)
    let outer = tick.outer.value + gap
    let inner = tick.inner.value - gap
    let length = (isMajor ? 4.5 : 2.5) * g.unit
    var path = Path()
    let outside = Path.segment(g.point(outer, tick.angle), g.point(outer + length, tick.angle))
    if !hitsPointer(outer, outer + length, tick.angle, g) { path.append(outside) }
    if inner > length {
      path.append(.segment(g.point(inner, tick.angle), g.point(inner - 0.8 * length, tick.angle)))
    }
    line(path, color, width: width, underlay: isMajor ? 0.5 : 0.62)
    if tick.width.value >= 3.5 * style.hair {
      let over = Path.segment(g.point(tick.inner.value, tick.angle), g.point(tick.outer.value, tick.angle))
      line(over, color, width: style.hair, underlay: 0)
    }
    occupancy.add(
      g.point(max(0, inner - 0.8 * length), tick.angle), g.point(outer + length, tick.angle),
      width: max(tick.width.value, 1.5 * g.unit))
  }

  /// Whether a radial line from one radius to another runs into the pointer.
  func hitsPointer(_ a: Double, _ b: Double, _ angle: Angle, _ g: DialGeometry) -> Bool {
    guard let frame = g.dial.pointer?.frame else { return false }
    let grown = frame.expanded(by: g.unit)
    return [a, (a + b) / 2, b].contains { grown.contains(g.point($0, angle)) }
  }

  /// The direction of the pointer, from its outer side outwards.
  private mutating func drawPointer(_ g: DialGeometry) {
    guard let pointer = g.dial.pointer else { return }
    occupancy.add(pointer.frame)
    let from = g.point(g.pointerRadius + 1.5 * g.unit, pointer.angle.angle)
    let to = g.point(g.pointerRadius + 6.5 * g.unit, pointer.angle.angle)
    line(.segment(from, to), AnnotationStyle.pointer)
    occupancy.add(from, to, width: 2 * g.unit)
  }

  /// A cross with an open middle at the centre.
  private mutating func drawCenter(_ g: DialGeometry) {
    guard style.canvas.contains(g.center) else { return }
    let near = 2 * g.unit
    let far = 7 * g.unit
    var path = Path()
    for degrees in [0.0, 90, 180, 270] {
      let angle = Angle(degrees: degrees)
      path.append(.segment(g.point(near, angle), g.point(far, angle)))
    }
    line(path, AnnotationStyle.circle)
    let dot = Path.circle(center: g.center, radius: max(0.8, 0.4 * g.unit))
    overlay(.fill(dot, .color(AnnotationStyle.circle), .nonZero))
    occupancy.add(
      Rect(x: g.center.x, y: g.center.y, width: 0, height: 0).expanded(by: far + g.unit))
  }
}

extension DialGeometry {
  /// Where the pointer's frame ends, away from the centre.
  var pointerRadius: Double {
    guard let frame = dial.pointer?.frame else { return radius }
    let corners = [
      Point<Pixels>(x: frame.x, y: frame.y), Point(x: frame.maxX, y: frame.y), Point(x: frame.x, y: frame.maxY),
      Point(x: frame.maxX, y: frame.maxY),
    ]
    var far = 0.0
    let direction = dial.pointer?.angle.angle ?? Angle(radians: 0)
    for corner in corners {
      let v = corner - center
      far = max(far, v.dx * sin(direction.radians) - v.dy * cos(direction.radians))
    }
    return far
  }
}
