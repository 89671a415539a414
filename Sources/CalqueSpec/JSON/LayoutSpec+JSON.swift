import CalqueCore
import CalqueJSON

extension LayoutSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("gaps", .array(gaps.map { $0.json(units) })),
      JSONMember("margins", .array(margins.map { $0.json(units) })),
      JSONMember("groups", .array(groups.map { $0.json(units) })),
      JSONMember("grid", grid?.json ?? .null),
    ])
  }
}

extension LayoutSpec.Gap {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("axis", .string(axis.name)), JSONMember("first", .integer(first)),
      JSONMember("second", .integer(second)), JSONMember("length", units.length(length)),
    ])
  }
}

extension LayoutSpec.Margin {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("element", .integer(element)), JSONMember("container", container.map { .integer($0) } ?? .null),
      JSONMember("left", units.length(left)), JSONMember("top", units.length(top)),
      JSONMember("right", units.length(right)), JSONMember("bottom", units.length(bottom)),
      JSONMember("safeArea", safeArea(units).map { $0.json(units) } ?? .null),
    ])
  }

  /// The distances from the safe area's edges, px, of an element that nothing but the picture contains; nil where no
  /// device is known.
  public func safeArea(_ units: SpecUnits) -> SafeAreaMargins? {
    guard container == nil, let scale = units.scale, let insets = units.safeArea else { return nil }
    func moved(_ margin: Estimate, _ inset: Double?) -> Estimate? {
      inset.map { Estimate(margin.value - $0 * scale.pixelsPerPoint, sigma: margin.sigma) }
    }
    return SafeAreaMargins(
      left: moved(left, insets.left), top: moved(top, insets.top), right: moved(right, insets.right),
      bottom: moved(bottom, insets.bottom))
  }
}

/// Distances from the edges of the safe area, px, positive inside; nil where devices or versions of the system disagree.
public struct SafeAreaMargins: Equatable, Sendable {
  public var left: Estimate?
  public var top: Estimate?
  public var right: Estimate?
  public var bottom: Estimate?

  func json(_ units: SpecUnits) -> JSONValue {
    func length(_ estimate: Estimate?) -> JSONValue { estimate.map { units.length($0) } ?? .null }
    return .object([
      JSONMember("left", length(left)), JSONMember("top", length(top)), JSONMember("right", length(right)),
      JSONMember("bottom", length(bottom)),
    ])
  }
}

extension LayoutSpec.Group {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("line", .string(line.name)), JSONMember("elements", .array(elements.map { .integer($0) })),
      JSONMember("position", units.length(position)), JSONMember("spread", units.length(spread)),
    ])
  }
}

extension LayoutSpec.Grid {
  /// `{"stepPt", "explained", "of"}`.
  public var json: JSONValue {
    .object([
      JSONMember("stepPt", .rounded(step)), JSONMember("explained", .integer(explained)),
      JSONMember("of", .integer(of)),
    ])
  }
}
