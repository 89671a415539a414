import CalqueCore

/// A row of pixels, cut where the colour changes.
///
/// Nearly every pixel of a photograph is a stretch of its own, so what is done to each is done without branches that
/// would be guessed wrong.
struct PixelRow {
  /// The row's pixels and those of the row above it, packed; in the first row colours that no pixel has.
  private var line: [UInt32]
  private var above: [UInt32]
  /// How far each channel of a pixel is from the pixel before it, a byte each.
  private var steps: [UInt32]
  /// Where each stretch of equal pixels begins, and at last the row's end.
  private var boundaries: [Int32]
  /// Of the stretches.
  private var count = 0
  /// For each stretch the one after the last of those that follow it in small steps, all of them short.
  private var gradualEnds: [Int32]

  private static let shortest: Int32 = 3
  private static let longNeighbour: Int32 = 8
  /// A round edge's anti-aliased pixels, and the run beyond them.
  private static let edge = 3

  init(width: Int) {
    line = [UInt32](repeating: .max, count: width)
    above = line
    steps = [UInt32](repeating: 0, count: width)
    boundaries = [Int32](repeating: 0, count: width + 2)
    gradualEnds = boundaries
  }

  /// Takes the next row.
  mutating func read(_ y: Int, of reader: BitmapReader) {
    swap(&line, &above)
    line.withUnsafeMutableBufferPointer { reader.packRow(y, into: $0) }
    findSteps()
    findBoundaries()
    findGradualEnds()
  }

  /// Appends the stretches that are no texture.
  func append(to runs: inout [ColorRun]) {
    var i = 0
    /// The first long stretch that is not before those near `i`.
    var long = 0
    while i < count {
      let end = Int(gradualEnds[i])
      if end - i > 2, boundaries[end] - boundaries[i] >= 2 * Self.longNeighbour {
        runs.append(gradual(i..<end))
        i = end
        continue
      }
      while long < count, long < i - Self.edge || length(long) < Self.longNeighbour { long += 1 }
      let isNearLong = long <= i + Self.edge && long < count
      if length(i) >= Self.shortest || isNearLong && (isBesideLong(i) || isBelowItsColor(i)) {
        runs.append(ColorRun(start: boundaries[i], end: boundaries[i + 1], color: color(i)))
      }
      i += 1
    }
  }

  private func length(_ i: Int) -> Int32 { boundaries[i + 1] - boundaries[i] }

  private func color(_ i: Int) -> UInt32 { line[Int(boundaries[i])] }

  private func isBesideLong(_ i: Int) -> Bool {
    i > 0 && length(i - 1) >= Self.longNeighbour || i + 1 < count && length(i + 1) >= Self.longNeighbour
  }

  /// Whether a stretch stands below its own colour: an anti-aliased edge away from a long one it is a crescent.
  private func isBelowItsColor(_ i: Int) -> Bool {
    above[Int(boundaries[i])] == color(i) && above[Int(boundaries[i + 1]) - 1] == color(i)
  }

  /// Several stretches as one.
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

  // MARK: Cutting

  private mutating func findSteps() {
    line.withUnsafeBytes { line in
      steps.withUnsafeMutableBytes { steps in
        for i in stride(from: 4, to: line.count, by: 1) {
          let (here, before) = (line[i], line[i &- 4])
          steps[i] = max(here, before) &- min(here, before)
        }
      }
    }
  }

  private mutating func findBoundaries() {
    let width = steps.count
    count = steps.withUnsafeBytes { bytes in
      let steps = bytes.bindMemory(to: UInt32.self)
      return boundaries.withUnsafeMutableBufferPointer { boundaries in
        boundaries[0] = 0
        var count = 1
        var x = 1
        while x < width {
          // Eight pixels that all equal the one before them are the usual case.
          if x + 8 <= width, bytes.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self) == .zero {
            x += 8
            continue
          }
          let end = min(x + 8, width)
          while x < end {
            boundaries[count] = Int32(truncatingIfNeeded: x)
            count &+= steps[x] != 0 ? 1 : 0
            x &+= 1
          }
        }
        boundaries[count] = Int32(width)
        return count
      }
    }
  }

  private mutating func findGradualEnds() {
    let count = count
    steps.withUnsafeBufferPointer { steps in
      boundaries.withUnsafeBufferPointer { boundaries in
        gradualEnds.withUnsafeMutableBufferPointer { gradualEnds in
          var end = Int32(count)
          var after = boundaries[count]
          /// Whether the stretch after this one is short and begins with a small step.
          var follows = false
          for i in stride(from: count - 1, through: 0, by: -1) {
            let start = boundaries[i]
            let isShort = after &- start < Self.longNeighbour
            end = isShort && follows ? end : Int32(truncatingIfNeeded: i &+ 1)
            gradualEnds[i] = end
            follows = isShort && isSmall(steps[Int(start)])
            after = start
          }
        }
      }
    }
  }
}

/// Whether no byte of a step is more than two levels.
@inline(__always)
private func isSmall(_ step: UInt32) -> Bool { (step | (step &+ 0x010101)) & 0xFCFCFC == 0 }
