import CalqueCore

/// The stretches of equal pixels in a picture's rows, without those that texture is made of.
///
/// A stretch of one or two pixels counts only near a long one: as a hairline does and the crescent between two round edges,
/// and a photograph's grain does not.
/// Short ones that follow each other in small steps, as a gradient's do, are one stretch of their mean colour.
struct ColorRuns {
  /// First columns, and the columns after the last ones.
  private(set) var starts: [Int32] = []
  private(set) var ends: [Int32] = []
  /// Packed as 0xBBGGRR, over white.
  private(set) var colors: [UInt32] = []
  /// The steps' smallest and largest levels in stretches of several colours, by the run's index.
  private(set) var ranges: [Int: (darkest: SIMD3<Float>, brightest: SIMD3<Float>)] = [:]
  /// Index of each row's first run, and the number of runs at the end.
  private var firsts: [Int] = [0]

  var count: Int { starts.count }
  func row(_ y: Int) -> Range<Int> { firsts[y]..<firsts[y + 1] }

  private static let shortest: Int32 = 3
  private static let longNeighbour: Int32 = 8
  /// A round edge's anti-aliased pixels, and the run beyond them.
  private static let edge = 3

  init(_ bitmap: Bitmap) {
    let width = bitmap.width
    var boundaries = [Int32](repeating: 0, count: width + 2)
    var line = [UInt32](repeating: 0, count: width)
    var above = [UInt32](repeating: .max, count: width)
    bitmap.withReader { reader in
      for y in 0..<bitmap.height {
        line.withUnsafeMutableBufferPointer { line in
          for x in 0..<width { line[x] = reader.packed(x, y) }
        }
        let count = line.withUnsafeBufferPointer { line in
          boundaries.withUnsafeMutableBufferPointer { findBoundaries(line, into: $0) }
        }
        var i = 0
        while i < count {
          let end = gradualEnd(from: i, count, boundaries, line)
          if end > i + 1 {
            appendGradual(i..<end, boundaries, line)
          } else if isLong(i, count, boundaries) || isCrescent(i, count, boundaries, line, above) {
            starts.append(boundaries[i])
            ends.append(boundaries[i + 1])
            colors.append(line[Int(boundaries[i])])
          }
          i = end
        }
        firsts.append(starts.count)
        swap(&line, &above)
      }
    }
  }

  /// Whether a run is long enough to count, or stands beside one that is.
  private func isLong(_ i: Int, _ count: Int, _ boundaries: [Int32]) -> Bool {
    if boundaries[i + 1] - boundaries[i] >= Self.shortest { return true }
    let before = i > 0 ? boundaries[i] - boundaries[i - 1] : 0
    let after = i + 1 < count ? boundaries[i + 2] - boundaries[i + 1] : 0
    return max(before, after) >= Self.longNeighbour
  }

  /// Whether a run stands below its own colour, an anti-aliased edge away from a long one.
  private func isCrescent(
    _ i: Int, _ count: Int, _ boundaries: [Int32], _ line: [UInt32], _ above: [UInt32]
  ) -> Bool {
    let near = max(0, i - Self.edge)...min(count - 1, i + Self.edge)
    guard near.contains(where: { boundaries[$0 + 1] - boundaries[$0] >= Self.longNeighbour }) else { return false }
    let x = Int(boundaries[i])
    return above[x] == line[x] && above[Int(boundaries[i + 1]) - 1] == line[x]
  }

  /// Where the short runs end that follow one in small steps; the next run where there are too few.
  private func gradualEnd(from first: Int, _ count: Int, _ boundaries: [Int32], _ line: [UInt32]) -> Int {
    var end = first
    while end < count, boundaries[end + 1] - boundaries[end] < Self.longNeighbour,
      end == first || differsLittle(line[Int(boundaries[end])], line[Int(boundaries[end]) - 1])
    {
      end += 1
    }
    let isEnough = end - first > 2 && boundaries[end] - boundaries[first] >= 2 * Self.longNeighbour
    return isEnough ? end : first + 1
  }

  private mutating func appendGradual(_ members: Range<Int>, _ boundaries: [Int32], _ line: [UInt32]) {
    let first = boundaries[members.lowerBound]
    let last = boundaries[members.upperBound]
    var sum = SIMD3<Float>(repeating: 0)
    var darkest = SIMD3<Float>(repeating: 255)
    var brightest = SIMD3<Float>(repeating: 0)
    for i in members {
      let level = unpacked(line[Int(boundaries[i])])
      sum += level * Float(boundaries[i + 1] - boundaries[i])
      darkest = pointwiseMin(darkest, level)
      brightest = pointwiseMax(brightest, level)
    }
    ranges[starts.count] = (darkest, brightest)
    starts.append(first)
    ends.append(last)
    let mean = sum / Float(last - first) + 0.5
    colors.append(UInt32(mean.x) | UInt32(mean.y) << 8 | UInt32(mean.z) << 16)
  }

  /// Every pair of runs that lie above each other, with the columns that they share and the lower one's row.
  func forEachContact(_ body: (_ above: Int, _ below: Int, _ columns: Range<Int>, _ row: Int) -> Void) {
    guard firsts.count > 2 else { return }
    for y in 1..<firsts.count - 1 {
      var above = firsts[y - 1]
      var below = firsts[y]
      while above < firsts[y], below < firsts[y + 1] {
        let first = max(starts[above], starts[below])
        let last = min(ends[above], ends[below])
        if first < last { body(above, below, Int(first)..<Int(last), y) }
        if ends[above] < ends[below] { above += 1 } else { below += 1 }
      }
    }
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

/// Whether two packed colours differ by no more than two levels in any channel.
@inline(__always)
private func differsLittle(_ a: UInt32, _ b: UInt32) -> Bool {
  func isNear(_ shift: UInt32) -> Bool {
    let d = Int32(truncatingIfNeeded: a >> shift & 255) - Int32(truncatingIfNeeded: b >> shift & 255)
    return d <= 2 && d >= -2
  }
  return isNear(0) && isNear(8) && isNear(16)
}

/// Red, green and blue of a packed colour, 0…255.
func unpacked(_ color: UInt32) -> SIMD3<Float> {
  SIMD3(Float(color & 255), Float(color >> 8 & 255), Float(color >> 16 & 255))
}
