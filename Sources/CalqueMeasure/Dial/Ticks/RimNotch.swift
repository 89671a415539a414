import CalqueCore
import CalqueSpec

/// Tells whether the disc's edge is drawn in with the ticks around the pointer.
struct RimNotch: Sendable {
  /// - Parameters:
  ///   - notch: How the ticks are drawn in.
  ///   - step: Mean step of brightness outwards at the rim.
  /// - Returns: nil where the notch is too shallow to tell, or neither place shows an edge.
  func follows(
    _ reader: BitmapReader, circle: Circle, rim: Double, notch: DialNotch, step: Double
  ) -> Bool? {
    guard let axis = notch.angle?.angle.radians, let decay = notch.decay?.value, decay > 0, step.magnitude > 1 else {
      return nil
    }
    var onCircle = 0
    var drawnIn = 0
    var rays = 0
    // Rays on which the two places are well apart.
    for k in -24...24 {
      let arc = decay * Double(k) / 12
      let shift = notch.displacement(at: arc)
      guard shift > 4 else { continue }
      rays += 1
      let angle = axis + arc / circle.radius
      if hasEdge(reader, circle, angle, rim, step) { onCircle += 1 }
      if hasEdge(reader, circle, angle, rim - shift, step) { drawnIn += 1 }
    }
    guard rays >= 6 else { return nil }
    if onCircle * 3 >= rays * 2, drawnIn * 2 < rays { return false }
    if drawnIn * 3 >= rays * 2, onCircle * 2 < rays { return true }
    return nil
  }

  /// Whether brightness steps there as it does along the rim.
  private func hasEdge(
    _ reader: BitmapReader, _ circle: Circle, _ angle: Double, _ distance: Double, _ step: Double
  ) -> Bool {
    let inner = circle.point(angle, distance - 1.5)
    let outer = circle.point(angle, distance + 1.5)
    guard reader.covers(inner.x, inner.y), reader.covers(outer.x, outer.y) else { return false }
    let difference = reader.bilinear(outer.x, outer.y) - reader.bilinear(inner.x, inner.y)
    let seen = Double(difference.x + difference.y + difference.z) / 3
    return seen * step > 0 && seen.magnitude > 0.4 * step.magnitude && seen.magnitude < 2.5 * step.magnitude
  }
}
