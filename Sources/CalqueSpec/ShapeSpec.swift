import CalqueCore

/// A filled or outlined shape with four straight sides, or a circle. Lengths are in pixels of the picture.
public struct ShapeSpec: Equatable, Sendable {
  public enum Kind: Equatable, Hashable, Sendable, CaseIterable {
    /// Square corners.
    case rect
    /// Corners whose curves leave a straight part on every side.
    case roundedRect
    /// Two ends that are half as high as the shape is, or nearly: no straight part is left on the short sides.
    case capsule
    /// As wide as high and round all the way.
    case circle
  }

  public var kind: Kind
  /// The outermost edges on the screen: left and right on the horizontal midline, top and bottom on the vertical one.
  public var frame: Rect<Pixels>
  /// One standard deviation of each edge.
  public var edgeSigma: EdgeSigma
  /// Probability that the shape is there and is of this kind, 0…1.
  public var confidence: Double
  /// Across, taken on the horizontal midline.
  public var midlineWidth: Estimate
  /// Down, taken on the vertical midline.
  public var midlineHeight: Estimate
  /// Radius of the corners: the four together where they agree, else the largest's. nil for square corners.
  public var cornerRadius: Estimate?
  /// The curve of the corners, of the four together; nil for square corners.
  public var cornerStyle: CornerStyle?
  /// Each corner by itself, clockwise from the top left; empty where none could be read.
  public var corners: [ShapeCorner]
  /// What the inside looks like.
  public var surface: ShapeSurface
  /// The line around it; nil for none.
  public var stroke: ShapeStroke?

  public init(
    kind: Kind, frame: Rect<Pixels>, edgeSigma: EdgeSigma, confidence: Double, midlineWidth: Estimate,
    midlineHeight: Estimate, cornerRadius: Estimate? = nil, cornerStyle: CornerStyle? = nil,
    corners: [ShapeCorner] = [], surface: ShapeSurface = ShapeSurface(), stroke: ShapeStroke? = nil
  ) {
    self.kind = kind
    self.frame = frame
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.midlineWidth = midlineWidth
    self.midlineHeight = midlineHeight
    self.cornerRadius = cornerRadius
    self.cornerStyle = cornerStyle
    self.corners = corners
    self.surface = surface
    self.stroke = stroke
  }
}

/// One standard deviation of a frame's four edges, px.
public struct EdgeSigma: Equatable, Sendable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
  /// The same for all four.
  public init(_ sigma: Double) { self.init(left: sigma, top: sigma, right: sigma, bottom: sigma) }
  /// The least certain edge's.
  public var largest: Double { max(max(left, right), max(top, bottom)) }
}

/// The curve that a rounded corner follows.
public enum CornerStyle: Equatable, Hashable, Sendable {
  /// A quarter of a circle.
  case circular
  /// The corner of iOS and macOS whose curvature grows gradually (`CALayerCornerCurve.continuous`).
  case continuous
  /// The residuals of the two differ by less than a factor of 1.5.
  case undecided
}

/// One corner, fitted by itself.
public struct ShapeCorner: Equatable, Sendable {
  public enum Place: Equatable, Hashable, Sendable, CaseIterable { case topLeft, topRight, bottomRight, bottomLeft }
  public var place: Place
  /// Under the style that fits better.
  public var radius: Estimate
  public var style: CornerStyle
  /// Residual of the style that fits worse over that of the one that fits better, at least 1.
  public var residualRatio: Double
  public init(place: Place, radius: Estimate, style: CornerStyle, residualRatio: Double) {
    self.place = place
    self.radius = radius
    self.style = style
    self.residualRatio = residualRatio
  }
}

/// The inside of a shape, read away from its edges and from ink on it.
public struct ShapeSurface: Equatable, Sendable {
  public enum Kind: Equatable, Hashable, Sendable {
    /// One colour.
    case flat
    /// Colours that change steadily.
    case gradient
    /// A layer that shows what is behind it, texture and all.
    case translucent
    /// A layer that shows what is behind it blurred.
    case glass
    /// Nothing but its stroke is drawn.
    case none
  }
  public var kind: Kind
  /// The colour of a flat surface, the middle one of a gradient, the mean of glass as seen, and of a translucent layer
  /// its own, without what is behind it. nil where there is none.
  public var color: SIMD3<UInt8>?
  /// Of a translucent layer, 0…1; nil for others.
  public var opacity: Estimate?
  public init(kind: Kind = .none, color: SIMD3<UInt8>? = nil, opacity: Estimate? = nil) {
    self.kind = kind
    self.color = color
    self.opacity = opacity
  }
}

/// A line of even width along a shape's edge.
public struct ShapeStroke: Equatable, Sendable {
  /// Across, px.
  public var width: Estimate
  public var color: SIMD3<UInt8>
  public init(width: Estimate, color: SIMD3<UInt8>) {
    self.width = width
    self.color = color
  }
}
