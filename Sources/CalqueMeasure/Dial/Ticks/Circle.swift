import CalqueCore

/// A circle in pixels.
struct Circle: Equatable, Sendable {
  var x: Double
  var y: Double
  var radius: Double

  /// The point at an angle (radians, clockwise from twelve o'clock) and a distance from the centre.
  @inline(__always)
  func point(_ angle: Double, _ distance: Double) -> (x: Double, y: Double) {
    (x + distance * sin(angle), y - distance * cos(angle))
  }
}
