import CalqueCore

/// A dial: marks that stand on a circle and point at its centre, whole or in part.
///
/// Lengths are in pixels of the picture, angles clockwise from twelve o'clock about `center`.
public struct DialSpec: Equatable, Sendable {
  /// The visible part: the ticks and, where there is one, the rim.
  public var frame: Rect<Pixels>
  /// Standard deviation of the frame's edges.
  public var edgeSigma: Double
  /// Probability that a dial is there, 0…1.
  public var confidence: Double
  public var center: PointEstimate<Pixels>
  /// The circle on which the ticks' outer ends lie.
  public var radius: Estimate
  /// The edge of the disc behind the ticks; nil where none was found.
  public var rim: Estimate?
  /// From the leading (counter-clockwise) to the trailing end.
  public var ticks: [DialTick]
  public var law: DialLaw
  public var leading: DialEnd
  public var trailing: DialEnd
  public var notch: DialNotch
  public var pointer: DialPointer?
  public var labels: [DialLabel]
  public var disc: DialDisc?
  /// Root mean square distance of the ticks' outer ends from the fitted circle (with its notch), in pixels.
  public var residual: Double

  public init(
    frame: Rect<Pixels>, edgeSigma: Double, confidence: Double, center: PointEstimate<Pixels>, radius: Estimate,
    rim: Estimate? = nil, ticks: [DialTick] = [], law: DialLaw = DialLaw(), leading: DialEnd = DialEnd(kind: .unknown),
    trailing: DialEnd = DialEnd(kind: .unknown), notch: DialNotch = DialNotch(), pointer: DialPointer? = nil,
    labels: [DialLabel] = [], disc: DialDisc? = nil, residual: Double = 0
  ) {
    self.frame = frame
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.center = center
    self.radius = radius
    self.rim = rim
    self.ticks = ticks
    self.law = law
    self.leading = leading
    self.trailing = trailing
    self.notch = notch
    self.pointer = pointer
    self.labels = labels
    self.disc = disc
    self.residual = residual
  }
}

/// One mark of a dial.
public struct DialTick: Equatable, Sendable {
  public enum Weight: Equatable, Hashable, Sendable { case major, minor }
  public enum Shape: Equatable, Hashable, Sendable { case bar, dot }

  /// Where its centre line stands.
  public var angle: Angle
  public var sigmaAngle: Angle
  public var weight: Weight
  public var shape: Shape
  /// Its value on the scale, inferred from the pattern of the major ticks; nil where that does not settle it.
  public var zoom: Double?
  /// Distance of its outer end from the centre, px.
  public var outer: Estimate
  /// Distance of its inner end from the centre, px.
  public var inner: Estimate
  /// Across, px (full width at half height).
  public var width: Estimate
  /// Contrast relative to a full tick of the same weight, 0…1 (slightly more by noise).
  public var strength: Double
  /// Standard deviation of the strength.
  public var sigmaStrength: Double
  /// Whether the picture's border or another element hides a part.
  public var isCut: Bool

  public init(
    angle: Angle, sigmaAngle: Angle, weight: Weight, shape: Shape = .bar, zoom: Double? = nil, outer: Estimate,
    inner: Estimate, width: Estimate, strength: Double, sigmaStrength: Double, isCut: Bool = false
  ) {
    self.angle = angle
    self.sigmaAngle = sigmaAngle
    self.weight = weight
    self.shape = shape
    self.zoom = zoom
    self.outer = outer
    self.inner = inner
    self.width = width
    self.strength = strength
    self.sigmaStrength = sigmaStrength
    self.isCut = isCut
  }
}

/// How the marks are spaced.
public struct DialLaw: Equatable, Sendable {
  public enum Kind: Equatable, Hashable, Sendable {
    /// Equal angles for equal ratios of the value.
    case logarithmic
    /// Equal angles for equal differences of the value.
    case linear
    case unknown
  }
  /// How the minor ticks divide the scale.
  public enum MinorRule: Equatable, Sendable {
    /// Equal angles, in radians, whatever the majors do.
    case equalAngles(Estimate)
    /// Equal differences of the value (as every 0.1×).
    case equalValues(Double)
  }
  public struct Candidate: Equatable, Sendable {
    public var kind: Kind
    /// Root mean square of the ticks' distance from their places under this law, as arc length in px on `radius`.
    public var residual: Double
    public init(kind: Kind, residual: Double) {
      self.kind = kind
      self.residual = residual
    }
  }

  public var kind: Kind
  /// Radians per doubling of the value (logarithmic), nil otherwise.
  public var perOctave: Estimate?
  /// The same as arc length on the tick circle and on the rim, px: surer than the angle, for a centre that is off in
  /// depth changes both the angle and the radius.
  public var perOctaveArc: Estimate?
  public var perOctaveRimArc: Estimate?
  /// A minor step of equal angles as arc length on the tick circle, px.
  public var minorArc: Estimate?
  /// Radians per unit of value (linear, where the values are known), or per major step.
  public var perUnit: Estimate?
  /// The angle at which the value is 1, where the values are settled.
  public var unity: AngleEstimate?
  public var minor: MinorRule?
  /// Root mean square residual as arc length in px on `radius`.
  public var residual: Double
  public var alternatives: [Candidate]

  public init(
    kind: Kind = .unknown, perOctave: Estimate? = nil, perUnit: Estimate? = nil, unity: AngleEstimate? = nil,
    minor: MinorRule? = nil, residual: Double = 0, alternatives: [Candidate] = [], perOctaveArc: Estimate? = nil,
    perOctaveRimArc: Estimate? = nil, minorArc: Estimate? = nil
  ) {
    self.minorArc = minorArc
    self.perOctaveArc = perOctaveArc
    self.perOctaveRimArc = perOctaveRimArc
    self.kind = kind
    self.perOctave = perOctave
    self.perUnit = perUnit
    self.unity = unity
    self.minor = minor
    self.residual = residual
    self.alternatives = alternatives
  }
}

/// How one end of the visible scale looks.
public struct DialEnd: Equatable, Sendable {
  public enum Kind: Equatable, Hashable, Sendable {
    /// Strength falls off gradually.
    case fade
    /// Full strength up to a cut, and the scale goes on beyond it.
    case clip
    /// The scale's own last tick stands at full strength.
    case end
    /// The picture's border comes first.
    case outside
    /// A whole circle has no ends.
    case none
    case unknown
  }
  public enum Shape: Equatable, Hashable, Sendable { case linear, exponential, smoothstep, gaussian }
  public struct Candidate: Equatable, Sendable {
    public var kind: Kind
    public var shape: Shape?
    /// −2 ln of the evidence above the best one's: the candidate is e^(delta / 2) times less likely; 0 for the best.
    public var delta: Double
    public init(kind: Kind, shape: Shape? = nil, delta: Double) {
      self.kind = kind
      self.shape = shape
      self.delta = delta
    }
  }
  public var kind: Kind
  /// Of a fade; nil where two shapes tie.
  public var shape: Shape?
  /// Of a fade: where the envelope is at 99 %.
  public var full: AngleEstimate?
  /// Of a fade: where the envelope is at 1 %.
  public var gone: AngleEstimate?
  /// Of a clip or end: where it is.
  public var at: AngleEstimate?
  public var alternatives: [Candidate]

  public init(
    kind: Kind, shape: Shape? = nil, full: AngleEstimate? = nil, gone: AngleEstimate? = nil, at: AngleEstimate? = nil,
    alternatives: [Candidate] = []
  ) {
    self.kind = kind
    self.shape = shape
    self.full = full
    self.gone = gone
    self.at = at
    self.alternatives = alternatives
  }
}

/// How the ticks are drawn in towards the centre around the pointer.
public struct DialNotch: Equatable, Sendable {
  public enum Shape: Equatable, Hashable, Sendable {
    /// depth · exp(−|s| / decay), with s the arc length from the notch's axis.
    case exponential
    /// A V: depth · max(0, 1 − |s| / decay).
    case linear
    /// The ticks all stand on the circle.
    case none
    /// Something draws the ticks in, and they are too few to tell the shape.
    case unknown
  }
  public struct Candidate: Equatable, Sendable {
    public var shape: Shape
    /// Root mean square residual in px.
    public var residual: Double
    public init(shape: Shape, residual: Double) {
      self.shape = shape
      self.residual = residual
    }
  }
  public var shape: Shape
  /// The axis.
  public var angle: AngleEstimate?
  /// px.
  public var depth: Estimate?
  /// 1/e arc length (exponential) or half width (linear) on `radius`, px.
  public var decay: Estimate?
  /// Whether the disc's rim follows; nil where there is no rim or it cannot be told.
  public var rimFollows: Bool?
  public var alternatives: [Candidate]

  public init(
    shape: Shape = .none, angle: AngleEstimate? = nil, depth: Estimate? = nil, decay: Estimate? = nil,
    rimFollows: Bool? = nil, alternatives: [Candidate] = []
  ) {
    self.shape = shape
    self.angle = angle
    self.depth = depth
    self.decay = decay
    self.rimFollows = rimFollows
    self.alternatives = alternatives
  }
}

/// What points at the current value.
public struct DialPointer: Equatable, Sendable {
  public enum Shape: Equatable, Hashable, Sendable { case triangle, bar }
  public var angle: AngleEstimate
  public var shape: Shape
  /// sRGB, 0…255.
  public var color: SIMD3<UInt8>
  public var frame: Rect<Pixels>
  public init(angle: AngleEstimate, shape: Shape, color: SIMD3<UInt8>, frame: Rect<Pixels>) {
    self.angle = angle
    self.shape = shape
    self.color = color
    self.frame = frame
  }
}

/// A label beside the ticks. Its text is not read.
public struct DialLabel: Equatable, Sendable {
  public var angle: Angle
  public var frame: Rect<Pixels>
  public init(angle: Angle, frame: Rect<Pixels>) {
    self.angle = angle
    self.frame = frame
  }
}

/// The disc behind the ticks.
public struct DialDisc: Equatable, Sendable {
  /// sRGB, 0…255.
  public var color: SIMD3<UInt8>
  /// 0…1; nil where the backdrop does not tell.
  public var opacity: Estimate?
  public init(color: SIMD3<UInt8>, opacity: Estimate?) {
    self.color = color
    self.opacity = opacity
  }
}
