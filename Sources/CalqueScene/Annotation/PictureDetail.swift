import CalqueCore

/// Where a picture has sharp edges: text and the borders of controls, hardly the photograph behind them.
///
/// An annotation's panel keeps away from such places.
public struct PictureDetail: Sendable {
  private let columns: Int
  private let rows: Int
  /// Sums of all cells above and to the left, with a row and a column of zeros before them (summed-area table,
  /// Crow 1984).
  private let sums: [Double]

  /// px.
  private static let cell = 16
  /// Neighbours that differ by more, of 1, are an edge.
  private static let step: Float = 0.16

  public init(_ bitmap: Bitmap) {
    let cell = Self.cell
    columns = (bitmap.width + cell - 1) / cell
    rows = (bitmap.height + cell - 1) / cell
    var counts = [Int](repeating: 0, count: columns * rows)
    switch bitmap.samples {
    case .eight(let s):
      Self.count(s, bitmap.width, bitmap.height, Int(Self.step * 255), columns, &counts)
    case .sixteen(let s):
      Self.count(s, bitmap.width, bitmap.height, Int(Self.step * 65535), columns, &counts)
    }
    var sums = [Double](repeating: 0, count: (columns + 1) * (rows + 1))
    for j in 0..<rows {
      var row = 0.0
      for i in 0..<columns {
        row += Double(counts[j * columns + i])
        sums[(j + 1) * (columns + 1) + i + 1] = sums[j * (columns + 1) + i + 1] + row
      }
    }
    self.sums = sums
  }

  /// Counts edges in the green channel, on every second row and column.
  private static func count<T: FixedWidthInteger>(
    _ s: [T], _ width: Int, _ height: Int, _ step: Int, _ columns: Int, _ counts: inout [Int]
  ) {
    s.withUnsafeBufferPointer { s in
      for y in stride(from: 0, to: height - 1, by: 2) {
        for x in stride(from: 0, to: width - 1, by: 2) {
          let i = (y * width + x) * 4 + 1
          let v = Int(s[i])
          if (v - Int(s[i + 4])).magnitude > step || (v - Int(s[i + 4 * width])).magnitude > step {
            counts[y / cell * columns + x / cell] += 1
          }
        }
      }
    }
  }

  /// The part of the samples in a rectangle that are edges, 0…1, to the nearest cells.
  public func share(in r: Rect<Pixels>) -> Double {
    func index(_ v: Double, _ limit: Int) -> Int { max(0, min(limit, Int((v / Double(Self.cell)).rounded()))) }
    guard r.x.isFinite, r.y.isFinite, r.maxX.isFinite, r.maxY.isFinite else { return 0 }
    let x0 = index(max(-1e6, r.x), columns)
    let x1 = index(min(1e6, r.maxX), columns)
    let y0 = index(max(-1e6, r.y), rows)
    let y1 = index(min(1e6, r.maxY), rows)
    guard x1 > x0, y1 > y0 else { return 0 }
    let w = columns + 1
    let sum = sums[y1 * w + x1] - sums[y0 * w + x1] - sums[y1 * w + x0] + sums[y0 * w + x0]
    return sum / Double((x1 - x0) * (y1 - y0) * Self.cell * Self.cell / 4)
  }
}
