import CalqueCore
import CalqueJSON
import CalqueSpec
import CalqueType

extension TypeResult {
  /// The document `calque.type/1`.
  /// - Parameter limit: How many candidates it lists; nil for all.
  func document(limit: Int?) -> JSONValue {
    let units = picture.units
    let shown = limit.map { Array(ranking.matches.prefix($0)) } ?? ranking.matches
    return .object([
      JSONMember("schema", .string("calque.type/1")), JSONMember("image", picture.json),
      JSONMember("text", .string(text)),
      JSONMember("sizeUnit", .string(units.scale == nil ? "px" : "pt")),
      JSONMember(
        "ink",
        .object(units.frameMembers(ranking.ink) + [JSONMember("sigmaPx", .rounded(ranking.inkSigma))])),
      JSONMember("contrast", .rounded(ranking.contrast)),
      JSONMember("decided", .bool(ranking.undecided.count == 1)),
      JSONMember("undecided", .integer(ranking.undecided.count)),
      JSONMember("compared", .integer(ranking.matches.count)),
      JSONMember("candidates", .array(shown.map { $0.json(units) })),
      JSONMember("notes", .array(notes.map { .string($0) })),
      JSONMember("warnings", .array(picture.warnings.map(\.json))),
    ])
  }
}

extension TypeMatch {
  func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("family", .string(candidate.font.family)), JSONMember("path", .string(candidate.font.path)),
      JSONMember("size", .rounded(candidate.pointSize)), JSONMember("sizePx", .rounded(candidate.size)),
      JSONMember("weight", .integer(candidate.weight)),
      JSONMember("correlation", .rounded(correlation)),
      JSONMember("widthResidual", units.length(widthResidual)),
      JSONMember("heightResidual", units.length(heightResidual)),
      JSONMember("ratio", .rounded(ratio)), JSONMember("margin", .rounded(margin)),
      JSONMember("withinNoise", .bool(isWithinNoise)), JSONMember("ink", .frame(ink)),
    ])
  }
}
