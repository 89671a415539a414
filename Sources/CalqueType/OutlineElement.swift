import CalqueCore

/// A piece of a glyph's outline, px, y downwards. To be filled by the nonzero rule.
public enum OutlineElement: Equatable, Sendable {
  case move(Point<Pixels>)
  case line(Point<Pixels>)
  case cubic(Point<Pixels>, Point<Pixels>, to: Point<Pixels>)
  case close

  /// The exact bounding rectangle, curves by their extremes and not by their control points.
  static func bounds(_ elements: [OutlineElement]) -> Rect<Pixels>? {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity
    var pen = Point<Pixels>(x: 0, y: 0)
    func add(_ x: Double, _ y: Double) {
      minX = min(minX, x)
      maxX = max(maxX, x)
      minY = min(minY, y)
      maxY = max(maxY, y)
    }
    for element in elements {
      switch element {
      case .move(let p): pen = p
      case .line(let p):
        add(pen.x, pen.y)
        add(p.x, p.y)
        pen = p
      case .cubic(let a, let b, let p):
        add(pen.x, pen.y)
        add(p.x, p.y)
        let start = pen
        for t in extremes(start.x, a.x, b.x, p.x) + extremes(start.y, a.y, b.y, p.y) {
          add(value(start.x, a.x, b.x, p.x, t), value(start.y, a.y, b.y, p.y, t))
        }
        pen = p
      case .close: break
      }
    }
    return minX.isFinite ? Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) : nil
  }

  private static func value(_ p: Double, _ a: Double, _ b: Double, _ q: Double, _ t: Double) -> Double {
    let u = 1 - t
    return u * u * u * p + 3 * u * u * t * a + 3 * u * t * t * b + t * t * t * q
  }

  /// Where the derivative of a cubic's coordinate vanishes, in 0…1.
  private static func extremes(_ p: Double, _ a: Double, _ b: Double, _ q: Double) -> [Double] {
    let c2 = q - 3 * b + 3 * a - p
    let c1 = 2 * (b - 2 * a + p)
    let c0 = a - p
    var roots: [Double] = []
    if c2.magnitude < 1e-12 {
      if c1.magnitude > 1e-12 { roots = [-c0 / c1] }
    } else {
      let d = c1 * c1 - 4 * c2 * c0
      if d >= 0 {
        // The stable pair of roots, without cancellation.
        let s = -0.5 * (c1 + (c1 < 0 ? -1 : 1) * d.squareRoot())
        roots.append(s / c2)
        if s != 0 { roots.append(c0 / s) }
      }
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }
}
