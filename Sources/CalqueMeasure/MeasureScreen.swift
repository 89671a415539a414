import CalqueCore
import CalqueSpec

/// Finds and measures everything that is no dial, and how it all stands to each other.
func measureScreen(_ bitmap: Bitmap, options: MeasureOptions, into inventory: inout Inventory) {
  var screen = Screen(bitmap, options: options)
  options.onStage?(.regions)
  screen.measureRings()
  options.onStage?(.rings)
  screen.measureShapes()
  screen.measureShapesOverPictures()
  options.onStage?(.shapes)
  screen.measureRulers()
  options.onStage?(.rulers)
  screen.measureText()
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
