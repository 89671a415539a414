import CalqueJSON
import CalqueTestSupport
import Testing

@Suite struct JSONWriterTests {
  static func randomValue(depth: Int, using random: inout RandomSource) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2:
      let value = Double(bitPattern: random.next())
      return .number(value.isFinite ? value : 0)
    case 3: return .string(randomText(using: &random))
    case 4:
      return .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in randomValue(depth: depth - 1, using: &random) })
    default:
      return .object(
        (0..<Int.random(in: 0..<5, using: &random)).map { index in
          JSONMember("\(index)" + randomText(using: &random), randomValue(depth: depth - 1, using: &random))
        })
    }
  }

  static func randomText(using random: inout RandomSource) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      let limit: UInt32 = [0x80, 0x800, 0x10000, 0x110000].randomElement(using: &random) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }

  @Test(arguments: [JSONLayout.compact, .pretty]) func whatIsWrittenReadsBack(layout: JSONLayout) throws {
    var random = RandomSource(seed: 4)
    for _ in 0..<2_000 {
      let value = Self.randomValue(depth: 4, using: &random)
      #expect(try JSONValue(parsing: value.bytes(layout)) == value)
    }
  }

  @Test func compactIsOneLine() throws {
    let value = JSONValue.object([
      JSONMember("a", .array([.number(1), .string("x\ny")])), JSONMember("b", .object([])), JSONMember("c", .array([])),
    ])
    #expect(value.text() == #"{"a":[1,"x\ny"],"b":{},"c":[]}"#)
  }

  @Test func prettyKeepsSmallThingsTogether() {
    let value = JSONValue.object([
      JSONMember("point", .object([JSONMember("x", .number(1)), JSONMember("y", .number(2))])),
      JSONMember("list", .array([.array([.number(1), .number(2)]), .array([])])),
    ])
    #expect(
      value.text(.pretty) == """
        {
          "point": {"x": 1, "y": 2},
          "list": [
            [1, 2],
            []
          ]
        }
        """)
  }

  @Test func controlCharactersAreEscaped() {
    #expect(JSONValue.string("\u{1}\"\\\u{1F}\u{7F}").text() == "\"\\u0001\\\"\\\\\\u001f\\u007f\"")
  }
}
