import CalqueCore

/// Collects the operations of an annotation and keeps account of the room that is left.
struct AnnotationCanvas {
  let style: AnnotationStyle
  let measurer: TextMeasurer
  let detail: PictureDetail?
  /// Lines first, so that no line crosses a letter.
  private var lines: [SceneOperation] = []
  private var labels: [(box: Rect<Pixels>, operation: SceneOperation)] = []
  private var overlays: [SceneOperation] = []
  var occupancy: Occupancy

  init(style: AnnotationStyle, measurer: TextMeasurer, detail: PictureDetail?) {
    self.style = style
    self.measurer = measurer
    self.detail = detail
    occupancy = Occupancy(grain: 4 * style.unit)
  }

  var operations: [SceneOperation] { lines + labels.map { $0.operation } + overlays }
  /// Where text may stand.
  var room: Rect<Pixels> { style.canvas.expanded(by: -style.margin) }

  /// A line with a dark one behind it, so that it shows on every ground.
  mutating func line(
    _ path: Path, _ color: RGBAColor, width: Double? = nil, dash: [Double] = [], cap: StrokeStyle.Cap = .butt,
    underlay: Double = 0.42
  ) {
    let width = width ?? style.line
    let dark = AnnotationStyle.dark.faded(underlay * color.opacity)
    if underlay > 0 {
      let behind = StrokeStyle(width: width + 2 * style.underlay, cap: cap, join: .round, dash: dash)
      lines.append(.stroke(path, behind, .color(dark)))
    }
    lines.append(.stroke(path, StrokeStyle(width: width, cap: cap, join: .round, dash: dash), .color(color)))
  }

  mutating func fill(_ path: Path, _ color: RGBAColor) {
    lines.append(
      .stroke(
        path, StrokeStyle(width: 2 * style.underlay, join: .round), .color(AnnotationStyle.dark.faded(0.42))))
    lines.append(.fill(path, .color(color), .nonZero))
  }

  /// Adds what goes above lines and other texts.
  mutating func overlay(_ operation: SceneOperation) { overlays.append(operation) }

  /// A dark plate for text, with a fine bright rim so that it stands out on dark pictures too.
  mutating func panel(_ frame: Rect<Pixels>, radius: Double) {
    overlay(.fill(.roundedRectangle(frame, radius: radius), .color(AnnotationStyle.panel), .nonZero))
    overlay(
      .stroke(
        .roundedRectangle(frame.expanded(by: -style.hair / 2), radius: radius - style.hair / 2),
        StrokeStyle(width: style.hair), .color(RGBAColor.white.faded(0.2))))
  }

  /// The box that a line of text needs: its capitals with a little air.
  func size(_ string: String, _ type: TextStyle) -> Size<Pixels> {
    let extent = measurer.measure(string, type)
    return Size(width: extent.advance + 0.3 * type.size, height: extent.capHeight + 0.5 * type.size)
  }

  /// Whether a box may hold text.
  func isFree(_ box: Rect<Pixels>) -> Bool { room.contains(box) && occupancy.isFree(box) }

  /// Writes a text with a halo, centred in a box, and marks the box as taken.
  mutating func label(_ string: String, _ type: TextStyle, _ color: RGBAColor, in box: Rect<Pixels>) {
    let run = TextRun(
      string, style: type, anchor: box.center, alignment: .center, baseline: .capMiddle, color: color,
      halo: style.halo)
    labels.append((box, .text(run)))
    occupancy.add(box)
  }

  /// Takes away the labels that a box would cover in part.
  mutating func removeLabels(under box: Rect<Pixels>) { labels.removeAll { $0.box.overlaps(box) } }
}
