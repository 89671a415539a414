import CalqueCore

/// A line along a circle: a whole ring, or an arc with two ends. Lengths are in pixels of the picture, angles clockwise
/// from twelve o'clock about `center`.
public struct RingSpec: Equatable, Sendable {
  public enum Cap: Equatable, Hashable, Sendable { case butt, round }

  /// The part of the circle that an arc covers.
  public struct Arc: Equatable, Sendable {
    /// Its counter-clockwise end, 0…360°, caps left out.
    public var from: AngleEstimate
    /// Its clockwise end, greater than `from` by less than 360°, caps left out.
    public var to: AngleEstimate
    /// How both ends are closed; nil where they differ or cannot be told.
    public var caps: Cap?
    public init(from: AngleEstimate, to: AngleEstimate, caps: Cap?) {
      self.from = from
      self.to = to
      self.caps = caps
    }
  }

  /// Around the visible line, its width and caps included.
  public var frame: Rect<Pixels>
  /// One standard deviation of the frame's edges.
  public var edgeSigma: Double
  /// Probability that it is there and is of this kind, 0…1.
  public var confidence: Double
  public var center: PointEstimate<Pixels>
  /// Of the centre line.
  public var radius: Estimate
  public var lineWidth: Estimate
  /// nil for a whole ring.
  public var arc: Arc?
  /// The line's colour; the middle one where it changes along the line.
  public var color: SIMD3<UInt8>
  /// Whether the colour changes along or across the line.
  public var isGradient: Bool

  public init(
    frame: Rect<Pixels>, edgeSigma: Double, confidence: Double, center: PointEstimate<Pixels>, radius: Estimate,
    lineWidth: Estimate, arc: Arc? = nil, color: SIMD3<UInt8>, isGradient: Bool = false
  ) {
    self.frame = frame
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.center = center
    self.radius = radius
    self.lineWidth = lineWidth
    self.arc = arc
    self.color = color
    self.isGradient = isGradient
  }
}
