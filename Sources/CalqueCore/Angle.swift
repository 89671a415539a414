/// A direction or a turn. Clockwise, 0 at twelve o'clock; radians inside, degrees in output.
public struct Angle: Equatable, Hashable, Comparable, Sendable {
  /// Radians, clockwise from twelve o'clock.
  public var radians: Double
  public init(radians: Double) { self.radians = radians }
  public init(degrees: Double) { radians = degrees * (Double.pi / 180) }
  public var degrees: Double { radians * (180 / Double.pi) }
  public static func < (a: Self, b: Self) -> Bool { a.radians < b.radians }
  public static func + (a: Self, b: Self) -> Self { Angle(radians: a.radians + b.radians) }
  public static func - (a: Self, b: Self) -> Self { Angle(radians: a.radians - b.radians) }

  /// The same direction in −π…π.
  public var wrapped: Angle {
    let turns = (radians / (2 * Double.pi)).rounded()
    return Angle(radians: radians - turns * 2 * Double.pi)
  }

  /// The direction from one point to another.
  public static func direction<S>(from a: Point<S>, to b: Point<S>) -> Angle {
    Angle(radians: atan2(b.x - a.x, a.y - b.y))
  }
}

extension Point {
  /// The point at a distance in a direction (clockwise from twelve o'clock).
  public func moved(_ distance: Double, towards angle: Angle) -> Point {
    Point(x: x + distance * sin(angle.radians), y: y - distance * cos(angle.radians))
  }
}
