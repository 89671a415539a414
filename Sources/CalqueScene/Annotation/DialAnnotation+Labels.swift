import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// The words around the ring. What finds no free place is left out: the panel has every figure.
  mutating func drawRingLabels(_ g: DialGeometry) {
    drawZoomLabels(g)
    drawPointerLabel(g)
    if !g.isWhole {
      drawEndLabel(g.dial.leading, outwards: -1, g)
      drawEndLabel(g.dial.trailing, outwards: 1, g)
    }
  }

  private mutating func drawPointerLabel(_ g: DialGeometry) {
    guard let pointer = g.dial.pointer else { return }
    let type = style.type(9)
    let string = "pointer " + DialFigures.angle(pointer.angle)
    for level in 0..<3 {
      let r = g.pointerRadius + 8 * g.unit + Double(level) * 1.25 * type.size
      let box = g.box(size(string, type), beyond: r, pointer.angle.angle)
      if isFree(box) {
        label(string, type, AnnotationStyle.pointer, in: box)
        return
      }
    }
  }

  private mutating func drawEndLabel(_ end: DialEnd, outwards: Double, _ g: DialGeometry) {
    guard let string = DialFigures.shortEnd(end), let anchor = end.at?.angle ?? end.gone?.angle else { return }
    let type = style.type(9, weight: 600)
    let needed = size(string, type)
    let step = 1.3 * type.size
    var boxes: [Rect<Pixels>] = []
    for level in 0..<6 {
      for turn in [0.0, 4, 10, 18, -6, -12] {
        let angle = anchor + Angle(radians: outwards * g.turn(turn * g.unit).radians)
        boxes.append(g.box(needed, beyond: g.labelRadius + 7 * g.unit + Double(level) * step, angle))
      }
    }
    for level in 0..<2 {
      for turn in [0.0, 6, 14] {
        let angle = anchor + Angle(radians: outwards * g.turn(turn * g.unit).radians)
        boxes.append(
          g.box(needed, beyond: g.innerRadius - 9 * g.unit - Double(level) * step, angle, inside: true))
      }
    }
    for box in boxes {
      let moved = box.moved(into: room)
      if isFree(moved) {
        label(string, type, AnnotationStyle.end, in: moved)
        return
      }
    }
  }

  /// The value of each major tick, by the fitted law, outside the ring.
  private mutating func drawZoomLabels(_ g: DialGeometry) {
    let majors = g.dial.ticks.filter { $0.weight == .major && $0.zoom != nil }
    let type = style.type(9, weight: 600)
    for tick in majors.sorted(by: { Self.rank($0) < Self.rank($1) }) {
      guard let zoom = tick.zoom, zoom > 0, zoom.isFinite else { continue }
      let string = FigureText.zoom(zoom)
      let needed = size(string, type)
      // At the ring; beyond the mark of an end or a fade; a line further out, led to by a hairline.
      for rise in [0.5 * g.unit, 6.5 * g.unit, 1.25 * type.size, 1.25 * type.size + 6.5 * g.unit] {
        let r = g.labelRadius + rise
        let box = g.box(needed, beyond: r, tick.angle)
        guard isFree(box) else { continue }
        if rise >= type.size {
          let isAtPointer = hitsPointer(g.markRadius, r, tick.angle, g)
          let from = isAtPointer ? g.pointerRadius + 7 * g.unit : max(g.markRadius, g.labelRadius)
          if from < r {
            line(
              .segment(g.point(from, tick.angle), g.point(r, tick.angle)), AnnotationStyle.major.faded(0.8),
              width: style.hair)
          }
        }
        label(string, type, AnnotationStyle.major, in: box)
        break
      }
    }
  }

  /// Round values first, then the larger gaps.
  private static func rank(_ tick: DialTick) -> Double {
    guard let zoom = tick.zoom, zoom > 0 else { return 1e9 }
    let octave = log2(zoom)
    if (octave - octave.rounded()).magnitude < 1e-3 { return octave.magnitude }
    if (zoom - 10).magnitude < 1e-3 || (zoom - 5).magnitude < 1e-3 { return 20 }
    return 100 + zoom
  }
}
