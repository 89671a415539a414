import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds text on what lies over photographs, and takes the shapes and rings that are its letters away.
  mutating func measureOverlayText() {
    let scale = nominalScale
    let overlays = overlays
    let found = bitmap.withReader { reader in
      overlays.flatMap { shape -> [TextSpec] in
        guard let ink = InkFlattening(inside: shape, reader, margin: 2 * scale)?.flattened(), ink.isSharp else {
          return []
        }
        return ink.texts(scale: scale)
      }
    }
    takeTexts(found)
  }

  /// Adds lines of text, and takes the shapes and rings that are their letters away.
  mutating func takeTexts(_ found: [TextSpec]) {
    guard !found.isEmpty else { return }
    texts += found
    func isLetter(_ frame: Rect<Pixels>) -> Bool {
      found.contains { text in
        let box = text.ink
        return frame.x > box.x - 2 && frame.y > box.y - 2 && frame.maxX < box.maxX + 2 && frame.maxY < box.maxY + 2
      }
    }
    shapes.removeAll { isLetter($0.spec.frame) }
    rings.removeAll { isLetter($0.spec.frame) }
  }
}

extension InkFlattening {
  /// What lies within a shape's outline.
  /// - Parameter margin: From the outline, px: its edge and rim are no ink.
  init?(inside shape: ShapeSpec, _ reader: BitmapReader, margin: Double) {
    let inset = margin + (shape.stroke?.width.value ?? 0)
    let minX = max(0, Int((shape.frame.x + inset).rounded(.up)))
    let minY = max(0, Int((shape.frame.y + inset).rounded(.up)))
    let maxX = min(reader.width, Int((shape.frame.maxX - inset).rounded(.down)))
    let maxY = min(reader.height, Int((shape.frame.maxY - inset).rounded(.down)))
    guard maxX - minX > 4, maxY - minY > 4 else { return nil }
    let radius = max(0, (shape.cornerRadius?.value ?? 0) - inset)
    var isInside = [Bool](repeating: true, count: (maxX - minX) * (maxY - minY))
    for y in minY..<maxY {
      for x in minX..<maxX {
        let dx = max(0, Double(minX) + radius - Double(x) - 0.5, Double(x) + 0.5 - Double(maxX) + radius)
        let dy = max(0, Double(minY) + radius - Double(y) - 0.5, Double(y) + 0.5 - Double(maxY) + radius)
        if dx * dx + dy * dy > radius * radius, radius > 0 {
          isInside[(y - minY) * (maxX - minX) + x - minX] = false
        }
      }
    }
    self.init(
      reader: reader, x: minX, y: minY, width: maxX - minX, height: maxY - minY, isInside: isInside)
  }
}

extension FlattenedInk {
  /// The lines of text, in the whole picture's pixels and in the ink's own colour.
  func texts(scale: Double) -> [TextSpec] {
    let map = RegionMap(bitmap)
    let isGround = map.regions.map { $0.isUniform && $0.color.x > 250 }
    let lines = bitmap.withReader { reader in
      TextFinder(
        map: map, reader: reader, scale: scale, isGround: isGround, solids: [], outlines: [], rulers: [], dials: []
      )
      .find()
    }
    return lines.map { line in
      var text = line.spec.moved(x: Double(x), y: Double(y))
      text.color = rounded(ink)
      text.background = rounded(ground)
      return text
    }
  }
}

extension TextSpec {
  fileprivate func moved(x: Double, y: Double) -> TextSpec {
    func moved(_ frame: Rect<Pixels>) -> Rect<Pixels> {
      Rect(x: frame.x + x, y: frame.y + y, width: frame.width, height: frame.height)
    }
    var text = self
    text.ink = moved(ink)
    text.words = words.map(moved)
    text.baseline?.value += y
    return text
  }
}
