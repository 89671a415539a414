import CalqueCore
import CalqueSpec

/// Where one line of pixels crosses something narrow between two grounds.
struct LineBar: Sendable {
  /// Of its middle along the line, px.
  var position: Double
  /// px.
  var width: Double
  var polarity: Polarity
}

/// Finds the narrow bars that lines of pixels cross.
struct LineScanner {
  let picture: AxisReader
  /// Widest bars, px.
  let widest: Double

  /// A step must change by as much in all, in quarters of a level.
  private static let leastStep: Int32 = 20
  /// Smaller changes from pixel to pixel belong to the ground.
  private static let leastChange: Int32 = 3

  /// The bars of one line.
  /// - Parameter line: As many pixels as the line has; overwritten.
  func bars(across row: Int, line: UnsafeMutableBufferPointer<UInt32>) -> [LineBar] {
    let length = picture.length
    picture.read(row, into: line)
    var edges = LineEdges(widest: widest, leastStep: Self.leastStep)
    var i = 1
    var level = line[0].quarterLevels
    while i < length {
      if line[i] == line[i - 1] {
        edges.close()
        i += 1
        // Grounds of one colour are most of a screen.
        while i + 4 <= length, line[i] == line[i - 1], line[i + 1] == line[i], line[i + 2] == line[i + 1],
          line[i + 3] == line[i + 2]
        {
          i += 4
        }
        continue
      }
      let next = line[i].quarterLevels
      let change = next - level
      level = next
      if change.magnitude < UInt32(Self.leastChange) {
        edges.close()
      } else {
        edges.add(change, at: i)
      }
      i += 1
    }
    edges.close()
    return edges.bars
  }
}

/// Runs of changes in one direction, and the bars between two of opposite direction.
private struct LineEdges {
  let widest: Double
  let leastStep: Int32
  var bars: [LineBar] = []
  private var last: (position: Double, change: Int32)?
  private var change: Int32 = 0
  private var moment = 0.0

  init(widest: Double, leastStep: Int32) {
    self.widest = widest
    self.leastStep = leastStep
  }

  mutating func add(_ step: Int32, at i: Int) {
    if change != 0, (change < 0) != (step < 0) { close() }
    change += step
    moment += Double(step) * Double(i)
  }

  /// Ends a run: an edge if it changes enough, and a bar if the edge before it goes the other way.
  mutating func close() {
    guard change != 0 else { return }
    let (ended, sum) = (change, moment)
    change = 0
    moment = 0
    guard ended.magnitude >= UInt32(leastStep) else { return }
    let position = sum / Double(ended)
    defer { last = (position, ended) }
    guard let last, (last.change < 0) != (ended < 0) else { return }
    let smaller = min(last.change.magnitude, ended.magnitude)
    let larger = max(last.change.magnitude, ended.magnitude)
    let width = position - last.position
    guard smaller * 5 >= larger * 2, width <= widest, width > 0.5 else { return }
    bars.append(
      LineBar(position: (position + last.position) / 2, width: width, polarity: last.change > 0 ? .bright : .dark))
  }
}

extension AxisReader {
  /// A line along the axis as 0xBBGGRR.
  fileprivate func read(_ row: Int, into line: UnsafeMutableBufferPointer<UInt32>) {
    if axis == .horizontal {
      reader.packRow(row, into: line)
    } else {
      for i in 0..<length { line[i] = reader.packed(row, i) }
    }
  }
}

extension UInt32 {
  /// Red, twice green and blue of 0xBBGGRR, 0…1020.
  fileprivate var quarterLevels: Int32 { Int32(self & 255) + 2 * Int32((self >> 8) & 255) + Int32((self >> 16) & 255) }
}
