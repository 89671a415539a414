import CalqueCore
import CalqueSpec

extension FittedOutline {
  /// The share of an outline's rows, or of its columns if that is much less, which begin and end where the frame and the
  /// corners say, nearly.
  func agreement(with outline: RegionOutline) -> Double {
    let rows = share(
      outline.rowFirst, outline.rowLast, from: outline.region.minY, along: (top.value, bottom.value),
      across: (left.value, right.value), near: (corners[0], corners[1]), far: (corners[3], corners[2]))
    let columns = share(
      outline.columnFirst, outline.columnLast, from: outline.region.minX, along: (left.value, right.value),
      across: (top.value, bottom.value), near: (corners[0], corners[3]), far: (corners[1], corners[2]))
    // Ticks that cross an edge spoil a few columns and no row; an m spoils most columns.
    let worse = min(rows, columns)
    return worse < 0.8 ? worse : (rows + columns) / 2
  }

  /// The share of lines, rows or columns, whose first and last pixels are explained.
  /// - Parameters:
  ///   - first: Each line's first pixel.
  ///   - last: Each line's last pixel.
  ///   - start: The first line's own coordinate.
  ///   - along: The two sides between which the lines follow each other.
  ///   - across: The two sides that the lines lead from and to.
  ///   - near: The corners at the first of the sides `along`, at the lines' beginnings and ends.
  ///   - far: Those at the second.
  private func share(
    _ first: [Int], _ last: [Int], from start: Int, along: (Double, Double), across: (Double, Double),
    near: (CornerFit?, CornerFit?), far: (CornerFit?, CornerFit?)
  ) -> Double {
    var explained = 0
    for i in first.indices {
      let place = Double(start + i)
      let (before, after) = (place - along.0, along.1 - place - 1)
      let corners = before < after ? near : far
      let u = max(0, min(before, after))
      if isExplained(Double(first[i]) - across.0, corners.0, u),
        isExplained(across.1 - Double(last[i] + 1), corners.1, u)
      {
        explained += 1
      }
    }
    return Double(explained) / Double(max(1, first.count))
  }

  /// Whether a line's first filled pixel lies where the corner has it, to 1.5 px across or 1 px along.
  private func isExplained(_ depth: Double, _ corner: CornerFit?, _ u: Double) -> Bool {
    guard let corner else { return depth.magnitude <= 1.5 }
    let curve = corner.style == .continuous ? CornerCurve.continuous : CornerCurve.circular
    let radius = corner.radius.value
    let least = curve.meanDepth(from: u + 1, to: u + 2, radius: radius)
    let most = u < 1 ? curve.extent * radius : curve.meanDepth(from: u - 1, to: u, radius: radius)
    return depth >= least - 1.5 && depth <= most + 1.5
  }
}
