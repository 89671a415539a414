import CalqueCore

/// One side of a shape's frame.
enum Side: CaseIterable {
  case left, top, right, bottom
  /// Whether the coordinate grows outwards.
  var isFar: Bool { self == .right || self == .bottom }
  var isVertical: Bool { self == .left || self == .right }
  /// The step of one pixel away from the shape.
  var outwards: (dx: Int, dy: Int) {
    switch self {
    case .left: return (-1, 0)
    case .top: return (0, -1)
    case .right: return (1, 0)
    case .bottom: return (0, 1)
    }
  }
}

/// Positions of an edge read at several places along it, and what they say together.
struct EdgeReadings {
  /// Coordinates across the edge, px.
  var positions: [Double] = []
  var contrasts: [Double] = []
  var grounds: [SIMD4<Float>] = []
  /// What rasterisers leave of an edge's place, one standard deviation in px: straight ones are placed to a 64th.
  var floor = 0.015

  /// The position that most agree on, with σ from their scatter and from the rounding of colours; nil without readings.
  ///
  /// Readings further than 3.5 robust deviations from the median are left out: there, ink or a neighbour touches the edge.
  var estimate: Estimate? {
    guard !positions.isEmpty else { return nil }
    let middle = median(positions)
    let deviation = max(medianDeviation(positions), 0.01)
    let kept = positions.filter { ($0 - middle).magnitude <= 3.5 * deviation }
    guard !kept.isEmpty else { return nil }
    let mean = kept.reduce(0, +) / Double(kept.count)
    let variance = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, kept.count - 1))
    // Rounding to whole levels: 1/√12 of one, over the contrast; the same for every reading of a straight edge.
    let rounding = 0.29 / max(1, median(contrasts))
    let sigma = (variance / Double(kept.count) + rounding * rounding + floor * floor).squareRoot()
    return Estimate(mean, sigma: sigma)
  }
}

extension BitmapReader {
  /// Reads one side of a region's outline along some rows or columns.
  /// - Parameters:
  ///   - side: Which one.
  ///   - places: Rows for the left and right side, columns for the top and bottom one; of the picture.
  ///   - outline: The region's outermost pixels.
  ///   - sagitta: How far the edge has curved inwards at a place, px; taken off.
  func readEdge(
    _ side: Side, at places: [Int], of outline: RegionOutline, sagitta: (Double) -> Double = { _ in 0 }
  ) -> EdgeReadings {
    var readings = EdgeReadings()
    for place in places {
      guard let (pixel, crossing) = edgeCrossing(side, at: place, of: outline) else { continue }
      let inwards = sagitta(Double(place) + 0.5)
      let edge = Double(pixel)
      let position = side.isFar ? edge + 1 + crossing.distance + inwards : edge - crossing.distance - inwards
      readings.positions.append(position)
      readings.contrasts.append(crossing.contrast)
      readings.grounds.append(crossing.ground)
    }
    return readings
  }

  /// The edge beyond an outline's outermost pixel in one row or column, and that pixel's coordinate across the edge.
  func edgeCrossing(_ side: Side, at place: Int, of outline: RegionOutline) -> (pixel: Int, crossing: EdgeCrossing)? {
    guard let (x, y) = outline.outermost(side, at: place) else { return nil }
    let (dx, dy) = side.outwards
    let crossing = edgeCrossing(fromX: x, y: y, dx: dx, dy: dy)
    return crossing.map { (side.isVertical ? x : y, $0) }
  }
}
