import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// A dashed frame around what could not be measured, with the reason.
  mutating func drawRefusal(_ refusal: Refusal) {
    let frame = refusal.frame.intersection(style.canvas.expanded(by: -style.line))
    if !frame.isEmpty {
      line(
        .roundedRectangle(frame, radius: 3 * style.unit), AnnotationStyle.refusal,
        dash: [4 * style.unit, 3 * style.unit])
      for (a, b) in [
        (Point<Pixels>(x: frame.x, y: frame.y), Point<Pixels>(x: frame.maxX, y: frame.y)),
        (Point(x: frame.x, y: frame.maxY), Point(x: frame.maxX, y: frame.maxY)),
        (Point(x: frame.x, y: frame.y), Point(x: frame.x, y: frame.maxY)),
        (Point(x: frame.maxX, y: frame.y), Point(x: frame.maxX, y: frame.maxY)),
      ] {
        occupancy.add(a, b, width: 2 * style.unit)
      }
    }
    drawReason(refusal.message, for: frame)
  }

  private mutating func drawReason(_ message: String, for frame: Rect<Pixels>) {
    let type = style.type(10, weight: 400)
    let padding = 0.7 * type.size
    let widest = min(room.width - 2 * padding, max(frame.width - 2 * padding, 30 * type.size))
    let lines = wrap(message, type, width: widest)
    let step = 1.35 * type.size
    var width = 0.0
    for line in lines { width = max(width, size(line, type).width) }
    let needed = Size<Pixels>(width: width + 2 * padding, height: step * Double(lines.count) + 1.2 * padding)
    let gap = 3 * style.unit
    var candidates = [frame.y - gap - needed.height, frame.maxY + gap, frame.y + gap, frame.maxY - gap - needed.height]
    var y = room.y
    while y <= room.maxY - needed.height {
      candidates.append(y)
      y += step
    }
    for y in candidates {
      let box = Rect<Pixels>(x: frame.x, y: y, width: needed.width, height: needed.height).moved(into: room)
      guard isFree(box) else { continue }
      panel(box, radius: padding)
      for (i, line) in lines.enumerated() {
        let anchor = Point<Pixels>(x: box.x + padding, y: box.y + 0.6 * padding + step * (Double(i) + 0.5))
        overlay(
          .text(
            TextRun(line, style: type, anchor: anchor, baseline: .capMiddle, color: AnnotationStyle.refusal)))
      }
      occupancy.add(box)
      return
    }
  }

  /// Lines no wider than a width where words allow.
  private func wrap(_ text: String, _ type: TextStyle, width: Double) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      let longer = current.isEmpty ? String(word) : current + " " + String(word)
      if !current.isEmpty, size(longer, type).width > width {
        lines.append(current)
        current = String(word)
      } else {
        current = longer
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines
  }
}
