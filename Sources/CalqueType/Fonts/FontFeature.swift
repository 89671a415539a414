/// An OpenType feature that is switched on.
public struct FontFeature: Equatable, Hashable, Sendable {
  /// Four letters, as OpenType registers them.
  public var tag: String
  public init(tag: String) { self.tag = tag }
  /// Figures all of one width.
  public static let tabularFigures = FontFeature(tag: "tnum")
}
