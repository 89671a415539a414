/// Pixels per point.
public struct PixelScale: Equatable, Hashable, Sendable {
  /// Pixels per point, greater than zero.
  public var pixelsPerPoint: Double
  public init(_ pixelsPerPoint: Double) { self.pixelsPerPoint = pixelsPerPoint }

  public func points(_ pixels: Double) -> Double { pixels / pixelsPerPoint }
  public func pixels(_ points: Double) -> Double { points * pixelsPerPoint }
  public func points(_ p: Point<Pixels>) -> Point<Points> {
    Point(x: p.x / pixelsPerPoint, y: p.y / pixelsPerPoint)
  }
  public func pixels(_ p: Point<Points>) -> Point<Pixels> {
    Point(x: p.x * pixelsPerPoint, y: p.y * pixelsPerPoint)
  }
  public func points(_ r: Rect<Pixels>) -> Rect<Points> {
    Rect(
      x: r.x / pixelsPerPoint, y: r.y / pixelsPerPoint, width: r.width / pixelsPerPoint,
      height: r.height / pixelsPerPoint)
  }
  public func pixels(_ r: Rect<Points>) -> Rect<Pixels> {
    Rect(
      x: r.x * pixelsPerPoint, y: r.y * pixelsPerPoint, width: r.width * pixelsPerPoint,
      height: r.height * pixelsPerPoint)
  }
}
