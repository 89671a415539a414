/// Rows of cells that become lines with aligned columns.
struct Columns {
  enum Alignment { case left, right }
  var alignments: [Alignment]
  var rows: [[String]] = []
  /// Between columns.
  var gap = 2
  var indent = 2

  init(_ alignments: [Alignment], indent: Int = 2, gap: Int = 2) {
    self.alignments = alignments
    self.indent = indent
    self.gap = gap
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Lines without trailing spaces.
  var lines: [String] {
    var widths = [Int](repeating: 0, count: alignments.count)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) }
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (index, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        if index > 0 { line += String(repeating: " ", count: gap) }
        line += alignments[index] == .left ? cell + padding : padding + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
