import CalqueCore
import CalqueSpec

/// Where the parts of a dial's annotation go.
struct DialGeometry {
  let dial: DialSpec
  let unit: Double
  let center: Point<Pixels>
  let radius: Double
  /// The ticks' angles without the jump at six o'clock, from the leading end on.
  let angles: [Angle]
  /// The visible scale with its ends.
  let from: Angle
  let to: Angle
  let isWhole: Bool

  /// Nil where a figure that is needed is infinite or undefined, as in a spec that was read from a file.
  init?(_ dial: DialSpec, unit: Double) {
    guard Self.isDrawable(dial) else { return nil }
    self.dial = dial
    self.unit = unit
    center = dial.center.point
    radius = dial.radius.value
    var angles: [Angle] = []
    for tick in dial.ticks {
      var angle = tick.angle.wrapped
      if let last = angles.last { while angle < last { angle = angle + Angle(radians: 2 * Double.pi) } }
      angles.append(angle)
    }
    self.angles = angles
    isWhole = dial.leading.kind == .none && dial.trailing.kind == .none
    let first = angles.first ?? Angle(radians: 0)
    let last = angles.last ?? Angle(radians: 0)
    if isWhole {
      from = first
      to = first + Angle(radians: 2 * Double.pi)
    } else {
      from = min(first, Self.reach(dial.leading, near: first) ?? first)
      to = max(last, Self.reach(dial.trailing, near: last) ?? last)
    }
  }

  private static func isDrawable(_ dial: DialSpec) -> Bool {
    // Far beyond any screen, and still exact in a drawing library's fixed-point numbers.
    let farthest = 1e6
    func isNear(_ v: Double) -> Bool { v.magnitude < farthest }
    let c = dial.center.point
    guard isNear(c.x), isNear(c.y), dial.radius.value > 0, isNear(dial.radius.value) else { return false }
    for tick in dial.ticks {
      let isFine =
        tick.angle.radians.isFinite && isNear(tick.outer.value) && isNear(tick.inner.value)
        && isNear(tick.width.value) && tick.inner.value >= 0 && tick.outer.value >= 0
      if !isFine { return false }
    }
    for end in [dial.leading, dial.trailing] {
      for estimate in [end.full, end.gone, end.at] {
        if let estimate, !estimate.angle.radians.isFinite { return false }
      }
    }
    for length in [dial.rim, dial.notch.depth, dial.notch.decay] {
      if let length, !isNear(length.value) { return false }
    }
    for angle in [dial.notch.angle, dial.pointer?.angle] {
      if let angle, !angle.angle.radians.isFinite { return false }
    }
    for frame in [dial.frame, dial.pointer?.frame] + dial.labels.map({ Optional($0.frame) }) {
      if let frame, !(isNear(frame.x) && isNear(frame.y) && isNear(frame.width) && isNear(frame.height)) {
        return false
      }
    }
    return true
  }

  /// The outermost angle of an end, on the same turn as a neighbour.
  private static func reach(_ end: DialEnd, near: Angle) -> Angle? {
    guard let angle = end.gone?.angle ?? end.at?.angle ?? end.full?.angle else { return nil }
    return near + (angle - near).wrapped
  }

  /// Outer radius of the marks that point at ticks.
  var markRadius: Double { radius + 5 * unit }
  /// Radius outside everything drawn on the ring, the rim too where it is close.
  var labelRadius: Double {
    let marks = markRadius + 2.5 * unit
    if let rim = dial.rim?.value, rim > radius, rim < radius + 22 * unit { return max(marks, rim + 3 * unit) }
    return marks
  }
  /// The innermost tick end.
  var innerRadius: Double {
    var r = radius
    for tick in dial.ticks { r = min(r, tick.inner.value) }
    return r
  }

  /// How far the notch draws a tick in at an angle, px.
  func notch(at angle: Angle) -> Double {
    let n = dial.notch
    guard let depth = n.depth?.value, let decay = n.decay?.value, decay > 0 else { return 0 }
    let axis = n.angle?.angle ?? Angle(radians: 0)
    let s = ((angle - axis).wrapped.radians * radius).magnitude
    switch n.shape {
    case .exponential: return depth * exp(-s / decay)
    case .linear: return depth * max(0, 1 - s / decay)
    case .none, .unknown: return 0
    }
  }

  func point(_ r: Double, _ angle: Angle) -> Point<Pixels> { center.moved(r, towards: angle) }

  /// An angle for an arc length on the tick circle.
  func turn(_ length: Double) -> Angle { Angle(radians: length / max(radius, 1)) }

  /// A box of a size outside (or inside) a circle about the centre, in a direction, clear of the circle.
  func box(_ size: Size<Pixels>, beyond r: Double, _ angle: Angle, inside: Bool = false) -> Rect<Pixels> {
    let reach = (size.width * sin(angle.radians).magnitude + size.height * cos(angle.radians).magnitude) / 2
    let c = point(inside ? r - reach : r + reach, angle)
    return Rect(x: c.x - size.width / 2, y: c.y - size.height / 2, width: size.width, height: size.height)
  }
}
