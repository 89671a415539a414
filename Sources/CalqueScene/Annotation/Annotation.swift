import CalqueCore
import CalqueSpec

/// What was measured, as a scene to draw over the screenshot that it was measured in.
///
/// Lines show where the fit lies and leave the marks themselves uncovered: the circle is interrupted at each tick, a
/// tick's centre line is drawn beyond its two ends. A panel beside the dial lists the figures with one standard
/// deviation, in pt where the scale is known and else in px.
/// - Parameters:
///   - inventory: what was measured.
///   - pictureSize: of the screenshot, px.
///   - scale: px per pt, where it is known.
///   - measurer: widths of text in the fonts that the scene will be drawn with.
///   - detail: of the screenshot, so that the panel hides no text or control where it can be helped.
public func annotation(
  of inventory: Inventory, pictureSize: Size<Pixels>, scale: PixelScale?, measurer: TextMeasurer = .estimated,
  detail: PictureDetail? = nil
) -> Scene {
  let bounds = Rect<Pixels>(x: 0, y: 0, width: pictureSize.width, height: pictureSize.height)
  let style = AnnotationStyle(canvas: bounds, scale: scale)
  var canvas = AnnotationCanvas(style: style, measurer: measurer, detail: detail)
  var dials: [DialGeometry] = []
  for element in inventory.elements {
    switch element {
    case .dial(let dial):
      if let geometry = DialGeometry(dial, unit: style.unit) { dials.append(geometry) }
    case .ring, .shape, .text, .ruler, .tabs: break
    }
  }
  for geometry in dials { canvas.drawRing(geometry) }
  for geometry in dials { canvas.drawRingLabels(geometry) }
  canvas.drawElements(of: inventory, scale: scale)
  for refusal in inventory.refused { canvas.drawRefusal(refusal) }
  for (i, geometry) in dials.enumerated() {
    canvas.drawLegend(of: geometry, title: dials.count > 1 ? "Dial \(i + 1)" : "Dial", scale: scale)
  }
  return Scene(size: pictureSize, operations: canvas.operations)
}

/// One dial as a scene to draw over the screenshot that it was measured in.
public func annotation(
  of dial: DialSpec, pictureSize: Size<Pixels>, scale: PixelScale?, measurer: TextMeasurer = .estimated,
  detail: PictureDetail? = nil
) -> Scene {
  annotation(
    of: Inventory(elements: [.dial(dial)]), pictureSize: pictureSize, scale: scale, measurer: measurer,
    detail: detail)
}
