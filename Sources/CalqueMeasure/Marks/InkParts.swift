import CalqueCore

/// A connected part of a plane that stands out from the ground.
struct InkPart {
  /// Columns and rows of its first and last samples.
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int
  /// Its largest distance from the ground, levels.
  var peak: Float
}

/// The samples of a plane that stand out from the ground, as connected stretches of rows (four neighbours each).
struct InkParts {
  private struct Stretch {
    var start: Int32
    /// The column after its last one.
    var end: Int32
    var row: Int32
    var peak: Float
  }
  private var stretches: [Stretch] = []
  private var sets = DisjointSets()

  /// - Parameters:
  ///   - plane: Where to look.
  ///   - ground: Level that is no ink.
  ///   - threshold: How much further from it ink is, levels.
  init(_ plane: Plane, ground: Float, threshold: Float) {
    var above = 0..<0
    for y in 0..<plane.height {
      let first = stretches.count
      append(row: y, of: plane, ground, threshold)
      join(above, first..<stretches.count)
      above = first..<stretches.count
    }
  }

  private mutating func append(row y: Int, of plane: Plane, _ ground: Float, _ threshold: Float) {
    let width = plane.width
    plane.values.withUnsafeBufferPointer { values in
      let row = UnsafeBufferPointer(rebasing: values[y * width..<(y + 1) * width])
      var x = 0
      while x < width {
        if !isInk(row[x], ground, threshold) {
          x += x + 8 <= width && isGround(row, x, ground, threshold) ? 8 : 1
          continue
        }
        let start = x
        var peak: Float = 0
        while x < width, isInk(row[x], ground, threshold) {
          peak = max(peak, (row[x] - ground).magnitude)
          x += 1
        }
        stretches.append(Stretch(start: Int32(start), end: Int32(x), row: Int32(y), peak: peak))
        _ = sets.add()
      }
    }
  }

  private mutating func join(_ above: Range<Int>, _ below: Range<Int>) {
    var (i, j) = (above.lowerBound, below.lowerBound)
    while i < above.upperBound, j < below.upperBound {
      if stretches[i].start < stretches[j].end, stretches[j].start < stretches[i].end {
        sets.join(Int32(i), Int32(j))
      }
      if stretches[i].end < stretches[j].end { i += 1 } else { j += 1 }
    }
  }

  /// The parts of no more than so many samples, in the order of their first ones.
  func parts(upTo largest: Int) -> [InkPart] {
    var sets = sets
    let roots = sets.roots()
    var areas = [Int](repeating: 0, count: stretches.count)
    for (i, stretch) in stretches.enumerated() { areas[Int(roots[i])] += Int(stretch.end - stretch.start) }
    var indices = [Int](repeating: -1, count: stretches.count)
    var parts: [InkPart] = []
    for (i, stretch) in stretches.enumerated() where areas[Int(roots[i])] <= largest {
      let root = Int(roots[i])
      let (first, last, row) = (Int(stretch.start), Int(stretch.end) - 1, Int(stretch.row))
      if root == i {
        indices[i] = parts.count
        parts.append(InkPart(minX: first, minY: row, maxX: last, maxY: row, peak: stretch.peak))
      } else {
        let part = indices[root]
        parts[part].minX = min(parts[part].minX, first)
        parts[part].maxX = max(parts[part].maxX, last)
        parts[part].maxY = row
        parts[part].peak = max(parts[part].peak, stretch.peak)
      }
    }
    return parts
  }
}

@inline(__always)
private func isInk(_ level: Float, _ ground: Float, _ threshold: Float) -> Bool {
  (level - ground).magnitude > threshold
}

/// Whether none of eight samples is ink.
@inline(__always)
private func isGround(_ row: UnsafeBufferPointer<Float>, _ x: Int, _ ground: Float, _ threshold: Float) -> Bool {
  var ink = false
  for i in 0..<8 { ink = isInk(row[x + i], ground, threshold) || ink }
  return !ink
}
