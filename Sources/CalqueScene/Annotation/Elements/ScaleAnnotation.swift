import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// A short stroke beyond each tick, on its centre line.
  mutating func drawRuler(_ ruler: RulerSpec) {
    let unit = style.unit
    var majors = Path()
    var minors = Path()
    for tick in ruler.ticks {
      let reach = (tick.weight == .major ? 4.5 : 2.5) * unit
      let p = tick.position.value
      let stroke: Path
      switch ruler.axis {
      case .horizontal:
        let y = ruler.frame.maxY + 1.5 * unit
        stroke = .segment(Point(x: p, y: y), Point(x: p, y: y + reach))
      case .vertical:
        let x = ruler.frame.maxX + 1.5 * unit
        stroke = .segment(Point(x: x, y: p), Point(x: x + reach, y: p))
      }
      if tick.weight == .major { majors.append(stroke) } else { minors.append(stroke) }
    }
    line(minors, AnnotationStyle.scale.faded(0.8), width: style.hair)
    line(majors, AnnotationStyle.scale)
    occupancy.add(ruler.frame.expanded(by: 6 * unit))
  }

  /// Where the segments meet, and the mark of the selected one.
  mutating func drawTabs(_ tabs: TabsSpec) {
    let unit = style.unit
    var borders = Path()
    for segment in tabs.segments.dropFirst() {
      borders.append(.segment(Point(x: segment.x, y: segment.y), Point(x: segment.x, y: segment.maxY)))
    }
    line(borders, AnnotationStyle.scale, width: style.hair, dash: [2 * unit, 2 * unit], underlay: 0.3)
    if let indicator = tabs.indicator { drawMidlines(indicator, AnnotationStyle.scale) }
  }
}
