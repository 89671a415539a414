import CalqueCore

/// A rectangle with four equal round corners, of which only the geometry is known.
struct OverlayOutline: Equatable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  var radius: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
  var frame: Rect<Pixels> { Rect(minX: left, minY: top, maxX: right, maxY: bottom) }

  /// A place on the outline and the direction outwards from there.
  struct Place {
    var x: Double
    var y: Double
    var nx: Double
    var ny: Double
  }

  /// Places all around, about as far from each other as asked for, px.
  func places(every spacing: Double) -> [Place] {
    var places = side(.left, spacing) + side(.right, spacing)
    for (y, ny) in [(top, -1.0), (bottom, 1.0)] {
      let length = width - 2 * radius
      let count = Int(length / spacing)
      for i in 0..<max(0, count) {
        places.append(Place(x: left + radius + (Double(i) + 0.5) * length / Double(count), y: y, nx: 0, ny: ny))
      }
    }
    return places
  }

  /// The places of one side between its corners, clockwise.
  func straightPlaces(_ side: Side, every spacing: Double) -> [Place] {
    let (first, last) = side.isVertical ? (top + radius, bottom - radius) : (left + radius, right - radius)
    let count = max(0, Int((last - first) / spacing))
    return (0..<count).map { i in
      let along = first + (Double(i) + 0.5) * (last - first) / Double(count)
      let sign = side.isFar ? 1.0 : -1.0
      return side.isVertical
        ? Place(x: edge(side), y: along, nx: sign, ny: 0) : Place(x: along, y: edge(side), nx: 0, ny: sign)
    }
  }

  /// The places of the left or right side with the corners at its ends.
  func side(_ side: Side, _ spacing: Double) -> [Place] {
    let isRight = side == .right
    let sign = isRight ? 1.0 : -1.0
    let center = isRight ? right - radius : left + radius
    var places: [Place] = []
    let straight = height - 2 * radius
    let count = Int(straight / spacing)
    for i in 0..<max(0, count) {
      let y = top + radius + (Double(i) + 0.5) * straight / Double(count)
      places.append(Place(x: isRight ? right : left, y: y, nx: sign, ny: 0))
    }
    let steps = radius < 1 ? 0 : max(2, Int(1.5708 * radius / spacing))
    for i in 0..<steps {
      let angle = (Double(i) + 0.5) / Double(steps) * 1.570_796_326_8
      let nx = sign * cos(angle)
      let ny = sin(angle)
      places.append(Place(x: center + radius * nx, y: top + radius - radius * ny, nx: nx, ny: -ny))
      places.append(Place(x: center + radius * nx, y: bottom - radius + radius * ny, nx: nx, ny: ny))
    }
    return places
  }

  /// Whether nothing straight is left between the corners of the shorter sides.
  var isRound: Bool { radius > 0.44 * min(width, height) }

  func edge(_ side: Side) -> Double {
    switch side {
    case .left: return left
    case .top: return top
    case .right: return right
    case .bottom: return bottom
    }
  }

  /// Moves a side outwards, px.
  mutating func move(_ side: Side, by distance: Double) {
    move(side, to: edge(side) + (side.isFar ? distance : -distance))
  }

  /// Moves all sides outwards, px, and the corners with them.
  mutating func grow(by distance: Double) {
    for side in Side.allCases { move(side, by: distance) }
    if radius > 0 { radius = min(max(0, radius + distance), min(width, height) / 2) }
  }

  func grown(by distance: Double) -> OverlayOutline {
    var outline = self
    outline.grow(by: distance)
    return outline
  }

  mutating func move(_ side: Side, to coordinate: Double) {
    switch side {
    case .left: left = coordinate
    case .top: top = coordinate
    case .right: right = coordinate
    case .bottom: bottom = coordinate
    }
  }
}
