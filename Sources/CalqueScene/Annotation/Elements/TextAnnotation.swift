import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// The ink's four corners, the baseline, and the height of the small letters beside it.
  mutating func drawText(_ text: TextSpec) {
    let frame = text.ink
    let unit = style.unit
    let reach = min(3 * unit, 0.3 * min(frame.width, frame.height))
    var corners = Path()
    for (x, dx) in [(frame.x, 1.0), (frame.maxX, -1.0)] {
      for (y, dy) in [(frame.y, 1.0), (frame.maxY, -1.0)] {
        corners.append(
          .polyline([
            Point(x: x + dx * reach, y: y), Point(x: x, y: y), Point(x: x, y: y + dy * reach),
          ]))
      }
    }
    line(corners, AnnotationStyle.text, width: style.hair, underlay: 0.3)
    guard let baseline = text.baseline else { return }
    var lines = Path.segment(
      Point(x: frame.x - 4 * unit, y: baseline.value), Point(x: frame.x - 1 * unit, y: baseline.value))
    lines.append(
      .segment(Point(x: frame.maxX + 1 * unit, y: baseline.value), Point(x: frame.maxX + 4 * unit, y: baseline.value)))
    if let xHeight = text.xHeight {
      let y = baseline.value - xHeight.value
      lines.append(.segment(Point(x: frame.maxX + 1 * unit, y: y), Point(x: frame.maxX + 3 * unit, y: y)))
    }
    line(lines, AnnotationStyle.text)
  }
}
