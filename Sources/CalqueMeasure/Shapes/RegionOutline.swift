import CalqueCore

/// The outermost pixels of a region in each row and column of its bounds; what lies between them may have holes.
struct RegionOutline {
  let region: Region
  /// For each row of the bounds the first and last column that the region has there.
  private(set) var rowFirst: [Int]
  private(set) var rowLast: [Int]
  /// For each column of the bounds the first and last row.
  private(set) var columnFirst: [Int]
  private(set) var columnLast: [Int]

  init(_ index: Int, in map: RegionMap) {
    let region = map.regions[index]
    let label = Int32(index)
    var rowFirst = [Int](repeating: region.maxX + 1, count: region.height)
    var rowLast = [Int](repeating: region.minX - 1, count: region.height)
    var columnFirst = [Int](repeating: region.maxY + 1, count: region.width)
    var columnLast = [Int](repeating: region.minY - 1, count: region.width)
    map.labels.withUnsafeBufferPointer { labels in
      for y in region.minY...region.maxY {
        let start = y * map.width
        var x = region.minX
        while x <= region.maxX, labels[start + x] != label { x += 1 }
        rowFirst[y - region.minY] = x
        guard x <= region.maxX else { continue }
        x = region.maxX
        while labels[start + x] != label { x -= 1 }
        rowLast[y - region.minY] = x
      }
      for x in region.minX...region.maxX {
        var y = region.minY
        while y <= region.maxY, labels[y * map.width + x] != label { y += 1 }
        columnFirst[x - region.minX] = y
        guard y <= region.maxY else { continue }
        y = region.maxY
        while labels[y * map.width + x] != label { y -= 1 }
        columnLast[x - region.minX] = y
      }
    }
    self.region = region
    self.rowFirst = rowFirst
    self.rowLast = rowLast
    self.columnFirst = columnFirst
    self.columnLast = columnLast
  }

  /// The outermost pixel towards a side in a row or column of the picture; nil where the region has none there.
  func outermost(_ side: Side, at place: Int) -> (x: Int, y: Int)? {
    let (x, y): (Int, Int)
    switch side {
    case .left: (x, y) = (rowFirst[place - region.minY], place)
    case .right: (x, y) = (rowLast[place - region.minY], place)
    case .top: (x, y) = (place, columnFirst[place - region.minX])
    case .bottom: (x, y) = (place, columnLast[place - region.minX])
    }
    let isThere = x >= region.minX && y >= region.minY && x <= region.maxX && y <= region.maxY
    return isThere ? (x, y) : nil
  }

  /// The pixel of the bounds in the middle of a side.
  func middle(_ side: Side) -> (x: Int, y: Int) {
    let x = (region.minX + region.maxX) / 2
    let y = (region.minY + region.maxY) / 2
    switch side {
    case .left: return (region.minX, y)
    case .right: return (region.maxX, y)
    case .top: return (x, region.minY)
    case .bottom: return (x, region.maxY)
    }
  }

  /// Pixels between the outermost ones of each row.
  var filledArea: Int {
    var area = 0
    for i in rowFirst.indices { area += max(0, rowLast[i] - rowFirst[i] + 1) }
    return area
  }

  /// How many pixels the region lacks in each corner of its bounds, clockwise from the top left: for each row, and for
  /// each column, of the bounds' half.
  var missingInCorners: [Double] {
    let half = (region.height + 1) / 2
    var missing = [0.0, 0, 0, 0]
    for i in rowFirst.indices {
      let left = Double(min(rowFirst[i] - region.minX, region.width / 2))
      let right = Double(min(region.maxX - rowLast[i], region.width / 2))
      if i < half {
        missing[0] += left
        missing[1] += right
      }
      if i >= region.height - half {
        missing[2] += right
        missing[3] += left
      }
    }
    return missing
  }

  /// Whether nearly all rows and columns begin and end about where circular corners of these radii, clockwise from the
  /// top left, have it. A quick look before anything is read from the picture.
  func follows(_ radii: [Double]) -> Bool {
    follows(rowFirst, from: region.minX, 1, radii[0], radii[3])
      && follows(rowLast, from: region.maxX, -1, radii[1], radii[2])
      && follows(columnFirst, from: region.minY, 1, radii[0], radii[1])
      && follows(columnLast, from: region.maxY, -1, radii[3], radii[2])
  }

  /// Anti-aliasing, and how far a continuous corner leaves a circular one of the same area.
  private static let looseness = (px: 1.6, perRadius: 0.08)
  private static let leastFollowing = 0.88

  private func follows(_ outermost: [Int], from side: Int, _ sign: Int, _ near: Double, _ far: Double) -> Bool {
    var wrong = 0
    let most = Int(Double(outermost.count) * (1 - Self.leastFollowing))
    for i in outermost.indices {
      let isNear = 2 * i < outermost.count
      let radius = isNear ? near : far
      let u = Double(isNear ? i : outermost.count - 1 - i) + 0.5
      let v = max(0, radius - u)
      let depth = radius - max(0, radius * radius - v * v).squareRoot()
      // Next to the side that the curve starts on it runs along the row, and may end anywhere.
      let before = max(0, v - 1)
      let after = min(radius, v + 1)
      let slope =
        (radius * radius - before * before).squareRoot() - max(0, radius * radius - after * after).squareRoot()
      let error = (Double((outermost[i] - side) * sign) - depth).magnitude
      if error > Self.looseness.px + Self.looseness.perRadius * radius + slope {
        wrong += 1
        if wrong > most { return false }
      }
    }
    return true
  }

  /// Moves the outermost pixels outwards as long as the colour changes gradually over pixels of no region or of tiny
  /// ones: where a neighbour's shadow lies on a gradient, its own colour breaks up. Shorter stretches are left alone, as
  /// they may be anti-aliasing of low contrast.
  mutating func extend(along reader: BitmapReader, in map: RegionMap) {
    for i in rowFirst.indices where rowFirst[i] <= rowLast[i] {
      let y = region.minY + i
      rowFirst[i] -= gradualSteps(from: rowFirst[i], y, -1, 0, rowFirst[i] - region.minX, reader, map)
      rowLast[i] += gradualSteps(from: rowLast[i], y, 1, 0, region.maxX - rowLast[i], reader, map)
    }
    for i in columnFirst.indices where columnFirst[i] <= columnLast[i] {
      let x = region.minX + i
      columnFirst[i] -= gradualSteps(from: x, columnFirst[i], 0, -1, columnFirst[i] - region.minY, reader, map)
      columnLast[i] += gradualSteps(from: x, columnLast[i], 0, 1, region.maxY - columnLast[i], reader, map)
    }
  }

  private static let leastSteps = 3
  private static let gradualStep: Float = 2
  private static let tiny = 48

  private func gradualSteps(
    from x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ most: Int, _ reader: BitmapReader, _ map: RegionMap
  ) -> Int {
    var steps = 0
    var color = reader.pixel(x, y)
    while steps < most {
      let (nx, ny) = (x + (steps + 1) * dx, y + (steps + 1) * dy)
      if let other = map.region(nx, ny), map.regions[other].area >= Self.tiny { break }
      let next = reader.pixel(nx, ny)
      let step = next - color
      guard max(step.max(), -step.min()) <= Self.gradualStep else { break }
      color = next
      steps += 1
    }
    return steps >= Self.leastSteps ? steps : 0
  }
}
