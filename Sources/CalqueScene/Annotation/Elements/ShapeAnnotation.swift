import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// A hairline along the edge, and where width and height were taken.
  mutating func drawShape(_ shape: ShapeSpec) {
    let frame = shape.frame
    let radius = shape.cornerRadius?.value ?? 0
    line(
      .roundedRectangle(frame, radius: radius), AnnotationStyle.shape.faded(0.9), width: style.hair, underlay: 0.3)
    drawMidlines(frame, AnnotationStyle.shape)
  }

  /// Short strokes across the four edges, on the midlines: there the frame was read.
  mutating func drawMidlines(_ frame: Rect<Pixels>, _ color: RGBAColor) {
    let reach = min(3.5 * style.unit, 0.2 * min(frame.width, frame.height))
    let center = frame.center
    var path = Path()
    for y in [frame.y, frame.maxY] {
      path.append(.segment(Point(x: center.x, y: y - reach), Point(x: center.x, y: y + reach)))
    }
    for x in [frame.x, frame.maxX] {
      path.append(.segment(Point(x: x - reach, y: center.y), Point(x: x + reach, y: center.y)))
    }
    line(path, color)
  }
}
