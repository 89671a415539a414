import CalqueCore
import CalqueSpec

extension AnnotationCanvas {
  /// Marks where each element was measured, and writes its size beside it.
  ///
  /// First everything that must not be covered is marked as taken, then the lines are drawn, then the words look for
  /// room; what finds none is left out, because the table has every figure.
  mutating func drawElements(of inventory: Inventory, scale: PixelScale?) {
    let elements = inventory.elements
    for element in elements { reserve(element) }
    for element in elements { drawOutline(element) }
    let figures = ElementFigures(scale: scale)
    // The smallest have the least room to choose from.
    let order = elements.indices.sorted { Self.area(elements[$0].frame) < Self.area(elements[$1].frame) }
    for index in order {
      let element = elements[index]
      guard let caption = figures.caption(element) else { continue }
      drawCaption(caption, AnnotationStyle.color(of: element), beside: element.frame)
    }
    if let layout = inventory.layout { drawGaps(layout, of: elements, figures) }
  }

  private static func area(_ frame: Rect<Pixels>) -> Double { frame.width * frame.height }

  /// Marks what of an element no word may cover: all of a small one, the edges of a large one.
  private mutating func reserve(_ element: Element) {
    let frame = element.frame
    let unit = style.unit
    switch element {
    case .dial: return
    case .text, .ruler: occupancy.add(frame.expanded(by: unit))
    case .shape, .ring, .tabs:
      if min(frame.width, frame.height) < 44 * unit {
        occupancy.add(frame.expanded(by: unit))
      } else {
        reserveEdges(frame)
      }
    }
  }

  private mutating func reserveEdges(_ frame: Rect<Pixels>) {
    let corners = [
      Point<Pixels>(x: frame.x, y: frame.y), Point(x: frame.maxX, y: frame.y), Point(x: frame.maxX, y: frame.maxY),
      Point(x: frame.x, y: frame.maxY),
    ]
    for i in 0..<4 { occupancy.add(corners[i], corners[(i + 1) % 4], width: 3 * style.unit) }
  }

  private mutating func drawOutline(_ element: Element) {
    switch element {
    case .dial: return
    case .shape(let shape): drawShape(shape)
    case .ring(let ring): drawRing(ring)
    case .text(let text): drawText(text)
    case .ruler(let ruler): drawRuler(ruler)
    case .tabs(let tabs): drawTabs(tabs)
    }
  }

  /// Writes a caption outside an element or, where it is large, in one of its inner corners.
  private mutating func drawCaption(_ caption: String, _ color: RGBAColor, beside frame: Rect<Pixels>) {
    let type = style.type(7.5, weight: 600)
    let needed = size(caption, type)
    for origin in captionOrigins(needed, frame) {
      let box = Rect<Pixels>(x: origin.x, y: origin.y, width: needed.width, height: needed.height)
      guard isFree(box) else { continue }
      label(caption, type, color, in: box)
      return
    }
  }

  private func captionOrigins(_ needed: Size<Pixels>, _ frame: Rect<Pixels>) -> [Point<Pixels>] {
    let gap = 2.5 * style.unit
    let middle = frame.center.x - needed.width / 2
    let columns = [frame.x, middle, frame.maxX - needed.width]
    var origins: [Point<Pixels>] = []
    for level in 0..<2 {
      let rise = gap + Double(level) * needed.height
      for x in columns { origins.append(Point(x: x, y: frame.maxY + rise)) }
      for x in columns { origins.append(Point(x: x, y: frame.y - rise - needed.height)) }
    }
    let centerY = frame.center.y - needed.height / 2
    origins.append(Point(x: frame.maxX + gap, y: centerY))
    origins.append(Point(x: frame.x - gap - needed.width, y: centerY))
    let inner = 4 * style.unit
    if frame.width > needed.width + 2 * inner, frame.height > 3 * needed.height + 2 * inner {
      for y in [frame.y + inner, frame.maxY - inner - needed.height] {
        for x in [frame.x + inner, middle, frame.maxX - inner - needed.width] { origins.append(Point(x: x, y: y)) }
      }
    }
    return origins
  }
}

extension AnnotationStyle {
  static let shape = RGBAColor(0x3DDCFF)
  static let ring = RGBAColor(0x8FA8FF)
  static let text = RGBAColor(0xCDB0FF)
  static let scale = RGBAColor(0xFFD60A)
  static let gap = RGBAColor(0xFF5AD2)

  static func color(of element: Element) -> RGBAColor {
    switch element {
    case .dial, .shape: return shape
    case .ring: return ring
    case .text: return text
    case .ruler, .tabs: return scale
    }
  }
}
