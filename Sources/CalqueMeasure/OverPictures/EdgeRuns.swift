import CalqueCore

/// A straight horizontal stretch along which brightness steps within a row or two, as at the top or bottom of something
/// that was laid over a picture.
struct EdgeRun: Sendable {
  /// The row in which the step lies.
  var row: Int
  /// Columns of its first pixel and after its last.
  var from: Int
  var to: Int
  /// Mean of below less above, levels.
  var step: Float

  var length: Int { to - from }
  /// How clear it is: levels times pixels.
  var weight: Float { step.magnitude * Float(length) }
}

/// Finds straight horizontal edges in a picture of any texture.
///
/// Four pixels side by side are read as one: texture is averaged, a straight edge is not.
struct EdgeRunFinder {
  /// Columns of a cell, px.
  static let cell = 4
  /// Steps of less are not told from noise, levels.
  private static let faintest = 3.5
  /// A step is this much larger than the picture's own slope on the side that it is seen from.
  private static let steepness: Int32 = 2
  /// Cells without a step that a run may cross: text or a bright spot touches the edge.
  private static let gap = 2

  let width: Int
  let height: Int
  private let columns: Int
  /// Brightness of each cell: four pixels, red + 2 green + blue: 16 of it are one level.
  private let cells: [Int32]
  private let leastLength: Int

  /// - Parameter leastLength: Of a run, px.
  init(_ reader: BitmapReader, leastLength: Double) {
    width = reader.width
    height = reader.height
    columns = reader.width / Self.cell
    self.leastLength = max(4 * Self.cell, Int(leastLength))
    cells = Self.cells(reader, columns)
  }

  private static func cells(_ reader: BitmapReader, _ columns: Int) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: columns * reader.height) { buffer, count in
      for y in 0..<reader.height {
        for column in 0..<columns {
          let x = column * cell
          let sum = reader.pixel(x, y) + reader.pixel(x + 1, y) + reader.pixel(x + 2, y) + reader.pixel(x + 3, y)
          buffer[y * columns + column] = Int32(sum.x + 2 * sum.y + sum.z)
        }
      }
      count = columns * reader.height
    }
  }

  /// All runs, by their rows.
  func find() -> [EdgeRun] {
    var rows: [[EdgeRun]] = []
    cells.withUnsafeBufferPointer { cells in
      var steps = [Int32](repeating: 0, count: columns)
      for y in 3..<max(3, height - 3) {
        readSteps(cells, y, &steps)
        rows.append(runs(steps, y))
      }
    }
    return strongest(rows)
  }

  /// What steps in a row, 0 where nothing does.
  private func readSteps(_ cells: UnsafeBufferPointer<Int32>, _ y: Int, _ steps: inout [Int32]) {
    let least = Int32(Self.faintest * 16)
    steps.withUnsafeMutableBufferPointer { steps in
      let row = y * columns
      for x in 0..<columns {
        let above = cells[row - columns + x]
        let below = cells[row + columns + x]
        let step = below - above
        let before = (above - cells[row - 3 * columns + x]).magnitude
        let after = (cells[row + 3 * columns + x] - below).magnitude
        let size = Int32(step.magnitude)
        let isStep = size >= least && size >= Self.steepness * Int32(min(before, after))
        steps[x] = isStep ? step : 0
      }
    }
  }

  private func runs(_ steps: [Int32], _ y: Int) -> [EdgeRun] {
    var found: [EdgeRun] = []
    var start = 0
    while start < columns {
      guard steps[start] != 0 else {
        start += 1
        continue
      }
      let isUp = steps[start] > 0
      var last = start
      var sum: Int64 = 0
      var x = start
      while x < columns, x - last <= Self.gap, steps[x] == 0 || (steps[x] > 0) == isUp {
        if steps[x] != 0 { last = x }
        sum += Int64(steps[x])
        x += 1
      }
      let cells = last - start + 1
      if cells * Self.cell >= leastLength {
        found.append(
          EdgeRun(
            row: y, from: start * Self.cell, to: (last + 1) * Self.cell, step: Float(sum) / Float(16 * cells)))
      }
      start = last + 1
    }
    return found
  }

  /// Of runs over each other in neighbouring rows, which are one edge, the one with the largest step.
  private func strongest(_ rows: [[EdgeRun]]) -> [EdgeRun] {
    var kept: [EdgeRun] = []
    for i in rows.indices {
      for run in rows[i] {
        let neighbours = rows[max(0, i - 2)...min(rows.count - 1, i + 2)].joined()
        let isBeaten = neighbours.contains { other in
          other.row != run.row && (other.step > 0) == (run.step > 0) && overlap(run, other) * 2 > run.length
            && (other.weight, -other.row) > (run.weight, -run.row)
        }
        if !isBeaten { kept.append(run) }
      }
    }
    return kept
  }

  private func overlap(_ a: EdgeRun, _ b: EdgeRun) -> Int { min(a.to, b.to) - max(a.from, b.from) }
}
