import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// The space between neighbours as a line with its length, where there is room for both.
  mutating func drawGaps(_ layout: LayoutSpec, of elements: [Element], _ figures: ElementFigures) {
    for gap in layout.gaps {
      guard elements.indices.contains(gap.first), elements.indices.contains(gap.second) else { continue }
      let a = elements[gap.first].frame
      let b = elements[gap.second].frame
      switch gap.axis {
      case .horizontal: drawGap(gap, a, b, isHorizontal: true, figures)
      case .vertical: drawGap(gap, a, b, isHorizontal: false, figures)
      }
    }
  }

  private mutating func drawGap(
    _ gap: LayoutSpec.Gap, _ a: Rect<Pixels>, _ b: Rect<Pixels>, isHorizontal: Bool, _ figures: ElementFigures
  ) {
    let unit = style.unit
    let type = style.type(7, weight: 600)
    let caption = figures.length(gap.length.value)
    let needed = size(caption, type)
    // Room for the line's two feet at least.
    guard gap.length.value >= 3 * unit else { return }
    let from: Point<Pixels>
    let to: Point<Pixels>
    let box: Rect<Pixels>
    if isHorizontal {
      let y = (max(a.y, b.y) + min(a.maxY, b.maxY)) / 2
      from = Point(x: a.maxX, y: y)
      to = Point(x: b.x, y: y)
      let middle = (from.x + to.x) / 2
      box = Rect(
        x: middle - needed.width / 2, y: y - 1.5 * unit - needed.height, width: needed.width, height: needed.height)
    } else {
      let x = (max(a.x, b.x) + min(a.maxX, b.maxX)) / 2
      from = Point(x: x, y: a.maxY)
      to = Point(x: x, y: b.y)
      let middle = (from.y + to.y) / 2
      box = Rect(
        x: x + 1.5 * unit, y: middle - needed.height / 2, width: needed.width, height: needed.height)
    }
    let way = Rect<Pixels>(minX: from.x, minY: from.y, maxX: to.x, maxY: to.y).expanded(by: 0.5 * unit)
    let inside = isHorizontal ? way.insetX(2 * unit) : way.insetY(2 * unit)
    guard isFree(box), occupancy.isFree(inside) else { return }
    var path = Path.segment(from, to)
    let foot = 1.5 * unit
    for end in [from, to] {
      path.append(
        isHorizontal
          ? .segment(Point(x: end.x, y: end.y - foot), Point(x: end.x, y: end.y + foot))
          : .segment(Point(x: end.x - foot, y: end.y), Point(x: end.x + foot, y: end.y)))
    }
    line(path, AnnotationStyle.gap, width: style.hair, underlay: 0.3)
    occupancy.add(way)
    label(caption, type, AnnotationStyle.gap, in: box)
  }
}

extension Rect {
  fileprivate func insetX(_ d: Double) -> Rect { Rect(x: x + d, y: y, width: max(0, width - 2 * d), height: height) }
  fileprivate func insetY(_ d: Double) -> Rect { Rect(x: x, y: y + d, width: width, height: max(0, height - 2 * d)) }
}
