import CalqueCore
import CalqueSpec

/// The few words that stand beside an element in an annotated picture; lengths in pt where the scale is known, else px.
struct ElementFigures {
  let scale: PixelScale?

  /// A length without its unit, to a tenth or, where that does not do, a hundredth.
  func length(_ pixels: Double) -> String {
    let value = scale?.points(pixels) ?? pixels
    let hundredths = FigureText.fixed(value, decimals: 2)
    guard hundredths.hasSuffix("0") else { return hundredths }
    return hundredths.hasSuffix("00") ? String(hundredths.dropLast(3)) : String(hundredths.dropLast())
  }

  func caption(_ element: Element) -> String? {
    switch element {
    case .dial: return nil
    case .shape(let shape): return caption(shape)
    case .ring(let ring): return caption(ring)
    case .text(let text): return caption(text)
    case .ruler(let ruler): return "\(ruler.ticks.count) ticks, every \(length(ruler.step.value))"
    case .tabs(let tabs): return caption(tabs)
    }
  }

  private func caption(_ shape: ShapeSpec) -> String {
    let width = length(shape.midlineWidth.value)
    let height = length(shape.midlineHeight.value)
    switch shape.kind {
    case .circle: return width == height ? "⌀ \(width)" : "⌀ \(width) × \(height)"
    case .rect: return "\(width) × \(height)"
    case .capsule, .roundedRect:
      guard let radius = shape.cornerRadius else { return "\(width) × \(height)" }
      let style = shape.cornerStyle == .continuous ? " cont." : ""
      return "\(width) × \(height)  r \(length(radius.value))\(style)"
    }
  }

  private func caption(_ ring: RingSpec) -> String {
    let size = "r \(length(ring.radius.value))  line \(length(ring.lineWidth.value))"
    guard let arc = ring.arc else { return size }
    func degrees(_ angle: AngleEstimate) -> String { FigureText.short(angle.angle.degrees) + "°" }
    return size + "  \(degrees(arc.from)) – \(degrees(arc.to))"
  }

  private func caption(_ text: TextSpec) -> String {
    var words = "\(length(text.ink.width)) × \(length(text.ink.height))"
    if let xHeight = text.xHeight { words += "  x \(length(xHeight.value))" }
    if let capHeight = text.capHeight { words += "  cap \(length(capHeight.value))" }
    return words
  }

  private func caption(_ tabs: TabsSpec) -> String {
    var words = "\(tabs.segments.count) segments"
    words += tabs.selected.map { ", number \($0 + 1) is selected" } ?? ", none is selected"
    if let inset = tabs.inset { words += ", inset \(length(inset.value))" }
    return words
  }
}
