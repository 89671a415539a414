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
  inventory.elements += screen.rulers.map(Element.ruler)
  inventory.elements += screen.tabs.map(Element.tabs)
  inventory.elements += screen.rings.map { .ring($0.spec) }
  inventory.elements += screen.shapes.map { .shape($0.spec) }
  inventory.elements += screen.texts.map(Element.text)
  inventory.refused += screen.refused
  inventory.select(options)
  inventory.layout = layout(of: inventory.elements, in: bitmap.bounds, scale: options.scale)
  options.onStage?(.layout)
}
