import CalqueCore

/// A picture cut into regions of one colour, with which of them surrounds which.
///
/// Pixels of anti-aliased edges, of texture and of photographs belong to no region or to tiny ones.
struct RegionMap: Sendable {
  let width: Int
  let height: Int
  /// For each pixel the index of its region, or −1.
  let labels: [Int32]
  /// By their first pixel, from the top left.
  let regions: [Region]

  /// Regions with fewer pixels are not listed.
  static let smallestArea = 4
  /// Of smaller ones it is not asked what surrounds them.
  static let smallestNested = 16

  /// The region of a pixel.
  func region(_ x: Int, _ y: Int) -> Int? {
    let label = labels[y * width + x]
    return label < 0 ? nil : Int(label)
  }

  /// Cuts up a picture; transparent parts count as over white.
  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    var components = ColorComponents(bitmap)
    components.mergeGradients()
    labels = components.labels
    regions = withParents(components.regions, labels: labels, width: width, height: height)
  }
}

/// Finds what surrounds each region: from an outermost pixel on each side a way is followed outwards to the first region
/// whose bounds lie around it, and the majority of the four ways decides.
private func withParents(_ regions: [Region], labels: [Int32], width: Int, height: Int) -> [Region] {
  /// An edge, its shadow and its anti-aliasing are not thicker than this, px.
  let reach = 48
  var result = regions
  // Most of what a way crosses in texture is small: told by one number each.
  let extents = regions.map { Int32($0.width + $0.height) }
  for (index, region) in regions.enumerated() where region.area >= RegionMap.smallestNested {
    var found: [(parent: Int, votes: Int)] = []
    for way in region.outwardWays(index: Int32(index), labels: labels, width: width) {
      var x = way.x + way.dx
      var y = way.y + way.dy
      var steps = 0
      while x >= 0, y >= 0, x < width, y < height, steps < reach {
        let label = Int(labels[y * width + x])
        if label >= 0, label != index, extents[label] > extents[index], regions[label].surrounds(region) {
          if let i = found.firstIndex(where: { $0.parent == label }) {
            found[i].votes += 1
          } else {
            found.append((label, 1))
          }
          break
        }
        x += way.dx
        y += way.dy
        steps += 1
      }
    }
    if let best = found.max(by: { $0.votes < $1.votes }), best.votes >= 2 { result[index].parent = best.parent }
  }
  return result
}

extension Region {
  /// One outermost pixel on each side, with the step that leads away from it.
  fileprivate func outwardWays(index: Int32, labels: [Int32], width: Int) -> [(x: Int, y: Int, dx: Int, dy: Int)] {
    var ways: [(x: Int, y: Int, dx: Int, dy: Int)] = []
    for (y, dy) in [(minY, -1), (maxY, 1)] {
      if let x = (minX...maxX).first(where: { labels[y * width + $0] == index }) { ways.append((x, y, 0, dy)) }
    }
    for (x, dx) in [(minX, -1), (maxX, 1)] {
      if let y = (minY...maxY).first(where: { labels[$0 * width + x] == index }) { ways.append((x, y, dx, 0)) }
    }
    return ways
  }
}
