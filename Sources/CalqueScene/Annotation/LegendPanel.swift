import CalqueCore
import CalqueSpec

/// A panel of rows in one or two columns: its size and where its parts stand.
struct PanelLayout {
  struct Column {
    var rows: [LegendRow]
    /// From the panel's left side to the column's.
    var x: Double
    var keyWidth: Double
  }
  let type: TextStyle
  let titleType: TextStyle
  let title: String
  /// What stands at the right end of the title's line.
  let note: String?
  let columns: [Column]
  let size: Size<Pixels>

  var line: Double { 1.45 * type.size }
  var padding: Double { 0.95 * type.size }
  var swatchWidth: Double { 1.5 * type.size }
  /// Between swatch and key.
  var gap: Double { 0.65 * type.size }
  /// Between key and value.
  var wideGap: Double { 1.1 * type.size }

  init(
    title: String, note: String?, rows: [LegendRow], columnCount: Int, type: TextStyle, titleType: TextStyle,
    measurer: TextMeasurer
  ) {
    self.title = title
    self.note = note
    self.type = type
    self.titleType = titleType
    let em = type.size
    let perColumn = (rows.count + columnCount - 1) / max(1, columnCount)
    var columns: [Column] = []
    var x = 0.95 * em
    var start = 0
    while start < rows.count {
      let part = Array(rows[start..<min(rows.count, start + perColumn)])
      var key = 0.0
      var value = 0.0
      for row in part {
        key = max(key, measurer.measure(row.key, type).advance)
        value = max(value, measurer.measure(row.value, type).advance)
      }
      columns.append(Column(rows: part, x: x, keyWidth: key))
      x += (1.5 + 0.65 + 1.1 + 2.2) * em + key + value
      start += perColumn
    }
    self.columns = columns
    let right = note.map { measurer.measure($0, type).advance + 1.5 * em } ?? 0
    let heading = measurer.measure(title, titleType).advance + right + 1.9 * em
    size = Size(
      width: max(heading, x - 2.2 * em + 0.95 * em).rounded(.up),
      height: (1.45 * em * (Double(perColumn) + 1.25) + 1.5 * em).rounded(.up))
  }
}

extension AnnotationCanvas {
  /// The panel with a dial's figures, where it covers least.
  mutating func drawLegend(of g: DialGeometry, title: String, scale: PixelScale?) {
    let title = title + ", " + DialFigures.name(g.dial.law.kind)
    let note = scale.map { FigureText.short($0.pixelsPerPoint) + " px per pt" }
    let rows = DialLegend(dial: g.dial, scale: scale).rows
    var best: (layout: PanelLayout, frame: Rect<Pixels>, cost: Double)?
    for points in [10.0, 9, 8, 7, 6] {
      for columnCount in [1, 2] {
        let layout = PanelLayout(
          title: title, note: note, rows: rows, columnCount: columnCount, type: style.type(points, weight: 400),
          titleType: style.type(points, weight: 700), measurer: measurer)
        guard let place = bestPlace(for: layout.size, g) else { continue }
        // Larger type and one column are worth a little.
        let cost = place.cost + 0.025 * (10 - points) * (10 - points) + (columnCount > 1 ? 0.15 : 0)
        if cost < (best?.cost ?? .infinity) { best = (layout, place.frame, cost) }
      }
    }
    guard let best else { return }
    removeLabels(under: best.frame)
    draw(best.layout, in: best.frame)
    occupancy.add(best.frame)
  }

  /// The place with the least cost: what is drawn must not be covered, the dial's inside and sharp detail should not
  /// be, and near the dial is better than far.
  private func bestPlace(for size: Size<Pixels>, _ g: DialGeometry) -> (frame: Rect<Pixels>, cost: Double)? {
    let room = style.canvas.expanded(by: -1.6 * style.margin)
    guard size.width <= room.width, size.height <= room.height else { return nil }
    let area = size.width * size.height
    let step = max(2, 4 * style.unit)
    // Inside a part of a ring are its labels; inside a ring that goes most of the way round there is room.
    let insideWeight = (g.to - g.from).radians > Double.pi ? 0.2 : 1.0
    let detailWeight = 150 / (1 + detailAround(g) / 0.002)
    var best: (frame: Rect<Pixels>, cost: Double)?
    for column in 0...4 {
      let x = room.x + (room.width - size.width) * Double(column) / 4
      var y = room.y
      while y <= room.maxY - size.height {
        let frame = Rect<Pixels>(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
        let covered = occupancy.overlap(frame.expanded(by: 4 * style.unit)) / area
        let inside = coverage(of: frame, g)
        let distance = frame.gap(to: g.dial.frame) / max(style.canvas.width, style.canvas.height)
        let offMargin = column == 0 || column == 4 ? 0.0 : 0.02
        let hidden = min(1.2, detailWeight * (detail?.share(in: frame) ?? 0))
        let cost = (covered > 0 ? 3 + 60 * covered : 0) + insideWeight * inside + hidden + distance + offMargin
        if cost < (best?.cost ?? .infinity) { best = (frame, cost) }
        y += step
      }
    }
    return best
  }

  /// The share of edges beside the dial. A line of text and the outline of a control are about 0.5 % of a panel's
  /// pixels; where the whole picture is as sharp as that, edges tell nothing.
  private func detailAround(_ g: DialGeometry) -> Double {
    guard let detail else { return 0 }
    let own = g.dial.frame.intersection(style.canvas)
    let ownArea = own.width * own.height
    let area = style.canvas.width * style.canvas.height
    guard ownArea < area else { return 0 }
    return max(0, detail.share(in: style.canvas) * area - detail.share(in: own) * ownArea) / (area - ownArea)
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

  private mutating func draw(_ layout: PanelLayout, in frame: Rect<Pixels>) {
    panel(frame, radius: 0.7 * layout.type.size)
    let top = frame.y + 0.75 * layout.type.size + layout.line / 2
    overlay(.text(panelText(layout.title, layout.titleType, frame.x + layout.padding, top, RGBAColor.white)))
    if let note = layout.note {
      var run = panelText(note, layout.type, frame.maxX - layout.padding, top, RGBAColor.white.faded(0.64))
      run.alignment = .end
      overlay(.text(run))
    }
    for column in layout.columns {
      let left = frame.x + column.x
      let keyX = left + layout.swatchWidth + layout.gap
      let valueX = keyX + column.keyWidth + layout.wideGap
      for (i, row) in column.rows.enumerated() {
        let y = top + layout.line * (1.25 + Double(i))
        draw(row.swatch, at: Point(x: left, y: y), width: layout.swatchWidth, height: 0.8 * layout.type.size)
        overlay(.text(panelText(row.key, layout.type, keyX, y, RGBAColor.white.faded(0.64))))
        overlay(.text(panelText(row.value, layout.type, valueX, y, RGBAColor.white.faded(0.96))))
      }
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
    case .bars(let colors):
      for (i, color) in colors.enumerated() {
        let x = middle + (Double(i) - Double(colors.count - 1) / 2) * width / 3
        overlay(.stroke(bar(x), stroke, .color(color)))
      }
    case .cross(let color):
      var path = bar(middle)
      path.append(
        .segment(Point(x: middle - height / 2, y: p.y), Point(x: middle + height / 2, y: p.y)))
      overlay(.stroke(path, stroke, .color(color)))
    case .notch(let color, let isCurve):
      overlay(.stroke(Self.notchSwatch(at: p, width, height, isCurve: isCurve), stroke, .color(color)))
    case .wedge(let color, let shape, let rises):
      overlay(.fill(Self.wedgeSwatch(at: p, width, height, shape, rises: rises), .color(color), .nonZero))
    }
  }

  /// A level line that dips in its middle.
  private static func notchSwatch(at p: Point<Pixels>, _ width: Double, _ height: Double, isCurve: Bool) -> Path {
    let steps = 32
    let points = (0...steps).map { i -> Point<Pixels> in
      let u = Double(i) / Double(steps)
      let off = (2 * u - 1).magnitude
      let depth = isCurve ? exp(-off / 0.22) : max(0, 1 - off / 0.6)
      return Point(x: p.x + width * u, y: p.y + height * (depth - 0.4))
    }
    return .polyline(points)
  }

  /// A fade: as thick as what it leaves of the strength.
  private static func wedgeSwatch(
    at p: Point<Pixels>, _ width: Double, _ height: Double, _ shape: DialEnd.Shape?, rises: Bool
  ) -> Path {
    let floor = p.y + height * 0.4
    let steps = 24
    let edge = (0...steps).map { i -> Point<Pixels> in
      let t = Double(i) / Double(steps)
      let x = rises ? p.x + width * (1 - t) : p.x + width * t
      return Point(x: x, y: floor - height * 0.8 * DialEnd.Shape.envelope(shape, t))
    }
    return .polyline(
      edge + [Point(x: rises ? p.x : p.x + width, y: floor), Point(x: rises ? p.x + width : p.x, y: floor)],
      closed: true)
  }
}
