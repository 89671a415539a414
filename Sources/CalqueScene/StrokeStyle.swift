/// How a path is drawn as a line.
public struct StrokeStyle: Equatable, Sendable {
  public enum Cap: Equatable, Hashable, Sendable { case butt, round, square }
  public enum Join: Equatable, Hashable, Sendable { case miter, round, bevel }

  /// px.
  public var width: Double
  public var cap: Cap
  public var join: Join
  /// Lengths of strokes and gaps in turn, px; empty for a continuous line.
  public var dash: [Double]
  /// Where in the dash pattern the line begins, px.
  public var dashPhase: Double

  public init(width: Double, cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dash = dash
    self.dashPhase = dashPhase
  }
}
