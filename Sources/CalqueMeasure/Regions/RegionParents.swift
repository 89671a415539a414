/// Finds what surrounds each region: from an outermost pixel on each side a way is followed outwards to the first region
/// whose bounds lie around it, and the majority of the four ways decides.
func findParents(of regions: inout [Region], labels: [Int32], width: Int, height: Int) {
  let bounds = regions.map { RegionBounds($0) }
  labels.withUnsafeBufferPointer { labels in
    bounds.withUnsafeBufferPointer { bounds in
      let search = ParentSearch(labels: labels, width: width, height: height, bounds: bounds)
      for index in regions.indices where regions[index].area >= RegionMap.smallestNested {
        regions[index].parent = search.parent(of: index)
      }
    }
  }
}

private struct ParentSearch {
  let labels: UnsafeBufferPointer<Int32>
  let width: Int
  let height: Int
  /// Of each region.
  let bounds: UnsafeBufferPointer<RegionBounds>

  /// An edge, its shadow and its anti-aliasing are not thicker than this, px.
  private static let reach = 48

  func parent(of index: Int) -> Int? {
    let (minX, minY) = (Int(bounds[index].minX), Int(bounds[index].minY))
    let (maxX, maxY) = (Int(bounds[index].maxX), Int(bounds[index].maxY))
    let (columns, rows) = (maxX - minX + 1, maxY - minY + 1)
    // In texture most ways meet nothing, and ways along rows are the faster ones to follow.
    let left = met(index, from: minY * width + minX, step: width, count: rows, outwards: -1, room: minX)
    let right = met(index, from: minY * width + maxX, step: width, count: rows, outwards: 1, room: width - 1 - maxX)
    let top = met(index, from: minY * width + minX, step: 1, count: columns, outwards: -width, room: minY)
    if left < 0, right < 0, top < 0 { return nil }
    let bottom = met(
      index, from: maxY * width + minX, step: 1, count: columns, outwards: width, room: height - 1 - maxY)
    let ways = [top, bottom, left, right]
    var best = (parent: -1, votes: 1)
    for way in ways where way >= 0 {
      let votes = ways.count { $0 == way }
      if votes > best.votes { best = (way, votes) }
    }
    return best.votes > 1 ? best.parent : nil
  }

  /// The first region around this one on the way out from one of its sides; −1 where there is none.
  /// - Parameters:
  ///   - index: Of the region.
  ///   - first: The side's first pixel.
  ///   - step: From one pixel of the side to the next.
  ///   - count: Of the side's pixels.
  ///   - outwards: From one pixel of the way to the next.
  ///   - room: Pixels between the side and the picture's border.
  private func met(_ index: Int, from first: Int, step: Int, count: Int, outwards: Int, room: Int) -> Int {
    let label = Int32(truncatingIfNeeded: index)
    var place = first
    let end = first + count * step
    while place != end, labels[place] != label { place += step }
    guard place != end else { return -1 }
    let own = bounds[index]
    for _ in 0..<min(room, Self.reach) {
      place += outwards
      let other = Int(labels[place])
      if other >= 0, bounds[other].surrounds(own) { return other }
    }
    return -1
  }
}

/// The columns and rows of a region's first and last pixels.
private struct RegionBounds {
  let minX: Int32
  let minY: Int32
  let maxX: Int32
  let maxY: Int32

  init(_ region: Region) {
    minX = Int32(region.minX)
    minY = Int32(region.minY)
    maxX = Int32(region.maxX)
    maxY = Int32(region.maxY)
  }

  /// Whether another region's pixels all lie inside these bounds, and it is not as large.
  ///
  /// Without branches: the sign of what is or'ed says whether a difference is negative, zero whether none is left.
  @inline(__always)
  func surrounds(_ other: RegionBounds) -> Bool {
    let corner = (other.minX &- minX) | (other.minY &- minY)
    return (corner | (maxX &- other.maxX) | (maxY &- other.maxY)) > 0
  }
}
