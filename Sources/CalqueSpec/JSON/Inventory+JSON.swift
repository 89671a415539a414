import CalqueCore
import CalqueJSON

extension Inventory {
  /// `elements` and `refused`, as they stand in the JSON of `measure`.
  /// - Parameters:
  ///   - units: What turns px into pt.
  ///   - sources: The pictures that every element was fitted over together; empty for one picture.
  public func members(_ units: SpecUnits, sources: [String] = []) -> [JSONMember] {
    var members = [
      JSONMember("elements", .array(elements.map { $0.json(units, sources: sources) })),
      JSONMember("refused", .array(refused.map { $0.json(units) })),
    ]
    if let layout { members.append(JSONMember("layout", layout.json(units))) }
    return members
  }
}

extension Element {
  public func json(_ units: SpecUnits, sources: [String] = []) -> JSONValue {
    switch self {
    case .dial(let dial): return dial.json(units, sources: sources)
    case .ring(let ring): return ring.json(units)
    case .shape(let shape): return shape.json(units)
    case .text(let text): return text.json(units)
    case .ruler(let ruler): return ruler.json(units)
    case .tabs(let tabs): return tabs.json(units)
    }
  }
}

extension Refusal {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object(
      [JSONMember("kind", .string(kind.name))] + units.frameMembers(frame, safeArea: false)
        + [JSONMember("code", .string(code.name)), JSONMember("message", .string(message))])
  }
}

extension Warning {
  public var json: JSONValue {
    .object([JSONMember("code", .string(code)), JSONMember("message", .string(message))])
  }
}

extension SafeAreaInsets {
  /// `{"top", "left", "bottom", "right"}` in pt, null where an edge is not settled.
  public var json: JSONValue {
    func edge(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .object([
      JSONMember("top", edge(top)), JSONMember("left", edge(left)), JSONMember("bottom", edge(bottom)),
      JSONMember("right", edge(right)),
    ])
  }
}
