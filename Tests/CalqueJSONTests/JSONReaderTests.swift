import CalqueJSON
import CalqueTestSupport
import Testing

@Suite struct JSONReaderTests {
  @Test func readsEveryKindOfValue() throws {
    let value = try JSONValue(parsing: " {\"a\" : [1, true,false ,null], \"b\":{\"c\":\"x\"},\t\"\":\"\"}\r\n")
    let expected = JSONValue.object([
      JSONMember("a", .array([.number(1), .bool(true), .bool(false), .null])),
      JSONMember("b", .object([JSONMember("c", .string("x"))])), JSONMember("", .string("")),
    ])
    #expect(value == expected)
    #expect(value["a"]?[1] == .bool(true))
    #expect(value["b"]?["c"]?.text == "x")
    #expect(value["none"] == nil)
  }

  @Test(arguments: [
    ("\"\\u0041\\n\\/\\\"\\\\\\b\\f\\r\\t\"", "A\n/\"\\\u{8}\u{C}\r\t"), ("\"\\ud83d\\ude00\"", "😀"),
    ("\"é€😀\"", "é€😀"),
    ("\"\\u0000\"", "\0"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), ("\"\\uFFFF\"", "\u{FFFF}"),
  ])
  func strings(text: String, expected: String) throws {
    #expect(try JSONValue(parsing: text) == .string(expected))
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "tru", "nul",
    "True",
    "1 2", "[]]", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"a\nb\"", "'a'", "// x\n1", "[1;2]",
    "\u{FEFF}1", "{\"a\" 1}",
  ])
  func refuses(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test(arguments: ["\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\\ud83dx\"", "\"\\ude00\\ud83d\""])
  func loneSurrogates(text: String) {
    #expect(throws: JSONError.loneSurrogate(offset: 1)) { try JSONValue(parsing: text) }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xC3, 0x41],
    ] as [[UInt8]])
  func invalidUTF8(middle: [UInt8]) {
    #expect(throws: JSONError.invalidUTF8(offset: 1)) { try JSONValue(parsing: [0x22] + middle + [0x22]) }
  }

  @Test func namesAreUnique() {
    #expect(throws: JSONError.duplicateName(offset: 7)) { try JSONValue(parsing: "{\"a\":1,\"\\u0061\":2}") }
  }

  @Test func depthAndLengthAreBounded() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.tooDeep(offset: 128)) { try JSONValue(parsing: deep) }
    let fits = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSONValue(parsing: fits)
    #expect(throws: JSONError.tooLong(count: 11)) {
      try JSONValue(parsing: "12345678901", limits: JSONLimits(depth: 1, length: 10))
    }
  }

  @Test func errorsSayWhere() {
    #expect(throws: JSONError.unexpectedByte(offset: 5)) { try JSONValue(parsing: "[1, 2x]") }
    #expect(throws: JSONError.trailingText(offset: 3)) { try JSONValue(parsing: "[] x") }
    #expect(throws: JSONError.unexpectedEnd(offset: 4)) { try JSONValue(parsing: "[1, ") }
    #expect(JSONError.trailingText(offset: 3).message.contains("byte 3"))
  }

  /// Cut off, with a byte changed, removed or doubled: never a crash, and what is accepted is written and read alike.
  @Test func mutatedTextNeverCrashes() throws {
    var random = RandomSource(seed: 3)
    let seed = Array("{\"a\":[1.5e-3,true,null,\"x\\u00e9\\ud83d\\ude00é\"],\"b\":{\"c\":-0,\"d\":[[],{}]}}".utf8)
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<bytes.count)
        case 2: bytes.remove(at: index)
        default: bytes.insert(bytes[index], at: index)
        }
        if bytes.isEmpty { break }
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      #expect(try JSONValue(parsing: value.bytes()) == value)
    }
  }
}
