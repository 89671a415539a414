import CalqueCore

/// Where one line of pixels crosses something narrow between two grounds.
struct LineBar: Sendable {
  /// Of its middle along the line, px.
  var position: Double
  /// px.
  var width: Double
  var polarity: Polarity
}

extension AxisReader {
  /// The narrow bars that a line of pixels along the axis crosses.
  /// - Parameter widest: px.
  func bars(across row: Int, widest: Double) -> [LineBar] {
    /// A step must change by as much in all, in quarters of a level.
    let least: Int32 = 20
    var bars: [LineBar] = []
    var edge: (position: Double, change: Int32)?
    var run: (change: Int32, moment: Double) = (0, 0)
    func close() {
      defer { run = (0, 0) }
      guard run.change.magnitude >= least else { return }
      let position = run.moment / Double(run.change)
      if let edge, (edge.change < 0) != (run.change < 0) {
        let smaller = min(edge.change.magnitude, run.change.magnitude)
        let larger = max(edge.change.magnitude, run.change.magnitude)
        let width = position - edge.position
        if smaller * 5 >= larger * 2, width <= widest, width > 0.5 {
          bars.append(
            LineBar(
              position: (position + edge.position) / 2, width: width, polarity: edge.change > 0 ? .bright : .dark))
        }
      }
      edge = (position, run.change)
    }
    var before = packed(0, row)
    var level = before.quarterLevels
    for i in 1..<length {
      let color = packed(i, row)
      if color == before {
        if run.change != 0 { close() }
        continue
      }
      let next = color.quarterLevels
      let change = next - level
      before = color
      level = next
      if change.magnitude < 3 || (run.change != 0 && (change < 0) != (run.change < 0)) { close() }
      if change.magnitude >= 3 {
        run.change += change
        run.moment += Double(change) * Double(i)
      }
    }
    close()
    return bars
  }
}

extension UInt32 {
  /// Red, twice green and blue of 0xBBGGRR, 0…1020.
  fileprivate var quarterLevels: Int32 { Int32(self & 255) + 2 * Int32((self >> 8) & 255) + Int32((self >> 16) & 255) }
}
