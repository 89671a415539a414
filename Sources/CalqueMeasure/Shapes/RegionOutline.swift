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
