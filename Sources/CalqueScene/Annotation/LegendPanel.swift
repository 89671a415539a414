import CalqueCore
import CalqueSpec

/// The size of a panel and its columns for a size of type.
private struct PanelLayout {
  let type: TextStyle
  let titleType: TextStyle
  let keyWidth: Double
  let size: Size<Pixels>
  var line: Double { 1.45 * type.size }
  var padding: Double { 0.95 * type.size }
  var swatchWidth: Double { 1.5 * type.size }
  var gap: Double { 0.65 * type.size }

  init(title: String, rows: [LegendRow], type: TextStyle, titleType: TextStyle, measurer: TextMeasurer) {
    self.type = type
    self.titleType = titleType
    var key = 0.0
    var value = 0.0
    for row in rows {
      key = max(key, measurer.measure(row.key, type).advance)
      value = max(value, measurer.measure(row.value, type).advance)
    }
    keyWidth = key
    let columns = 1.5 * type.size + 0.65 * type.size + key + 1.1 * type.size + value
    let width = max(columns, measurer.measure(title, titleType).advance)
    size = Size(
      width: (width + 1.9 * type.size).rounded(.up),
      height: (1.45 * type.size * (Double(rows.count) + 1.25) + 1.5 * type.size).rounded(.up))
  }
}

extension AnnotationCanvas {
  /// The panel with a dial's figures, where it covers least.
  mutating func drawLegend(of g: DialGeometry, title: String, scale: PixelScale?) {
    let title = scale.map { title + " at " + FigureText.short($0.pixelsPerPoint) + " px per pt" } ?? title
    let rows = DialLegend(dial: g.dial, scale: scale).rows
    var best: (layout: PanelLayout, frame: Rect<Pixels>, cost: Double)?
    for points in [11.0, 10, 9, 8, 7] {
      let layout = PanelLayout(
        title: title, rows: rows, type: style.type(points, weight: 400), titleType: style.type(points, weight: 700),
        measurer: measurer)
      guard let place = bestPlace(for: layout.size, g) else { continue }
      let covered = occupancy.overlap(place.frame)
      if best == nil || place.cost < 0.7 * (best?.cost ?? 0) { best = (layout, place.frame, place.cost) }
      if covered == 0, coverage(of: place.frame, g) == 0 { break }
    }
    guard let best else { return }
    draw(title: title, rows: rows, best.layout, in: best.frame)
    occupancy.add(best.frame)
  }

  /// The place with the least cost: what is drawn must not be covered, the dial's inside should not be, and near the
  /// dial is better than far.
  private func bestPlace(for size: Size<Pixels>, _ g: DialGeometry) -> (frame: Rect<Pixels>, cost: Double)? {
    let room = style.canvas.expanded(by: -1.6 * style.margin)
    guard size.width <= room.width, size.height <= room.height else { return nil }
    let area = size.width * size.height
    let step = max(2, 4 * style.unit)
    var best: (frame: Rect<Pixels>, cost: Double)?
    for column in 0...4 {
      let x = room.x + (room.width - size.width) * Double(column) / 4
      var y = room.y
      while y <= room.maxY - size.height {
        let frame = Rect<Pixels>(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
        let grown = frame.expanded(by: 4 * style.unit)
        let covered = occupancy.overlap(grown) / area
        let inside = coverage(of: frame, g)
        let distance = frame.gap(to: g.dial.frame) / max(style.canvas.width, style.canvas.height)
        let offMargin = column == 0 || column == 4 ? 0.0 : 0.02
        let cost = 40 * covered + (covered > 0 ? 1 : 0) + 2 * inside + distance + offMargin
        if cost < (best?.cost ?? .infinity) { best = (frame, cost) }
        y += step
      }
    }
    return best
  }

  /// The part of a box that lies on the dial's disc, 0…1, on a grid of samples.
  private func coverage(of box: Rect<Pixels>, _ g: DialGeometry) -> Double {
    let disc = max(g.radius, g.dial.rim?.value ?? 0)
    let n = 8
    var hits = 0
    for i in 0...n {
      for j in 0...n {
        let p = Point<Pixels>(
          x: box.x + box.width * Double(i) / Double(n), y: box.y + box.height * Double(j) / Double(n))
        if p.distance(to: g.center) < disc { hits += 1 }
      }
    }
    return Double(hits) / Double((n + 1) * (n + 1))
  }

  private mutating func draw(title: String, rows: [LegendRow], _ layout: PanelLayout, in frame: Rect<Pixels>) {
    let shape = Path.roundedRectangle(frame, radius: 0.7 * layout.type.size)
    overlay(.fill(shape, .color(RGBAColor(0x0B0E13, opacity: 0.84)), .nonZero))
    overlay(
      .stroke(
        Path.roundedRectangle(frame.expanded(by: -style.hair / 2), radius: 0.7 * layout.type.size),
        StrokeStyle(width: style.hair), .color(RGBAColor.white.faded(0.2))))
    let left = frame.x + layout.padding
    var y = frame.y + 0.75 * layout.type.size + layout.line / 2
    overlay(.text(panelText(title, layout.titleType, left, y, RGBAColor.white)))
    y += 1.25 * layout.line
    let keyX = left + layout.swatchWidth + layout.gap
    let valueX = keyX + layout.keyWidth + 1.1 * layout.type.size
    for row in rows {
      draw(row.swatch, at: Point(x: left, y: y), width: layout.swatchWidth, height: 0.8 * layout.type.size)
      overlay(.text(panelText(row.key, layout.type, keyX, y, RGBAColor.white.faded(0.64))))
      overlay(.text(panelText(row.value, layout.type, valueX, y, RGBAColor.white.faded(0.96))))
      y += layout.line
    }
  }

  private func panelText(_ s: String, _ type: TextStyle, _ x: Double, _ y: Double, _ color: RGBAColor) -> TextRun {
    TextRun(s, style: type, anchor: Point(x: x, y: y), baseline: .capMiddle, color: color)
  }

  private mutating func draw(_ swatch: LegendRow.Swatch, at p: Point<Pixels>, width: Double, height: Double) {
    let stroke = StrokeStyle(width: max(1, 1.15 * style.line))
    let right = Point<Pixels>(x: p.x + width, y: p.y)
    let middle = p.x + width / 2
    func bar(_ x: Double) -> Path { .segment(Point(x: x, y: p.y - height / 2), Point(x: x, y: p.y + height / 2)) }
    switch swatch {
    case .none: break
    case .line(let color): overlay(.stroke(.segment(p, right), stroke, .color(color)))
    case .dashes(let color):
      var dashed = stroke
      dashed.dash = [width / 5, width / 5]
      overlay(.stroke(.segment(p, right), dashed, .color(color)))
    case .bars(let color): overlay(.stroke(bar(middle), stroke, .color(color)))
    case .cross(let color):
      var path = bar(middle)
      path.append(
        .segment(Point(x: middle - height / 2, y: p.y), Point(x: middle + height / 2, y: p.y)))
      overlay(.stroke(path, stroke, .color(color)))
    case .wedge(let color):
      let triangle = Path.polyline(
        [
          Point(x: p.x, y: p.y - height / 3), Point(x: right.x, y: p.y + height / 3),
          Point(x: p.x, y: p.y + height / 3),
        ], closed: true)
      overlay(.fill(triangle, .color(color), .nonZero))
    }
  }
}
