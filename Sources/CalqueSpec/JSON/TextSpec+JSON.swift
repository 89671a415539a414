import CalqueCore
import CalqueJSON

extension TextSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("kind", .string(ElementKind.text.name))]
    members += units.frameMembers(ink)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma.largest)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("ink", .frame(ink)),
      JSONMember("baseline", baseline.map { units.length($0) } ?? .null),
      JSONMember("xHeight", xHeight.map { units.length($0) } ?? .null),
      JSONMember("capHeight", capHeight.map { units.length($0) } ?? .null),
      JSONMember("color", .color(color)), JSONMember("background", .color(background)),
      JSONMember("words", .array(words.map { .frame($0) })),
      JSONMember("block", block.map { .integer($0) } ?? .null),
      JSONMember("lineSpacing", lineSpacing.map { units.length($0) } ?? .null),
      JSONMember("sigmaEdges", edgeSigma.json),
    ]
    return .object(members)
  }
}
