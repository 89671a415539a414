import CalqueCore
import CalqueJSON

extension RulerSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("kind", .string(ElementKind.ruler.name))]
    members += units.frameMembers(frame)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("axis", .string(axis.name)), JSONMember("step", units.length(step)),
      JSONMember("majorEvery", majorEvery.map { .integer($0) } ?? .null),
      JSONMember("residual", units.length(residual)), JSONMember("ticks", .array(ticks.map { $0.json(units) })),
    ]
    return .object(members)
  }
}

extension RulerSpec.Tick {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("position", units.length(position)), JSONMember("weight", .string(weight.name)),
      JSONMember("length", units.length(length)), JSONMember("width", units.length(width)),
      JSONMember("strength", .rounded(strength)),
    ])
  }
}

extension TabsSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("kind", .string(ElementKind.tabs.name))]
    members += units.frameMembers(frame)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("segments", .array(segments.map { .frame($0) })),
      JSONMember("selected", selected.map { .integer($0) } ?? .null),
      JSONMember("indicator", indicator.map { .frame($0) } ?? .null),
      JSONMember("inset", inset.map { units.length($0) } ?? .null),
    ]
    return .object(members)
  }
}
