import CalqueCore
import CalqueSpec

/// Finds and measures everything that is no dial, and how it all stands to each other.
func measureScreen(_ bitmap: Bitmap, options: MeasureOptions, into inventory: inout Inventory) {
  var screen = Screen(bitmap, options: options)
  options.onStage?(.regions)
  screen.measureRings()
  options.onStage?(.rings)
  screen.measureShapes()
  screen.joinThinArcs()
  screen.measureOverlays()
  options.onStage?(.shapes)
  screen.measureRulers()
  settle(&screen, with: &inventory)
  options.onStage?(.rulers)
  screen.dials = inventory.elements.compactMap { element in
    guard case .dial(let dial) = element else { return nil }
    return dial
  }
  screen.removeTicks()
  screen.measureText()
  screen.measureOverlayText()
  screen.measurePictureText()
  for i in inventory.elements.indices {
    guard case .dial(var dial) = inventory.elements[i] else { continue }
    screen.texts = dial.takeLabels(from: screen.texts)
    inventory.elements[i] = .dial(dial)
  }
  options.onStage?(.text)
  screen.measureTabs()
  options.onStage?(.tabs)
  var elements = screen.rulers.map { Element.ruler($0) }
  elements += screen.tabs.map { Element.tabs($0) }
  elements += screen.rings.map { Element.ring($0.spec) }
  elements += screen.shapes.map { Element.shape($0.spec) }
  elements += screen.texts.map { Element.text($0) }
  inventory.elements += readingOrder(of: elements).map { elements[$0] }
  inventory.refused += screen.refused
  inventory.select(options)
  inventory.layout = layout(of: inventory.elements, in: bitmap.bounds, scale: options.scale)
  options.onStage?(.layout)
}

/// Marks on an arc make no ruler where a dial was measured, and marks refused as a dial because they stand on a line are
/// one.
private func settle(_ screen: inout Screen, with inventory: inout Inventory) {
  screen.rulers.removeAll { ruler in
    inventory.elements.contains { element in
      guard case .dial(let dial) = element else { return false }
      return covers(dial.frame, ruler.frame)
    }
  }
  inventory.refused.removeAll { refusal in
    refusal.kind == .dial
      && screen.rulers.contains { covers(refusal.frame, $0.frame) || covers($0.frame, refusal.frame) }
  }
}

/// Whether half of a frame lies in another.
private func covers(_ outer: Rect<Pixels>, _ inner: Rect<Pixels>) -> Bool {
  let common = outer.intersection(inner)
  return common.width * common.height > 0.5 * inner.width * inner.height
}
