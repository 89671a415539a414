import CalqueCore

/// Lines and curves, in pieces that each begin with a `move`.
public struct Path: Equatable, Sendable {
  public enum Element: Equatable, Sendable {
    case move(Point<Pixels>)
    case line(Point<Pixels>)
    case cubic(Point<Pixels>, Point<Pixels>, to: Point<Pixels>)
    /// Part of a circle, clockwise where `to` is greater than `from`, else counter-clockwise; angles clockwise from
    /// twelve o'clock. A straight line leads to its start where the path has a point before it.
    case arc(center: Point<Pixels>, radius: Double, from: Angle, to: Angle)
    case close
  }
  public var elements: [Element]

  public init(_ elements: [Element] = []) { self.elements = elements }

  public mutating func move(_ p: Point<Pixels>) { elements.append(.move(p)) }
  public mutating func line(_ p: Point<Pixels>) { elements.append(.line(p)) }
  public mutating func close() { elements.append(.close) }

  /// Adds the pieces of another path.
  public mutating func append(_ other: Path) { elements.append(contentsOf: other.elements) }

  /// An arc that stands alone, not joined to what came before.
  public mutating func arc(center: Point<Pixels>, radius: Double, from: Angle, to: Angle) {
    move(center.moved(radius, towards: from))
    elements.append(.arc(center: center, radius: radius, from: from, to: to))
  }
}

extension Path {
  /// A straight line.
  public static func segment(_ a: Point<Pixels>, _ b: Point<Pixels>) -> Path { Path([.move(a), .line(b)]) }

  /// Straight lines from point to point.
  public static func polyline(_ points: [Point<Pixels>], closed: Bool = false) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() { if i == 0 { path.move(p) } else { path.line(p) } }
    if closed { path.close() }
    return path
  }

  public static func rectangle(_ r: Rect<Pixels>) -> Path {
    polyline(
      [Point(x: r.x, y: r.y), Point(x: r.maxX, y: r.y), Point(x: r.maxX, y: r.maxY), Point(x: r.x, y: r.maxY)],
      closed: true)
  }

  /// A rectangle with circular corners; the radius is cut to half the shorter side.
  public static func roundedRectangle(_ r: Rect<Pixels>, radius: Double) -> Path {
    let c = max(0, min(radius, min(r.width, r.height) / 2))
    if c == 0 { return rectangle(r) }
    func corner(_ x: Double, _ y: Double, _ from: Double) -> Element {
      .arc(center: Point(x: x, y: y), radius: c, from: Angle(degrees: from), to: Angle(degrees: from + 90))
    }
    return Path([
      .move(Point(x: r.x + c, y: r.y)), corner(r.maxX - c, r.y + c, 0), corner(r.maxX - c, r.maxY - c, 90),
      corner(r.x + c, r.maxY - c, 180), corner(r.x + c, r.y + c, 270), .close,
    ])
  }

  public static func circle(center: Point<Pixels>, radius: Double) -> Path {
    var path = Path()
    path.arc(center: center, radius: radius, from: Angle(degrees: 0), to: Angle(degrees: 360))
    path.close()
    return path
  }
}
