import CalqueCore

/// Where something is drawn already, as small boxes.
struct Occupancy {
  private var boxes: [Rect<Pixels>] = []
  /// Around all of them.
  private var hull: Rect<Pixels>?
  /// The length that lines are cut into, px.
  let grain: Double

  init(grain: Double) { self.grain = grain }

  mutating func add(_ box: Rect<Pixels>) {
    boxes.append(box)
    hull = hull?.union(box) ?? box
  }

  mutating func add(_ a: Point<Pixels>, _ b: Point<Pixels>, width: Double) {
    let v = b - a
    let pieces = max(1, min(4000, Int((v.length / grain).rounded(.up))))
    for i in 0..<pieces {
      let p = a + v * (Double(i) / Double(pieces))
      let q = a + v * (Double(i + 1) / Double(pieces))
      add(
        Rect(minX: min(p.x, q.x), minY: min(p.y, q.y), maxX: max(p.x, q.x), maxY: max(p.y, q.y)).expanded(by: width / 2)
      )
    }
  }

  mutating func addArc(center: Point<Pixels>, radius: Double, from: Angle, to: Angle, width: Double) {
    let length = (to - from).radians.magnitude * radius
    let pieces = max(1, min(4000, Int((length / grain).rounded(.up))))
    for i in 0..<pieces {
      let a = Angle(radians: from.radians + (to - from).radians * Double(i) / Double(pieces))
      let b = Angle(radians: from.radians + (to - from).radians * Double(i + 1) / Double(pieces))
      add(center.moved(radius, towards: a), center.moved(radius, towards: b), width: width)
    }
  }

  func isFree(_ box: Rect<Pixels>) -> Bool {
    guard let hull, box.overlaps(hull) else { return true }
    for other in boxes where box.overlaps(other) { return false }
    return true
  }

  /// Area that a box shares with what is there, px² (counted twice where boxes lie on each other).
  func overlap(_ box: Rect<Pixels>) -> Double {
    guard let hull, box.overlaps(hull) else { return 0 }
    var area = 0.0
    for other in boxes where box.overlaps(other) {
      let common = box.intersection(other)
      area += common.width * common.height
    }
    return area
  }
}

extension Rect {
  func expanded(by d: Double) -> Rect { Rect(x: x - d, y: y - d, width: width + 2 * d, height: height + 2 * d) }

  func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  func contains(_ other: Rect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }

  /// Moved the least so that it lies in another, which must be at least as large.
  func moved(into other: Rect) -> Rect {
    Rect(
      x: max(other.x, min(x, other.maxX - width)), y: max(other.y, min(y, other.maxY - height)), width: width,
      height: height)
  }

  /// Distance to another rectangle, 0 where they touch.
  func gap(to other: Rect) -> Double {
    let dx = max(0, max(other.x - maxX, x - other.maxX))
    let dy = max(0, max(other.y - maxY, y - other.maxY))
    return (dx * dx + dy * dy).squareRoot()
  }
}
