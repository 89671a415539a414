import CalqueCore

/// A picture as a value: a canvas and what is drawn on it, in order, with no drawing library in it.
///
/// Coordinates are continuous pixels of the canvas: (0, 0) is the top-left corner of the top-left pixel.
public struct Scene: Equatable, Sendable {
  /// Width and height of the canvas in px. A renderer rounds them up to whole pixels.
  public var size: Size<Pixels>
  /// What is drawn, the first at the bottom.
  public var operations: [SceneOperation]

  public init(size: Size<Pixels>, operations: [SceneOperation] = []) {
    self.size = size
    self.operations = operations
  }
}

/// One thing that is drawn.
public enum SceneOperation: Equatable, Sendable {
  case fill(Path, Paint, FillRule)
  case stroke(Path, StrokeStyle, Paint)
  case text(TextRun)
  case image(ImagePlacement)
  case group(SceneGroup)
}

/// What a shape is filled with.
public enum Paint: Equatable, Sendable {
  case color(RGBAColor)
}

/// Which points are inside a path that crosses itself or has holes.
public enum FillRule: Equatable, Hashable, Sendable { case nonZero, evenOdd }

/// Operations that are placed, cut and faded together.
///
/// The order is fixed: the operations are transformed, then clipped, then faded. So the clip is given in the space
/// around the group and a scale never drags its cut edge along.
public struct SceneGroup: Equatable, Sendable {
  public var transform: Transform
  /// What stays visible, in the space around the group; nil for everything.
  public var clip: Path?
  /// 0…1, of the group as a whole: what overlaps inside does not shine through.
  public var opacity: Double
  public var operations: [SceneOperation]

  public init(
    transform: Transform = .identity, clip: Path? = nil, opacity: Double = 1, operations: [SceneOperation]
  ) {
    self.transform = transform
    self.clip = clip
    self.opacity = opacity
    self.operations = operations
  }
}

/// A bitmap in a rectangle.
public struct ImagePlacement: Equatable, Sendable {
  /// How samples between pixels are made.
  public enum Interpolation: Equatable, Hashable, Sendable { case nearest, bilinear }
  public var bitmap: Bitmap
  /// Where its corners go.
  public var frame: Rect<Pixels>
  public var interpolation: Interpolation

  public init(bitmap: Bitmap, frame: Rect<Pixels>, interpolation: Interpolation = .bilinear) {
    self.bitmap = bitmap
    self.frame = frame
    self.interpolation = interpolation
  }
}
