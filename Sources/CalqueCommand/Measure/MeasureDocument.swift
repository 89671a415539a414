import CalqueJSON
import CalqueMeasure
import CalqueSpec

/// One picture's result, or several pictures' of one control.
struct PictureMeasurement: Sendable {
  /// The first picture where there are several.
  var picture: Picture
  var inventory: Inventory
  /// Paths of pictures that were fitted together; empty otherwise.
  var sources: [String] = []
  var warnings: [Warning]
  var timings: StageClock?

  /// The document `calque.measure/1`.
  var document: JSONValue {
    var members = [JSONMember("schema", .string("calque.measure/1")), JSONMember("image", picture.json)]
    members += inventory.members(picture.units, sources: sources)
    members.append(JSONMember("warnings", .array(warnings.map(\.json))))
    if let timings { members.append(JSONMember("timings", timings.json)) }
    return .object(members)
  }
}

/// The line that stands for a picture that could not be measured, among several.
func errorDocument(path: String, _ error: CommandError) -> JSONValue {
  .object([
    JSONMember("path", .string(path)),
    JSONMember(
      "error",
      .object([JSONMember("code", .integer(Int(error.exitCode))), JSONMember("message", .string(error.message))])),
  ])
}
