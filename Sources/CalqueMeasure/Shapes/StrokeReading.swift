import CalqueCore

/// A region that is a line of even width around something.
struct StrokeReading {
  /// Across, px.
  var width: Estimate
  /// Just inside it.
  var inner: SIMD4<Float>
  /// Index of the region inside; nil where there is none.
  var innerRegion: Int?
}

extension ShapeFitter {
  /// Reads how thick a region is on its two midlines.
  /// - Returns: nil where it is no line of even width: filled, or of different widths.
  func stroke(_ outline: RegionOutline, _ fitted: FittedOutline, _ index: Int, in map: RegionMap) -> StrokeReading? {
    var widths: [Double] = []
    var inner: [SIMD4<Float>] = []
    var innerRegion: Int?
    for side in Side.allCases {
      let readings = places(side, outline.region).compactMap { thickness(side, at: $0, outline, index, in: map) }
      guard let last = readings.last else { return nil }
      widths.append(median(readings.map { $0.width }))
      inner.append(last.inner)
      innerRegion = last.region ?? innerRegion
    }
    let middle = median(widths)
    guard let smallest = widths.min(), let largest = widths.max() else { return nil }
    let side = min(fitted.width, fitted.height)
    guard largest - smallest < max(0.75, 0.08 * middle), middle < 0.45 * side else { return nil }
    // What the line's own area must be, corners left out of account.
    let perimeter = 2 * (fitted.width + fitted.height) - 1.72 * fitted.meanRadius - 4 * middle
    let expected = perimeter * middle
    let full = 2 * (fitted.width + fitted.height) + expected
    guard Double(outline.region.area) < min(1.3 * expected + full * 0.1, 0.9 * fitted.width * fitted.height) else {
      return nil
    }
    let spread = widths.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / 3
    let mean = widths.reduce(0, +) / 4
    let sigma = (spread / 4 + 0.02 * 0.02 + fitted.left.sigma * fitted.left.sigma).squareRoot()
    return StrokeReading(width: Estimate(mean, sigma: sigma), inner: inner[0], innerRegion: innerRegion)
  }

  /// A few rows or columns about the middle of a side.
  private func places(_ side: Side, _ bounds: Region) -> [Int] {
    let (first, last) = side.isVertical ? (bounds.minY, bounds.maxY) : (bounds.minX, bounds.maxX)
    let middle = (first + last) / 2
    return (-2...2).map { middle + $0 }.filter { $0 >= first && $0 <= last }
  }

  private func thickness(_ side: Side, at place: Int, _ outline: RegionOutline, _ index: Int, in map: RegionMap) -> (
    width: Double, inner: SIMD4<Float>, region: Int?
  )? {
    let bounds = outline.region
    var x = place
    var y = place
    var (dx, dy) = (0, 0)
    switch side {
    case .left: (x, dx) = (outline.rowFirst[place - bounds.minY], 1)
    case .right: (x, dx) = (outline.rowLast[place - bounds.minY], -1)
    case .top: (y, dy) = (outline.columnFirst[place - bounds.minX], 1)
    case .bottom: (y, dy) = (outline.columnLast[place - bounds.minX], -1)
    }
    guard x >= bounds.minX, y >= bounds.minY, x <= bounds.maxX, y <= bounds.maxY,
      let outer = reader.edgeCrossing(fromX: x, y: y, dx: -dx, dy: -dy)
    else { return nil }
    var count = 0
    let longest = max(bounds.width, bounds.height)
    while count <= longest, map.region(x, y) == index {
      count += 1
      guard x + dx >= 0, y + dy >= 0, x + dx < map.width, y + dy < map.height else { return nil }
      x += dx
      y += dy
    }
    guard count < longest, let crossing = reader.edgeCrossing(fromX: x - dx, y: y - dy, dx: dx, dy: dy) else {
      return nil
    }
    let skip = Int(crossing.distance.rounded(.up)) + 1
    let (ix, iy) = (x + skip * dx, y + skip * dy)
    let inside = ix >= 0 && iy >= 0 && ix < map.width && iy < map.height
    return (Double(count) + outer.distance + crossing.distance, crossing.ground, inside ? map.region(ix, iy) : nil)
  }
}
