import CalqueCore
import CalqueSpec

extension DialSpec {
  /// Between ticks and labels, and between ticks and rim, px at most: fits no text.
  private static let clearance = 3.0
  /// Labels stand no further inside the ticks than this share of the radius.
  private static let labelDepth = 0.35

  private var innermost: Double { ticks.map { $0.inner.value }.min() ?? radius.value }
  private var outermost: Double { max(radius.value, ticks.map { $0.outer.value }.max() ?? 0, rim?.value ?? 0) }

  /// Whether a mark at a place is a tick or the pointer and no text.
  func isMark(at point: Point<Pixels>) -> Bool {
    if let pointer, pointer.frame.grown(by: Self.clearance).contains(point) { return true }
    let distance = point.distance(to: center.point)
    return distance > innermost - Self.clearance && distance < outermost + Self.clearance
  }

  /// Makes the lines of text that stand along the ticks labels of the dial, and returns the others.
  ///
  /// Labels turn with the scale: their frames are those of what is seen, and they have no baseline of their own.
  mutating func takeLabels(from texts: [TextSpec]) -> [TextSpec] {
    let angles = ticks.map { $0.angle.degrees }
    guard let first = angles.min(), let last = angles.max() else { return texts }
    let margin = (last - first) / Double(max(1, ticks.count))
    var others: [TextSpec] = []
    for text in texts {
      let place = text.ink.center
      let distance = place.distance(to: center.point)
      let angle = Angle.direction(from: center.point, to: place)
      let isLabel =
        distance < innermost && distance > innermost - Self.labelDepth * radius.value
        && angle.degrees > first - margin && angle.degrees < last + margin
      if isLabel {
        labels.append(DialLabel(angle: angle, frame: text.ink))
      } else {
        others.append(text)
      }
    }
    labels.sort { $0.angle.degrees < $1.angle.degrees }
    return others
  }
}

extension Rect {
  fileprivate func grown(by d: Double) -> Rect {
    Rect(x: x - d, y: y - d, width: width + 2 * d, height: height + 2 * d)
  }
}
