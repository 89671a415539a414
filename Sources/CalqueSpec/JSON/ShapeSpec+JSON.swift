import CalqueCore
import CalqueJSON

extension ShapeSpec {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("kind", .string(Element.shape(self).kind.name))]
    members += units.frameMembers(frame)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma.largest)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("midlineWidth", units.length(midlineWidth)), JSONMember("midlineHeight", units.length(midlineHeight)),
      JSONMember("cornerRadius", cornerRadius.map { units.length($0) } ?? .null),
      JSONMember("cornerStyle", cornerStyle?.json ?? .null),
      JSONMember("corners", .array(corners.map { $0.json(units) })),
      JSONMember("fill", surface.color.map { .color($0) } ?? .null),
      JSONMember("surface", .string(surface.kind.name)),
      JSONMember("opacity", surface.opacity.map { .rounded($0.value) } ?? .null),
      JSONMember("sigmaOpacity", surface.opacity.map { .rounded($0.sigma) } ?? .null),
      JSONMember("stroke", stroke?.json(units) ?? .null), JSONMember("sigmaEdges", edgeSigma.json),
    ]
    return .object(members)
  }
}

extension EdgeSigma {
  /// `{"left", "top", "right", "bottom"}` in px.
  public var json: JSONValue {
    .object([
      JSONMember("left", .rounded(left)), JSONMember("top", .rounded(top)), JSONMember("right", .rounded(right)),
      JSONMember("bottom", .rounded(bottom)),
    ])
  }
}

extension ShapeCorner {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("place", .string(place.name)), JSONMember("radius", units.length(radius)),
      JSONMember("style", style.json), JSONMember("residualRatio", .rounded(residualRatio)),
    ])
  }
}

extension ShapeStroke {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([JSONMember("width", units.length(width)), JSONMember("color", .color(color))])
  }
}

extension CornerStyle {
  /// Its name, or null where it is undecided.
  fileprivate var json: JSONValue { self == .undecided ? .null : .string(name) }
}
