import CalqueCore

/// A direction on the screen.
public enum Axis: Equatable, Hashable, Sendable { case horizontal, vertical }

/// A straight scale: marks that stand beside each other on a line. Lengths are in pixels of the picture.
public struct RulerSpec: Equatable, Sendable {
  /// One mark.
  public struct Tick: Equatable, Sendable {
    public enum Weight: Equatable, Hashable, Sendable { case major, medium, minor }
    /// Of its centre line, along the axis.
    public var position: Estimate
    public var weight: Weight
    /// Across the axis.
    public var length: Estimate
    /// Along the axis.
    public var width: Estimate
    /// Contrast relative to the strongest tick of the same weight, 0…1.
    public var strength: Double
    public init(position: Estimate, weight: Weight, length: Estimate, width: Estimate, strength: Double) {
      self.position = position
      self.weight = weight
      self.length = length
      self.width = width
      self.strength = strength
    }
  }
  /// Around all ticks.
  public var frame: Rect<Pixels>
  /// One standard deviation of the frame's edges.
  public var edgeSigma: Double
  /// Probability that a ruler is there, 0…1.
  public var confidence: Double
  /// Along which the ticks follow each other.
  public var axis: Axis
  /// By position.
  public var ticks: [Tick]
  /// From one tick to the next.
  public var step: Estimate
  /// How many steps lie between two major ticks; nil where no pattern is seen.
  public var majorEvery: Int?
  /// Root mean square distance of the ticks from equal steps.
  public var residual: Double

  public init(
    frame: Rect<Pixels>, edgeSigma: Double, confidence: Double, axis: Axis, ticks: [Tick], step: Estimate,
    majorEvery: Int? = nil, residual: Double
  ) {
    self.frame = frame
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.axis = axis
    self.ticks = ticks
    self.step = step
    self.majorEvery = majorEvery
    self.residual = residual
  }
}

/// A tab bar or segmented control: places of one size beside each other, one of which may be marked. Lengths are in
/// pixels of the picture.
public struct TabsSpec: Equatable, Sendable {
  /// The whole control.
  public var frame: Rect<Pixels>
  /// One standard deviation of the frame's edges.
  public var edgeSigma: Double
  /// Probability that it is there, 0…1.
  public var confidence: Double
  /// From left to right.
  public var segments: [Rect<Pixels>]
  /// Index of the marked segment; nil where none is.
  public var selected: Int?
  /// The thumb or underline that marks it; nil where there is none.
  public var indicator: Rect<Pixels>?
  /// From the control's edge to the thumb: the mean of above and below. nil without a thumb.
  public var inset: Estimate?

  public init(
    frame: Rect<Pixels>, edgeSigma: Double, confidence: Double, segments: [Rect<Pixels>], selected: Int?,
    indicator: Rect<Pixels>? = nil, inset: Estimate? = nil
  ) {
    self.frame = frame
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.segments = segments
    self.selected = selected
    self.indicator = indicator
    self.inset = inset
  }
}
