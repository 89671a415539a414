import CalqueCore

/// An affine map of the plane: (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty).
public struct Transform: Equatable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(_ v: Vector<Pixels>) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: v.dx, ty: v.dy)
  }

  public static func scale(_ x: Double, _ y: Double) -> Transform {
    Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A clockwise turn about a point.
  public static func rotation(_ angle: Angle, about p: Point<Pixels> = Point(x: 0, y: 0)) -> Transform {
    let s = sin(angle.radians)
    let k = cos(angle.radians)
    return Transform(a: k, b: s, c: -s, d: k, tx: p.x - k * p.x + s * p.y, ty: p.y - s * p.x - k * p.y)
  }

  /// This map, then another.
  public func then(_ next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  public func apply(_ p: Point<Pixels>) -> Point<Pixels> {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// By how much areas grow; negative where the map mirrors.
  public var determinant: Double { a * d - b * c }
}
