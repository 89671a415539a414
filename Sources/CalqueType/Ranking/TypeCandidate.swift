/// A font at a size and a weight, as a picture's word may be set in.
public struct TypeCandidate: Sendable {
  public let font: Font
  /// 1…1000 as in OpenType.
  public let weight: Int
  /// Of the em, px.
  public let size: Double
  /// Of the em, pt.
  public let pointSize: Double

  public init(font: Font, weight: Int, size: Double, pointSize: Double) {
    self.font = font
    self.weight = weight
    self.size = size
    self.pointSize = pointSize
  }

  func outlines(of text: String) -> [OutlineElement] {
    font.shape(text, size: size, pointSize: pointSize).outlines
  }
}
