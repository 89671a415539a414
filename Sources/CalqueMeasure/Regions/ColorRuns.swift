import CalqueCore

/// The stretches of equal pixels in a picture's rows, without those that texture is made of.
///
/// A stretch of one or two pixels counts only near a long one: as a hairline does and the crescent between two round edges,
/// and a photograph's grain does not.
/// Short ones that follow each other in small steps, as a gradient's do, are one stretch of their mean colour.
struct ColorRuns {
  private(set) var runs: [ColorRun] = []
  /// Index of each row's first run, and the number of runs at the end.
  private var firsts: [Int] = [0]

  var count: Int { runs.count }
  func row(_ y: Int) -> Range<Int> { firsts[y]..<firsts[y + 1] }

  init(_ bitmap: Bitmap) {
    firsts.reserveCapacity(bitmap.height + 1)
    var row = PixelRow(width: bitmap.width)
    bitmap.withReader { reader in
      for y in 0..<bitmap.height {
        row.read(y, of: reader)
        row.append(to: &runs)
        firsts.append(runs.count)
      }
    }
  }

  /// Every pair of runs that lie above each other, with the columns that they share and the lower one's row.
  func forEachContact(_ body: (_ above: Int, _ below: Int, _ columns: Range<Int>, _ row: Int) -> Void) {
    guard firsts.count > 2 else { return }
    runs.withUnsafeBufferPointer { runs in
      for y in 1..<firsts.count - 1 {
        var above = firsts[y - 1]
        var below = firsts[y]
        let (endAbove, endBelow) = (below, firsts[y + 1])
        while above < endAbove, below < endBelow {
          let first = max(runs[above].start, runs[below].start)
          let last = min(runs[above].end, runs[below].end)
          if first < last { body(above, below, Int(first)..<Int(last), y) }
          if runs[above].end < runs[below].end { above += 1 } else { below += 1 }
        }
      }
    }
  }
}
