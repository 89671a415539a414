import CalqueCore

/// The type that a text is set in.
public struct TextStyle: Equatable, Hashable, Sendable {
  /// Family names, the most wanted first; the renderer takes the first that is installed, or else its default.
  public var families: [String]
  /// 1…1000 as in OpenType: 400 regular, 600 semibold, 700 bold.
  public var weight: Int
  /// Size of the em, px.
  public var size: Double
  /// Figures all of one width, where the font has them.
  public var hasTabularFigures: Bool

  public init(families: [String], weight: Int = 400, size: Double, hasTabularFigures: Bool = false) {
    self.families = families
    self.weight = weight
    self.size = size
    self.hasTabularFigures = hasTabularFigures
  }
}

/// One line of text in one style.
public struct TextRun: Equatable, Sendable {
  /// Which point of the line lies on the anchor, horizontally: by advance, not by ink.
  public enum Alignment: Equatable, Hashable, Sendable { case start, center, end }
  /// Which height of the line lies on the anchor.
  public enum Baseline: Equatable, Hashable, Sendable {
    case baseline
    /// Half the capitals' height, which centres figures and capitals.
    case capMiddle
  }
  /// A line around the letters, behind them.
  public struct Halo: Equatable, Sendable {
    public var color: RGBAColor
    /// How far it reaches beyond the letters, px.
    public var width: Double
    public init(color: RGBAColor, width: Double) {
      self.color = color
      self.width = width
    }
  }

  public var string: String
  public var style: TextStyle
  public var anchor: Point<Pixels>
  public var alignment: Alignment
  public var baseline: Baseline
  public var color: RGBAColor
  public var halo: Halo?

  public init(
    _ string: String, style: TextStyle, anchor: Point<Pixels>, alignment: Alignment = .start,
    baseline: Baseline = .baseline, color: RGBAColor, halo: Halo? = nil
  ) {
    self.string = string
    self.style = style
    self.anchor = anchor
    self.alignment = alignment
    self.baseline = baseline
    self.color = color
    self.halo = halo
  }

  /// Where the first letter's origin lies.
  public func origin(_ extent: TextExtent) -> Point<Pixels> {
    let dx: Double
    switch alignment {
    case .start: dx = 0
    case .center: dx = -extent.advance / 2
    case .end: dx = -extent.advance
    }
    return Point(x: anchor.x + dx, y: anchor.y + (baseline == .capMiddle ? extent.capHeight / 2 : 0))
  }

  /// The rectangle of advance by ascent and descent, without the halo.
  public func frame(_ extent: TextExtent) -> Rect<Pixels> {
    let o = origin(extent)
    return Rect(minX: o.x, minY: o.y - extent.ascent, maxX: o.x + extent.advance, maxY: o.y + extent.descent)
  }
}
