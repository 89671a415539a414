import Testing

@testable import CalqueArguments

@Suite struct ParsingTests {
  static let tool = CommandDefinition(
    "tool", abstract: "Does things.",
    subcommands: [
      CommandDefinition(
        "cut", abstract: "Cut it.",
        arguments: [
          .positional("file", repeats: true, help: "Files."), .flag("json", help: "JSON."),
          .flag("quiet", short: "q", help: "Quiet."), .option("scale", "n", help: "Scale."),
          .option("kind", "k", repeats: true, help: "Kinds."), .option("output", short: "o", "path", help: "Output."),
        ]),
      CommandDefinition(
        "glue", abstract: "Glue it.",
        arguments: [.positional("a", help: "A."), .option("with", "paste", required: true, help: "What with.")]),
    ], version: "tool 1")

  func run(_ words: String...) throws -> ParsedArguments {
    guard case .run(_, let values) = try Self.tool.parse(words) else {
      Issue.record("\(words) did not run")
      return ParsedArguments()
    }
    return values
  }

  @Test func valuesFollowOrAreAttached() throws {
    for words in [["cut", "--scale", "2", "a"], ["cut", "a", "--scale=2"], ["cut", "--scale=2", "a"]] {
      guard case .run("cut", let values) = try Self.tool.parse(words) else { throw ArgumentError.conflict("no run") }
      #expect(values.value("scale") == "2")
      #expect(values.all("file") == ["a"])
    }
    #expect(try run("cut", "a", "--output=x=y").value("output") == "x=y")
    #expect(try run("cut", "a", "--output=").value("output") == "")
  }

  @Test func shortNames() throws {
    let values = try run("cut", "-q", "a", "-o", "x")
    #expect(values.flag("quiet"))
    #expect(values.value("output") == "x")
    #expect(!values.flag("json"))
  }

  @Test func negativeNumbersAreValues() throws {
    #expect(try run("cut", "--scale", "-2", "a").value("scale") == "-2")
    #expect(try run("cut", "--scale", "-.5,3", "a").value("scale") == "-.5,3")
    #expect(try run("cut", "-7", "a").all("file") == ["-7", "a"])
  }

  @Test func dashesEndTheOptions() throws {
    #expect(try run("cut", "--json", "--", "--scale", "-q").all("file") == ["--scale", "-q"])
    #expect(try run("cut", "--", "--help").all("file") == ["--help"])
    #expect(try run("cut", "-").all("file") == ["-"])
  }

  @Test func repeats() throws {
    #expect(try run("cut", "a", "--kind", "x", "--kind=y").all("kind") == ["x", "y"])
    #expect(throws: ArgumentError.repeated(option: "--scale")) { try run("cut", "a", "--scale", "1", "--scale", "2") }
    #expect(try run("cut", "a", "b", "--json", "c").all("file") == ["a", "b", "c"])
  }

  @Test func errors() {
    #expect(throws: ArgumentError.missingArgument("<file>")) { try run("cut", "--json") }
    #expect(throws: ArgumentError.missingArgument("--with <paste>")) { try run("glue", "a") }
    #expect(throws: ArgumentError.unexpectedArgument("b")) { try run("glue", "a", "b", "--with", "x") }
    #expect(throws: ArgumentError.missingValue(option: "--scale", takes: "n")) { try run("cut", "a", "--scale") }
    #expect(throws: ArgumentError.missingValue(option: "--scale", takes: "n")) {
      try run("cut", "--scale", "--json", "a")
    }
    #expect(throws: ArgumentError.unexpectedValue(flag: "--json")) { try run("cut", "a", "--json=1") }
    #expect(throws: ArgumentError.unknownOption("--scle", suggestion: "--scale")) { try run("cut", "a", "--scle=2") }
    #expect(throws: ArgumentError.unknownOption("--zzzzzz", suggestion: nil)) { try run("cut", "a", "--zzzzzz") }
    #expect(throws: ArgumentError.unknownOption("-x", suggestion: nil)) { try run("cut", "a", "-x") }
    #expect(throws: ArgumentError.unknownCommand("cot", suggestion: "cut")) { try run("cot") }
    #expect(throws: ArgumentError.unknownCommand("paint", suggestion: nil)) { try run("paint") }
    #expect(throws: ArgumentError.unknownCommand("hlep", suggestion: "help")) { try run("hlep") }
    #expect(throws: ArgumentError.unknownOption("--verison", suggestion: "--version")) { try run("--verison") }
    #expect(throws: ArgumentError.optionBeforeCommand("--scale", example: "tool cut … --scale <n>")) {
      try run("--scale", "3", "cut", "a")
    }
    #expect(throws: ArgumentError.optionBeforeCommand("--with", example: "tool glue … --with=x")) {
      try run("--with=x")
    }
  }

  @Test func messagesNameTheArgumentAndWhatItTakes() {
    #expect(
      ArgumentError.unknownOption("--scle", suggestion: "--scale").message
        == "Unknown option '--scle'. Did you mean '--scale'?")
    #expect(
      ParsedArguments(given: [:], definitions: Self.tool.subcommands[0].arguments)
        .invalid("scale", "x", takes: "a number").message
        == "The value 'x' is invalid for '--scale': it takes a number")
    #expect(
      ArgumentError.optionBeforeCommand("--scale", example: "tool cut … --scale <n>").message
        == "The option '--scale' comes after the subcommand, as in 'tool cut … --scale <n>'")
    #expect(ArgumentError.missingValue(option: "-o", takes: "path").message == "Missing value for '-o <path>'")
  }

  @Test(arguments: [[], ["--help"], ["-h"], ["help"], ["help", "help"]]) func helpOfTheTool(words: [String]) throws {
    #expect(try Self.tool.parse(words) == .help(Self.tool.helpText(path: ["tool"])))
  }

  @Test(arguments: [["help", "glue"], ["glue", "--help"], ["glue", "-h"], ["glue", "a", "--bad", "--help"]])
  func helpOfAVerb(words: [String]) throws {
    #expect(try Self.tool.parse(words) == .help(Self.tool.subcommands[1].helpText(path: ["tool", "glue"])))
  }

  @Test(arguments: [["--version"], ["cut", "--version"], ["cut", "a", "--version"]])
  func version(words: [String]) throws {
    #expect(try Self.tool.parse(words) == .version("tool 1"))
  }

  @Test(arguments: [
    ("1,2", 2, [1.0, 2] as [Double]?), (" 1 , -2.5e1 ", 2, [1, -25]), ("1,2,3", 2, nil), ("1,", 2, nil), ("", 1, nil),
    ("nan,1", 2, nil), ("inf,1", 2, nil), ("0x10,1", 2, nil), ("1e999,1", 2, nil), ("1;2", 2, nil),
  ])
  func numberLists(text: String, count: Int, expected: [Double]?) {
    #expect(commaSeparatedNumbers(text, count: count) == expected)
  }
}
