import CalqueCore

/// A region that is a line around something.
struct StrokeReading {
  /// Across, px.
  var width: Estimate
  /// Just inside it.
  var inner: SIMD4<Float>
  /// Index of the region inside.
  var innerRegion: Int
  /// Whether its width differs between the sides, as a letter's does.
  var isUneven: Bool
}

/// A line around a shape.
struct SurroundingLine {
  /// Across, px.
  var width: Estimate
  var color: SIMD4<Float>
  /// Beyond it.
  var ground: SIMD4<Float>
  /// A pixel of it on each side.
  var places: [(x: Int, y: Int)]
}

extension ShapeFitter {
  /// Reads how thick a region is on its two midlines.
  /// - Returns: nil where it is filled.
  func stroke(_ outline: RegionOutline, _ fitted: FittedOutline, _ index: Int, in map: RegionMap) -> StrokeReading? {
    var widths: [Double] = []
    var inner: [SIMD4<Float>] = []
    var innerRegions: Set<Int?> = []
    for side in Side.allCases {
      let readings = places(side, outline.region).compactMap { thickness(side, at: $0, outline, index, in: map) }
      guard let last = readings.last else { return nil }
      widths.append(median(readings.map { $0.width }))
      inner.append(last.inner)
      innerRegions.insert(last.region)
    }
    // A letter on a button is met from one side, the inside of a line from all four.
    guard innerRegions.count == 1, let innerRegion = innerRegions.first ?? nil else { return nil }
    let middle = median(widths)
    guard let smallest = widths.min(), let largest = widths.max() else { return nil }
    let side = min(fitted.width, fitted.height)
    let isUneven = largest - smallest > max(0.75, 0.08 * middle)
    let isSymmetric = areAlike(widths[0], widths[2]) && areAlike(widths[1], widths[3])
    guard isSymmetric, largest < 0.4 * side, fills(innerRegion, fitted, widths, map) else { return nil }
    let spread = widths.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / 3
    let mean = widths.reduce(0, +) / 4
    let sigma = (spread / 4 + 0.02 * 0.02 + fitted.left.sigma * fitted.left.sigma).squareRoot()
    return StrokeReading(
      width: Estimate(mean, sigma: sigma), inner: inner[0], innerRegion: innerRegion, isUneven: isUneven)
  }

  /// A thin line that surrounds a shape, and whose own region breaks up in the corners.
  /// - Returns: nil where no line of one width and colour runs along all four sides.
  func surroundingLine(_ outline: RegionOutline, _ fitted: FittedOutline) -> SurroundingLine? {
    var widths: [Double] = []
    var colors: [SIMD4<Float>] = []
    var grounds: [SIMD4<Float>] = []
    var pixels: [(x: Int, y: Int)] = []
    for (side, edge) in zip(Side.allCases, [fitted.left, fitted.top, fitted.right, fitted.bottom]) {
      let readings = places(side, outline.region).compactMap { lineOutside(side, at: $0, outline, from: edge.value) }
      guard let last = readings.last, readings.count >= 3 else { return nil }
      widths.append(median(readings.map { $0.width }))
      colors.append(last.color)
      grounds.append(last.ground)
      pixels.append(last.pixel)
    }
    guard let smallest = widths.min(), let largest = widths.max(), largest - smallest < 0.75 else { return nil }
    for color in colors where (color - colors[0]).colorMagnitude > 6 { return nil }
    let mean = widths.reduce(0, +) / 4
    let spread = widths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3
    return SurroundingLine(
      width: Estimate(mean, sigma: (spread / 4 + 0.02 * 0.02).squareRoot()), color: colors[0], ground: grounds[0],
      places: pixels)
  }

  /// Thicker lines keep together in the corners, px.
  private static let thickestBrokenLine = 5

  private func lineOutside(_ side: Side, at place: Int, _ outline: RegionOutline, from edge: Double) -> (
    width: Double, color: SIMD4<Float>, ground: SIMD4<Float>, pixel: (x: Int, y: Int)
  )? {
    let (dx, dy) = side.outwards
    guard var (x, y) = outline.outermost(side, at: place),
      let color = reader.edgeCrossing(fromX: x, y: y, dx: dx, dy: dy)?.ground
    else { return nil }
    // To the line's first full pixel, then along it.
    var steps = 1
    while steps <= 2, let c = at(x + steps * dx, y + steps * dy), (c - color).colorMagnitude > 2 { steps += 1 }
    var last = steps
    while last - steps < Self.thickestBrokenLine, let c = at(x + (last + 1) * dx, y + (last + 1) * dy),
      (c - color).colorMagnitude <= 2
    {
      last += 1
    }
    x += last * dx
    y += last * dy
    guard last - steps < Self.thickestBrokenLine, let c = at(x, y), (c - color).colorMagnitude <= 2,
      let crossing = reader.edgeCrossing(fromX: x, y: y, dx: dx, dy: dy),
      isSharp(crossing, beyond: Int(crossing.distance.rounded(.up)) + 1, x, y, dx, dy)
    else { return nil }
    let pixel = Double(side.isVertical ? x : y)
    let outer = side.isFar ? pixel + 1 + crossing.distance : pixel - crossing.distance
    return ((outer - edge).magnitude, color, crossing.ground, (x, y))
  }

  /// Whether a line's outer edge is a step, and not a piece of a shadow's slope.
  private func isSharp(_ crossing: EdgeCrossing, beyond steps: Int, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Bool {
    guard let a = at(x + steps * dx, y + steps * dy), let b = at(x + (steps + 1) * dx, y + (steps + 1) * dy) else {
      return true
    }
    return crossing.contrast > 2 * Double(steps) * Double((b - a).colorMagnitude) + 2
  }

  private func at(_ x: Int, _ y: Int) -> SIMD4<Float>? {
    x >= 0 && y >= 0 && x < reader.width && y < reader.height ? reader.pixel(x, y) : nil
  }

  private func areAlike(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= max(1, 0.25 * max(a, b)) }

  /// Whether a region reaches from side to side of what a line leaves free.
  private func fills(_ inner: Int, _ fitted: FittedOutline, _ widths: [Double], _ map: RegionMap) -> Bool {
    let region = map.regions[inner]
    // Inside square corners, a line leaves square ones free.
    if fitted.meanRadius < 1.2, map.region(region.minX, region.minY) != inner { return false }
    return (Double(region.minX) - fitted.left.value - widths[0]).magnitude < 2.5
      && (Double(region.minY) - fitted.top.value - widths[1]).magnitude < 2.5
      && (fitted.right.value - widths[2] - Double(region.maxX + 1)).magnitude < 2.5
      && (fitted.bottom.value - widths[3] - Double(region.maxY + 1)).magnitude < 2.5
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
    guard var (x, y) = outline.outermost(side, at: place) else { return nil }
    // Inwards.
    let (dx, dy) = (-side.outwards.dx, -side.outwards.dy)
    // At the picture's border the line is cut off where its last full or covered pixel is.
    let isAtBorder = at(x - 2 * dx, y - 2 * dy) == nil
    let border = at(x - dx, y - dy) == nil ? 0.0 : 1.0
    guard let outer = isAtBorder ? border : reader.edgeCrossing(fromX: x, y: y, dx: -dx, dy: -dy)?.distance else {
      return nil
    }
    var count = 0
    let longest = max(outline.region.width, outline.region.height)
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
    return (Double(count) + outer + crossing.distance, crossing.ground, inside ? map.region(ix, iy) : nil)
  }
}
