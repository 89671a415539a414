import CalqueCore
import CalqueSpec

/// How the elements stand to each other, in sentences.
struct LayoutTable {
  let layout: LayoutSpec
  let units: SpecUnits
  let style: Style

  /// Sharing a line is worth telling from so many elements on.
  private static let leastMembers = 3
  private static let mostLines = 12

  func lines() -> [String] {
    var lines: [String] = []
    let groups = layout.groups.filter { $0.elements.count >= Self.leastMembers }
      .sorted { ($0.elements.count, -$0.position.value) > ($1.elements.count, -$1.position.value) }
    for group in groups.prefix(Self.mostLines) {
      let members = group.elements.map { "\($0 + 1)" }.joined(separator: ", ")
      lines.append(
        "  \(group.elements.count) share the \(words(group.line)) \(number(group.position.value)), within "
          + "\(number(group.spread)): \(members)")
    }
    lines += margins()
    for axis in [Axis.horizontal, .vertical] {
      let gaps = layout.gaps.filter { $0.axis == axis }
      guard !gaps.isEmpty else { continue }
      let listed = gaps.prefix(Self.mostLines).map { gap in
        "\(number(gap.length.value)) (\(gap.first + 1)–\(gap.second + 1))"
      }
      let rest = gaps.count > Self.mostLines ? " and \(gaps.count - Self.mostLines) more" : ""
      lines.append("  Gaps \(axis == .horizontal ? "across" : "down"): \(listed.joined(separator: ", "))\(rest)")
    }
    if let grid = layout.grid {
      lines.append("  A \(trimmed(grid.step, atMost: 2)) pt grid explains \(grid.explained) of \(grid.of) distances.")
    }
    return lines.isEmpty
      ? [] : [style.strong("Layout") + style.faint("  " + (units.scale == nil ? "px" : "pt"))] + lines
  }

  /// The four distances of each element that only the picture contains, from the safe area where that is known.
  private func margins() -> [String] {
    let outer = layout.margins.filter { $0.container == nil }
    guard !outer.isEmpty else { return [] }
    let toSafeArea = units.scale != nil && units.safeArea?.top != nil && units.safeArea?.left != nil
    let listed = outer.prefix(Self.mostLines).map { margin -> String in
      let safe = toSafeArea ? margin.safeArea(units) : nil
      let sides = [
        safe?.left ?? margin.left, safe?.top ?? margin.top, safe?.right ?? margin.right, safe?.bottom ?? margin.bottom,
      ]
      return "\(margin.element + 1): " + sides.map { number($0.value) }.joined(separator: " ")
    }
    let rest = outer.count > Self.mostLines ? "; and \(outer.count - Self.mostLines) more" : ""
    return [
      "  Margins to the \(toSafeArea ? "safe area" : "picture") (left top right bottom): "
        + listed.joined(separator: "; ") + rest
    ]
  }

  private func words(_ line: LayoutSpec.Group.Line) -> String {
    switch line {
    case .left: return "left edge"
    case .centerX: return "vertical axis"
    case .right: return "right edge"
    case .top: return "top edge"
    case .centerY: return "horizontal axis"
    case .bottom: return "bottom edge"
    case .baseline: return "baseline"
    }
  }

  private func number(_ pixels: Double) -> String { fixed(units.scale?.points(pixels) ?? pixels, 2) }
}
