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
  /// For each stretch the first one from it on that may be more than texture by itself or by what follows it; `count`
  /// where none is.
  private var candidates: [Int32]

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
    candidates = boundaries
  }

  /// Takes the next row.
  mutating func read(_ y: Int, of reader: BitmapReader) {
    swap(&line, &above)
    line.withUnsafeMutableBufferPointer { reader.packRow(y, into: $0) }
    findSteps()
    findBoundaries()
    findCandidates()
  }

  /// Appends the stretches that are no texture.
  func append(to runs: inout [ColorRun]) {
    var i = 0
    /// The last stretch that something may be near to.
    var nearest = -1
    while i < count {
      // Behind a long stretch each is looked at.
      if i > nearest {
        i = Int(candidates[i])
        guard i < count else { return }
      }
      let end = Int(gradualEnds[i])
      if end - i > 2, boundaries[end] - boundaries[i] >= 2 * Self.longNeighbour {
        runs.append(gradual(i..<end))
        i = end
        continue
      }
      if length(i) >= Self.longNeighbour { nearest = i + Self.edge }
      if length(i) >= Self.shortest || isBesideLong(i) || isNearLong(i) && isBelowItsColor(i) {
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

  private func isNearLong(_ i: Int) -> Bool {
    (max(0, i - Self.edge)...min(count - 1, i + Self.edge)).contains { length($0) >= Self.longNeighbour }
  }

  /// Whether a stretch stands below its own colour: an anti-aliased edge away from a long one it is a crescent.
  private func isBelowItsColor(_ i: Int) -> Bool {
    above[Int(boundaries[i])] == color(i) && above[Int(boundaries[i + 1]) - 1] == color(i)
  }

  /// Several stretches as one.
  private func gradual(_ members: Range<Int>) -> ColorRun {
    let first = boundaries[members.lowerBound]
    let last = boundaries[members.upperBound]
    var sum = SIMD4<Int32>.zero
    var darkest = SIMD4<Int32>(repeating: 255)
    var brightest = SIMD4<Int32>.zero
    for i in members {
      let packed = Int32(truncatingIfNeeded: color(i))
      let level = SIMD4(packed & 255, packed >> 8 & 255, packed >> 16, 0)
      sum &+= level &* length(i)
      darkest.replace(with: level, where: level .< darkest)
      brightest.replace(with: level, where: level .> brightest)
    }
    let mean = SIMD3<Float>(SIMD3(sum.x, sum.y, sum.z)) / Float(last - first) + 0.5
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
          if x + 8 <= width, isZero(bytes, at: x * 4) {
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

  /// From the row's end, so that what follows a stretch is known.
  private mutating func findCandidates() {
    let count = count
    steps.withUnsafeBufferPointer { steps in
      boundaries.withUnsafeBufferPointer { boundaries in
        gradualEnds.withUnsafeMutableBufferPointer { gradualEnds in
          candidates.withUnsafeMutableBufferPointer { candidates in
            var next = boundaries[count]
            var end = (index: Int32(count), x: next)
            var candidate = Int32(count)
            var long = Int32.max
            /// Whether the stretch after this one is short and begins with a small step.
            var follows = false
            var i = Int32(count)
            while i > 0 {
              let start = boundaries[Int(i &- 1)]
              let length = next &- start
              let isShort = length < Self.longNeighbour
              end = isShort && follows ? end : (i, next)
              i &-= 1
              gradualEnds[Int(i)] = end.index
              long = isShort ? long : i
              let isAlone = length < Self.shortest && long &- i > Int32(Self.edge)
              candidate = isAlone && end.x &- start < 2 * Self.longNeighbour ? candidate : i
              candidates[Int(i)] = candidate
              follows = isShort && isSmall(steps[Int(start)])
              next = start
            }
          }
        }
      }
    }
  }
}

/// Whether eight pixels' worth of bytes are zero.
@inline(__always)
private func isZero(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
  let first = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
  let second = bytes.loadUnaligned(fromByteOffset: offset + 16, as: SIMD2<UInt64>.self)
  let either = first | second
  return either.x | either.y == 0
}

/// Whether no byte of a step is more than two levels.
@inline(__always)
private func isSmall(_ step: UInt32) -> Bool { (step | (step &+ 0x010101)) & 0xFCFCFC == 0 }
