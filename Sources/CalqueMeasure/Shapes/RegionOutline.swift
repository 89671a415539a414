/// The outermost pixels of a region in each row and column of its bounds; what lies between them may have holes.
struct RegionOutline {
  let region: Region
  /// For each row of the bounds the first and last column that the region has there.
  let rowFirst: [Int]
  let rowLast: [Int]
  /// For each column of the bounds the first and last row.
  let columnFirst: [Int]
  let columnLast: [Int]

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
}
