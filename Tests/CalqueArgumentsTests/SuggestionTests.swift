import Testing

@testable import CalqueArguments

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xabc", 1), ("kitten", "sitting", 3),
    ("", "ab", 2),
  ])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test func theNearestAndNoFarOne() {
    #expect(nearest(to: "mesure", among: ["profile", "measure", "unroll"]) == "measure")
    #expect(nearest(to: "prof", among: ["profile", "measure"]) == "profile")
    #expect(nearest(to: "xyz", among: ["profile", "measure"]) == nil)
    #expect(nearest(to: "a", among: []) == nil)
  }
}
