/// A row of packed pixels, cut where the colour changes.
struct PixelRow {
  private let line: UnsafeBufferPointer<UInt32>
  /// The row above it; colours that no pixel has in the first row.
  private let above: UnsafeBufferPointer<UInt32>
  /// Where each stretch of equal pixels begins, and at last the row's end.
  private let boundaries: UnsafeBufferPointer<Int32>
  /// Of the stretches.
  private let count: Int

  private static let shortest: Int32 = 3
  private static let longNeighbour: Int32 = 8
  /// A round edge's anti-aliased pixels, and the run beyond them.
  private static let edge = 3

  /// - Parameters:
  ///   - line: The row's pixels.
  ///   - above: Those of the row above it.
  ///   - boundaries: Room for one more boundary than pixels.
  init(
    _ line: UnsafeBufferPointer<UInt32>, above: UnsafeBufferPointer<UInt32>,
    _ boundaries: UnsafeMutableBufferPointer<Int32>
  ) {
    self.line = line
    self.above = above
    count = findBoundaries(line, into: boundaries)
    self.boundaries = UnsafeBufferPointer(boundaries)
  }

  /// Appends the stretches that are no texture.
  func append(to runs: inout [ColorRun]) {
    var first = 0
    /// The first long stretch that is not before those near `first`.
    var long = 0
    while first < count {
      let end = gradualEnd(from: first)
      if end - first > 2, boundaries[end] - boundaries[first] >= 2 * Self.longNeighbour {
        runs.append(gradual(first..<end))
        first = end
        continue
      }
      while first < end {
        while long < count, long < first - Self.edge || length(long) < Self.longNeighbour { long += 1 }
        let isNearLong = long <= first + Self.edge && long < count
        if length(first) >= Self.shortest || isNearLong && (isBesideLong(first) || isCrescent(first)) {
          runs.append(ColorRun(start: boundaries[first], end: boundaries[first + 1], color: color(first)))
        }
        first += 1
      }
    }
  }

  @inline(__always)
  private func length(_ i: Int) -> Int32 { boundaries[i + 1] - boundaries[i] }

  @inline(__always)
  private func color(_ i: Int) -> UInt32 { line[Int(boundaries[i])] }

  private func isBesideLong(_ i: Int) -> Bool {
    i > 0 && length(i - 1) >= Self.longNeighbour || i + 1 < count && length(i + 1) >= Self.longNeighbour
  }

  /// Whether a stretch stands below its own colour; an anti-aliased edge away from a long one it is a crescent.
  private func isCrescent(_ i: Int) -> Bool {
    above[Int(boundaries[i])] == color(i) && above[Int(boundaries[i + 1]) - 1] == color(i)
  }

  /// Where the short stretches end that follow one in small steps.
  @inline(__always)
  private func gradualEnd(from first: Int) -> Int {
    var end = first + 1
    guard length(first) < Self.longNeighbour else { return end }
    while end < count, length(end) < Self.longNeighbour {
      let x = Int(boundaries[end])
      guard differsLittle(line[x - 1], line[x]) else { break }
      end += 1
    }
    return end
  }

  /// Stretches as one.
  private func gradual(_ members: Range<Int>) -> ColorRun {
    let first = boundaries[members.lowerBound]
    let last = boundaries[members.upperBound]
    var sum = SIMD3<Float>(repeating: 0)
    var darkest = SIMD3<Float>(repeating: 255)
    var brightest = SIMD3<Float>(repeating: 0)
    for i in members {
      let level = unpacked(color(i))
      sum += level * Float(length(i))
      darkest = pointwiseMin(darkest, level)
      brightest = pointwiseMax(brightest, level)
    }
    let mean = sum / Float(last - first) + 0.5
    return ColorRun(
      start: first, end: last, color: packed(mean), darkest: packed(darkest), brightest: packed(brightest))
  }
}

/// Writes where a row's colour changes, its start and end included.
/// - Returns: How many runs there are; one more boundary than that is written.
private func findBoundaries(_ line: UnsafeBufferPointer<UInt32>, into boundaries: UnsafeMutableBufferPointer<Int32>)
  -> Int
{
  let width = line.count
  boundaries[0] = 0
  var count = 1
  var x = 1
  let bytes = UnsafeRawBufferPointer(line)
  while x < width {
    // Eight pixels that all equal the one before them are the usual case.
    if x + 8 <= width {
      let here = bytes.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self)
      let before = bytes.loadUnaligned(fromByteOffset: (x - 1) * 4, as: SIMD8<UInt32>.self)
      if here == before {
        x += 8
        continue
      }
    }
    let end = min(x + 8, width)
    // Written whether it is one or not: in texture a branch would be guessed wrong every other time.
    while x < end {
      boundaries[count] = Int32(truncatingIfNeeded: x)
      count &+= line[x] != line[x &- 1] ? 1 : 0
      x &+= 1
    }
  }
  boundaries[count] = Int32(width)
  return count
}
