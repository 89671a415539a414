/// How far the safe area lies inside the screen's edges, in points; an edge is nil where it is not settled.
public struct SafeAreaInsets: Equatable, Sendable {
  public var top: Double?
  public var left: Double?
  public var bottom: Double?
  public var right: Double?
  public init(top: Double?, left: Double?, bottom: Double?, right: Double?) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The edges on which both agree.
  func agreeing(with other: SafeAreaInsets) -> SafeAreaInsets {
    func same(_ a: Double?, _ b: Double?) -> Double? { a == b ? a : nil }
    return SafeAreaInsets(
      top: same(top, other.top), left: same(left, other.left), bottom: same(bottom, other.bottom),
      right: same(right, other.right))
  }
}
