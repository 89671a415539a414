import CalqueJSON
import CalqueTestSupport
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e308, "1e+308"),
    (.leastNonzeroMagnitude, "5e-324"),
    (720.01, "720.01"), (1e16, "1e+16"), (123_456_789, "123456789"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func writesShortest(value: Double, text: String) {
    #expect(JSONValue.number(value).text() == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func hasNoNameForWhatIsNotFinite(value: Double) {
    #expect(JSONValue.number(value).text() == "null")
  }

  @Test func everyBitPatternReadsBack() throws {
    var random = RandomSource(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let back = try #require(JSONValue(parsing: JSONValue.number(value).text()).double)
      #expect(back.bitPattern == value.bitPattern, "\(value) came back as \(back)")
    }
  }

  /// libc's strtod, through Swift's own initializer, is the reference here.
  @Test func manyDigitsRoundAsTheLibraryRounds() throws {
    var random = RandomSource(seed: 2)
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...40, using: &random)
      var text = String(Int.random(in: 1...9, using: &random))
      for _ in 1..<max(2, count) { text += String(Int.random(in: 0...9, using: &random)) }
      text += "e" + String(Int.random(in: -345...270, using: &random))
      let expected = try #require(Double(text))
      guard expected.isFinite else { continue }
      let value = try #require(JSONValue(parsing: text).double)
      #expect(value.bitPattern == expected.bitPattern, "\(text) read as \(value), not \(expected)")
    }
  }

  @Test(arguments: [
    // Halfway between two doubles: ties go to even. One digit more tips it.
    ("9007199254740993", 9_007_199_254_740_992.0),
    ("9007199254740993.0000000000000000000000000000000000000000000001", 9_007_199_254_740_994),
    ("9007199254740995", 9_007_199_254_740_996),
    // The largest and the smallest.
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("2.2250738585072014e-308", .leastNormalMagnitude),
    ("4.9406564584124654e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
    ("1e-400", 0), ("0e999999999999", 0), ("1E+2", 100), ("-0.0", -0.0), ("-0e-5", -0.0),
  ])
  func hardCases(text: String, expected: Double) throws {
    let value = try #require(JSONValue(parsing: text).double)
    #expect(value.bitPattern == expected.bitPattern, "\(text) read as \(value)")
  }

  @Test func aThousandDigitsDecide() throws {
    let half = "9007199254740993." + String(repeating: "0", count: 1000)
    #expect(try JSONValue(parsing: half).double == 9_007_199_254_740_992)
    #expect(try JSONValue(parsing: half + "1").double == 9_007_199_254_740_994)
  }

  @Test(arguments: ["1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999"])
  func tooLarge(text: String) {
    #expect(throws: JSONError.numberOutOfRange(offset: 0)) { try JSONValue(parsing: text) }
  }

  @Test(arguments: ["01", "-01", "1.x", "1ex", "-x", "00", "-", "1.", "1e", "1e+", "+1", ".5", "0x10", "NaN", "1.e3"])
  func malformed(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }
}
