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
