import CalqueCore
import CalqueSpec

/// Everything but dials as one aligned table: what, where, how large, how sure; what lies in an element is indented
/// below it.
struct ElementTable {
  let elements: [Element]
  let units: SpecUnits
  let style: Style

  /// A reading so many radii from a rounded end is what an eye takes for a shape's height.
  private static let temptingPlace = 0.3

  func lines() -> [String] {
    let unit = units.scale == nil ? "px" : "pt"
    var columns = Columns([.right, .left, .right, .right, .right, .right, .right, .right, .left])
    columns.add(["", unit, "x", "y", "width", "height", "±", "near end", ""])
    var hasRoundEnds = false
    let parents = containers(of: elements)
    for (index, element) in elements.enumerated() where element.kind != .dial {
      let depth = depth(of: index, parents)
      let frame = element.frame
      let nearEnd = heightNearEnd(element)
      hasRoundEnds = hasRoundEnds || nearEnd != nil
      columns.add(
        [
          "\(index + 1)", String(repeating: "  ", count: depth) + element.kind.name, number(frame.x), number(frame.y),
          number(frame.width), number(frame.height), sigma(element.edgeSigma.largest),
          nearEnd.map { number($0) } ?? "", details(element),
        ])
    }
    var lines = columns.lines
    if let header = lines.first { lines[0] = style.faint(header) }
    if hasRoundEnds {
      lines.append(
        style.faint(
          "  Heights are taken on the vertical midline; “near end” is what a reading 0.3 radii from a round end would give."
        ))
    }
    return lines
  }

  // MARK: Cells

  private func depth(of index: Int, _ parents: [Int?]) -> Int {
    var depth = 0
    var container = parents[index]
    while let next = container {
      depth += 1
      container = parents[next]
    }
    return depth
  }

  private func number(_ pixels: Double) -> String { fixed(units.scale?.points(pixels) ?? pixels, 2) }
  private func sigma(_ pixels: Double) -> String { fixedSigma(units.scale?.points(pixels) ?? pixels, 3) }

  private func heightNearEnd(_ element: Element) -> Double? {
    guard case .shape(let shape) = element, let radius = shape.cornerRadius?.value, radius > 0 else { return nil }
    let left = radius * (1 - Self.temptingPlace)
    return shape.midlineHeight.value - 2 * (radius - (radius * radius - left * left).squareRoot())
  }

  private func details(_ element: Element) -> String {
    switch element {
    case .dial: return ""
    case .shape(let shape): return details(shape)
    case .ring(let ring): return details(ring)
    case .text(let text): return details(text)
    case .ruler(let ruler):
      let majors = ruler.majorEvery.map { ", major every \($0)" } ?? ""
      return "\(ruler.ticks.count) ticks every \(number(ruler.step.value)) ± \(sigma(ruler.step.sigma))\(majors)"
    case .tabs(let tabs): return details(tabs)
    }
  }

  private func details(_ shape: ShapeSpec) -> String {
    var words: [String] = []
    if let radius = shape.cornerRadius, shape.kind != .circle {
      let curve = shape.cornerStyle.map { $0 == .undecided ? "" : " \($0.name)" } ?? ""
      words.append("radius \(number(radius.value)) ± \(sigma(radius.sigma))\(curve)")
    }
    if let color = shape.surface.color { words.append(hex(color)) }
    switch shape.surface.kind {
    case .flat: break
    case .none: words.append("no fill")
    case .gradient, .glass: words.append(shape.surface.kind.name)
    case .translucent:
      let opacity = shape.surface.opacity.map { "\(fixed($0.value * 100, 0)) ± \(fixed($0.sigma * 100, 0)) % " } ?? ""
      words.append("\(opacity)opaque")
    }
    if let stroke = shape.stroke { words.append("stroke \(number(stroke.width.value)) \(hex(stroke.color))") }
    return words.joined(separator: ", ")
  }

  private func details(_ ring: RingSpec) -> String {
    var words = ["radius \(number(ring.radius.value)), line \(number(ring.lineWidth.value))"]
    if let arc = ring.arc {
      words.append("\(fixed(arc.from.angle.degrees, 1))° to \(fixed(arc.to.angle.degrees, 1))°")
      if let caps = arc.caps { words.append("\(caps.name) caps") }
    }
    words.append(hex(ring.color))
    return words.joined(separator: ", ")
  }

  private func details(_ text: TextSpec) -> String {
    var words: [String] = []
    if let baseline = text.baseline { words.append("baseline \(number(baseline.value))") }
    if let xHeight = text.xHeight { words.append("x-height \(number(xHeight.value))") }
    if let capHeight = text.capHeight { words.append("cap height \(number(capHeight.value))") }
    if let spacing = text.lineSpacing { words.append("line spacing \(number(spacing.value))") }
    words.append("\(hex(text.color)) on \(hex(text.background))")
    return words.joined(separator: ", ")
  }

  private func details(_ tabs: TabsSpec) -> String {
    var words = ["\(tabs.segments.count) segments"]
    words.append(tabs.selected.map { "number \($0 + 1) selected" } ?? "none selected")
    if let inset = tabs.inset { words.append("inset \(number(inset.value))") }
    return words.joined(separator: ", ")
  }
}
