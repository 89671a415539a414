import CalqueCore
import CalqueSpec

/// One mark as the pixels show it, before its meaning is known.
public struct TickObservation: Equatable, Sendable {
  /// Where its centre line stands about the fitted centre.
  public var angle: Angle
  public var sigmaAngle: Angle
  /// Distance of its outer end from the centre, px.
  public var outer: Estimate
  /// Distance of its inner end from the centre, px.
  public var inner: Estimate
  /// Across, px.
  public var width: Estimate
  /// (intensity − ground) / (ink − ground): coverage times opacity, 0…1, not normalised by anything.
  public var contrast: Double
  public var sigmaContrast: Double
  public var shape: DialTick.Shape
  /// Whether the picture's border or another element hides a part.
  public var isCut: Bool

  public init(
    angle: Angle, sigmaAngle: Angle, outer: Estimate, inner: Estimate, width: Estimate, contrast: Double,
    sigmaContrast: Double, shape: DialTick.Shape = .bar, isCut: Bool = false
  ) {
    self.angle = angle
    self.sigmaAngle = sigmaAngle
    self.outer = outer
    self.inner = inner
    self.width = width
    self.contrast = contrast
    self.sigmaContrast = sigmaContrast
    self.shape = shape
    self.isCut = isCut
  }

  /// From the inner to the outer end, px.
  var length: Double { outer.value - inner.value }
}

/// A stretch of the circle.
public struct ArcInterval: Equatable, Sendable {
  /// The counter-clockwise bound.
  public var from: Angle
  /// The clockwise bound, not before `from`.
  public var to: Angle
  public init(from: Angle, to: Angle) {
    self.from = from
    self.to = to
  }

  /// Whether a direction lies in it, whatever full turns it is apart.
  public func contains(_ angle: Angle) -> Bool {
    let turn = 2 * Double.pi
    let ahead = angle.radians - from.radians
    let offset = ahead - (ahead / turn).rounded(.down) * turn
    return offset <= to.radians - from.radians || turn - offset < 1e-9
  }
}

/// What is known of a dial's circle when its ticks are given a meaning.
public struct DialGeometry: Equatable, Sendable {
  /// The circle on which the ticks' outer ends lie, px.
  public var radius: Estimate
  /// The parts of the circle on which a tick would be in the picture and not hidden.
  public var visible: [ArcInterval]
  /// The pointer, about which the notch and the ends lie in symmetry; nil where none was found.
  public var pointer: AngleEstimate?
  /// About which the dial stands in symmetry if it has no pointer.
  public var uprightAxis: Angle

  public init(
    radius: Estimate, visible: [ArcInterval], pointer: AngleEstimate? = nil, uprightAxis: Angle = Angle(radians: 0)
  ) {
    self.uprightAxis = uprightAxis
    self.radius = radius
    self.visible = visible
    self.pointer = pointer
  }

  /// Whether a tick there would be in the picture and not hidden.
  public func isVisible(_ angle: Angle) -> Bool {
    for interval in visible where interval.contains(angle) { return true }
    return false
  }
}
