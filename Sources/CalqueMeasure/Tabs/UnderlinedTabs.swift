import CalqueCore
import CalqueSpec

extension TabsFinder {
  /// Lines below the one of several labels at equal distances.
  func underlined(besides found: [TabsSpec]) -> [TabsSpec] {
    var result: [TabsSpec] = []
    for shape in shapes where isUnderline(shape.frame) {
      guard let tabs = underlined(shape) else { continue }
      let isTaken = (found + result).contains { other in
        let common = other.frame.intersection(tabs.frame)
        return common.width * common.height > 0.3 * tabs.frame.width * tabs.frame.height
      }
      if !isTaken { result.append(tabs) }
    }
    return result
  }

  private func isUnderline(_ frame: Rect<Pixels>) -> Bool {
    frame.height <= 5 * scale && frame.width >= 10 * scale && frame.width >= 3 * frame.height
  }

  private func underlined(_ shape: ShapeSpec) -> TabsSpec? {
    let line = shape.frame
    let row = labelRow(above: line)
    guard row.count >= 2, row.count <= Self.mostSegments, let first = row.first, let last = row.last else { return nil }
    let step = (last.center.x - first.center.x) / Double(row.count - 1)
    let tolerance = max(2, 0.03 * step)
    let isEqual = row.enumerated().allSatisfy { (i, label) in
      (label.center.x - first.center.x - Double(i) * step).magnitude <= tolerance && label.width <= step
    }
    guard isEqual, line.width <= 1.03 * step else { return nil }
    // Two labels stand at equal distances always: there the line must be as wide as a segment.
    if row.count == 2, (line.width - step).magnitude > tolerance { return nil }
    guard let selected = row.firstIndex(where: { ($0.center.x - line.center.x).magnitude <= tolerance }) else {
      return nil
    }
    let left = max(picture.x, first.center.x - step / 2)
    let gap = line.y - (row.map { $0.maxY }.max() ?? line.y)
    let top = max(picture.y, (row.map { $0.y }.min() ?? line.y) - gap)
    let frame =
      bar(around: row, line)
      ?? Rect<Pixels>(minX: left, minY: top, maxX: min(picture.maxX, last.center.x + step / 2), maxY: line.maxY)
    let segments = row.map { label in
      Rect<Pixels>(x: label.center.x - step / 2, y: frame.y, width: step, height: frame.height)
    }
    return TabsSpec(
      frame: frame, edgeSigma: max(shape.edgeSigma.largest, 0.5), confidence: row.count >= 3 ? 0.93 : 0.75,
      segments: segments, selected: selected, indicator: line)
  }

  /// The nearest line of labels above an underline, from left to right.
  private func labelRow(above line: Rect<Pixels>) -> [Rect<Pixels>] {
    let reach = 32 * scale
    let candidates = texts.map { $0.ink }.filter { $0.maxY <= line.y + 1 && line.y - $0.maxY < reach }
    // The label that it marks fixes the line of labels.
    let marked = candidates.filter { ($0.center.x - line.center.x).magnitude < max(2, 0.06 * line.width) }
      .max { $0.maxY < $1.maxY }
    guard let marked else { return [] }
    return candidates.filter {
      ($0.center.y - marked.center.y).magnitude < 0.35 * marked.height && $0.height < 1.8 * marked.height
        && marked.height < 1.8 * $0.height
    }.sorted { $0.x < $1.x }
  }

  /// The smallest shape around all labels and the underline, if it is no higher than a bar.
  private func bar(around row: [Rect<Pixels>], _ line: Rect<Pixels>) -> Rect<Pixels>? {
    let content = row.reduce(line) { $0.union($1) }
    return shapes.map { $0.frame }.filter {
      $0.x <= content.x + 1 && $0.maxX >= content.maxX - 1 && $0.y <= content.y && $0.maxY >= content.maxY - 1
        && $0.height <= 100 * scale
    }.min { $0.width * $0.height < $1.width * $1.height }
  }
}
