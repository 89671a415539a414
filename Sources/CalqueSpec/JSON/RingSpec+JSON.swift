import CalqueCore
import CalqueJSON

extension RingSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("kind", .string(Element.ring(self).kind.name))]
    members += units.frameMembers(frame)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("center", .point(center)), JSONMember("radius", units.length(radius)),
      JSONMember("lineWidth", units.length(lineWidth)),
    ]
    if let arc {
      members.append("from", arc.from, sigma: "sigmaFrom")
      members.append("to", arc.to, sigma: "sigmaTo")
    } else {
      members += [JSONMember("from", .integer(0)), JSONMember("to", .integer(360))]
    }
    members += [
      JSONMember("caps", arc?.caps.map { .string($0.name) } ?? .null), JSONMember("color", .color(color)),
      JSONMember("gradient", .bool(isGradient)),
    ]
    return .object(members)
  }
}
