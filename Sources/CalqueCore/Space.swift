/// A coordinate space. Spaces are types without values: a point of one space cannot be used where another is asked
/// for, and a conversion is a named function that takes what it converts by.
public protocol Space {}

/// Continuous pixels of a picture as displayed: (0, 0) is the top-left corner of the top-left pixel, centres lie at
/// +0.5.
public enum Pixels: Space {}
/// Layout points: pixels divided by a `PixelScale`.
public enum Points: Space {}
/// 0…1 across a size.
public enum Unit: Space {}
/// A scroll view's content.
public enum Content: Space {}
/// A scroll view's or control's visible part.
public enum Viewport: Space {}
/// A view's own coordinates.
public enum View: Space {}

/// A position in a space.
public struct Point<S: Space>: Equatable, Hashable, Sendable {
  public var x: Double
  public var y: Double
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  public static func + (a: Self, b: Vector<S>) -> Self { Point(x: a.x + b.dx, y: a.y + b.dy) }
  public static func - (a: Self, b: Vector<S>) -> Self { Point(x: a.x - b.dx, y: a.y - b.dy) }
  public static func - (a: Self, b: Self) -> Vector<S> { Vector(dx: a.x - b.x, dy: a.y - b.y) }
  public func distance(to other: Self) -> Double { (self - other).length }
}

/// A displacement in a space.
public struct Vector<S: Space>: Equatable, Hashable, Sendable {
  public var dx: Double
  public var dy: Double
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }
  public var length: Double { (dx * dx + dy * dy).squareRoot() }
  public func dot(_ other: Self) -> Double { dx * other.dx + dy * other.dy }
  public static func + (a: Self, b: Self) -> Self { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  public static func - (a: Self, b: Self) -> Self { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  public static func * (a: Self, k: Double) -> Self { Vector(dx: a.dx * k, dy: a.dy * k) }
}

/// Width and height in a space.
public struct Size<S: Space>: Equatable, Hashable, Sendable {
  public var width: Double
  public var height: Double
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An axis-parallel rectangle in a space.
public struct Rect<S: Space>: Equatable, Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  /// The smallest rectangle around the four sides given.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var center: Point<S> { Point(x: x + width / 2, y: y + height / 2) }
  public var isEmpty: Bool { !(width > 0 && height > 0) }
  public func contains(_ p: Point<S>) -> Bool { p.x >= x && p.x < maxX && p.y >= y && p.y < maxY }
  public func union(_ other: Self) -> Self {
    Rect(minX: min(x, other.x), minY: min(y, other.y), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }
  /// The common part; empty (zero size) where there is none.
  public func intersection(_ other: Self) -> Self {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      minX: left, minY: top, maxX: max(left, min(maxX, other.maxX)), maxY: max(top, min(maxY, other.maxY)))
  }
}
