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

  /// The region of a pixel.
  func region(_ x: Int, _ y: Int) -> Int? {
    let label = labels[y * width + x]
    return label < 0 ? nil : Int(label)
  }

  /// Cuts up a picture; transparent parts count as over white.
  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    var components = ColorComponents(packedColors(bitmap), width: bitmap.width, height: bitmap.height)
    components.mergeGradients()
    labels = components.labels
    regions = withParents(components.regions, labels: components.labels, width: width, height: height)
  }
}

/// The pixels as 0xBBGGRR, over white.
func packedColors(_ bitmap: Bitmap) -> [UInt32] {
  let count = bitmap.width * bitmap.height
  return [UInt32](unsafeUninitializedCapacity: count) { output, initialized in
    bitmap.withReader { reader in
      if case .eight(let samples) = bitmap.samples {
        samples.withUnsafeBytes { bytes in
          for i in 0..<count {
            let v = bytes.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
            output[i] =
              v >= 0xFF00_0000
              ? UInt32(littleEndian: v) & 0xFFFFFF : packed(reader.pixel(i % reader.width, i / reader.width))
          }
        }
      } else {
        for i in 0..<count { output[i] = packed(reader.pixel(i % reader.width, i / reader.width)) }
      }
    }
    initialized = count
  }
}

private func packed(_ color: SIMD4<Float>) -> UInt32 {
  let rounded = (color + 0.5).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
  return UInt32(rounded.x) | UInt32(rounded.y) << 8 | UInt32(rounded.z) << 16
}

/// Red, green and blue of a packed colour, 0…255.
func unpacked(_ color: UInt32) -> SIMD3<Float> {
  SIMD3(Float(color & 255), Float(color >> 8 & 255), Float(color >> 16 & 255))
}

/// Finds what surrounds each region: from an outermost pixel on each side a way is followed outwards to the first region
/// whose bounds lie around it, and the majority of the four ways decides.
private func withParents(_ regions: [Region], labels: [Int32], width: Int, height: Int) -> [Region] {
  /// An edge, its shadow and its anti-aliasing are not thicker than this, px.
  let reach = 48
  var result = regions
  for (index, region) in regions.enumerated() where region.area >= 2 * RegionMap.smallestArea {
    var found: [(parent: Int, votes: Int)] = []
    for way in region.outwardWays(index: Int32(index), labels: labels, width: width) {
      var x = way.x + way.dx
      var y = way.y + way.dy
      var steps = 0
      while x >= 0, y >= 0, x < width, y < height, steps < reach {
        let label = Int(labels[y * width + x])
        if label >= 0, label != index, regions[label].surrounds(region) {
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
