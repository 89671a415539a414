/// What a command line asks for.
public enum Invocation: Equatable, Sendable {
  /// Print this text and end well.
  case help(String)
  /// Print this text and end well.
  case version(String)
  /// Do what the verb says; `verb` is empty for the command itself.
  case run(verb: String, ParsedArguments)
}

extension CommandDefinition {
  /// Reads a command line, without the program's own name.
  ///
  /// Spelling is that of swift-argument-parser: `--name value`, `--name=value`, `-n value`; `--` ends the options; a
  /// value may be a negative number; `help VERB`, `--help` and `-h` ask for help wherever they stand.
  public func parse(_ arguments: [String]) throws(ArgumentError) -> Invocation {
    guard !subcommands.isEmpty else { return try parseValues(arguments, path: [name]) }
    guard let first = arguments.first else { return .help(helpText(path: [name])) }
    switch first {
    case "-h", "--help": return .help(helpText(path: [name]))
    case "--version":
      if let version { return .version(version) }
    case "help":
      guard arguments.count > 1, arguments[1] != "help" else { return .help(helpText(path: [name])) }
      let verb = try subcommand(named: arguments[1])
      return .help(verb.helpText(path: [name, verb.name]))
    default: break
    }
    if first.hasPrefix("-") && first != "-" {
      if let example = exampleOfOrder(arguments) {
        throw .optionBeforeCommand(splitValue(first).spelling, example: example)
      }
      throw .unknownOption(first, suggestion: nearest(to: first, among: ["--help", "--version"]))
    }
    let verb = try subcommand(named: first)
    if arguments.dropFirst().prefix(while: { $0 != "--" }).contains("--version"), let version {
      return .version(version)
    }
    return try verb.parseValues(Array(arguments.dropFirst()), path: [name, verb.name])
  }

  /// How a line is written whose first word is an option of a subcommand: of the one that is named later in it, or else
  /// of the first that has the option; nil where none has.
  private func exampleOfOrder(_ arguments: [String]) -> String? {
    let (spelling, attached) = splitValue(arguments[0])
    let owners = subcommands.filter { $0.definition(spelled: spelling) != nil }
    guard let owner = owners.first(where: { arguments.contains($0.name) }) ?? owners.first,
      let option = owner.definition(spelled: spelling)
    else { return nil }
    var words = [name, owner.name, "…", arguments[0]]
    if option.kind == .option, attached == nil { words.append("<\(option.placeholder)>") }
    return words.joined(separator: " ")
  }

  private func subcommand(named text: String) throws(ArgumentError) -> CommandDefinition {
    if let verb = subcommands.first(where: { $0.name == text }) { return verb }
    throw .unknownCommand(text, suggestion: nearest(to: text, among: subcommands.map(\.name) + ["help"]))
  }

  private func parseValues(_ arguments: [String], path: [String]) throws(ArgumentError) -> Invocation {
    var parsed = ParsedArguments(given: [:], definitions: self.arguments)
    var positionals: [String] = []
    var index = 0
    var optionsEnded = false
    if asksForHelp(arguments) { return .help(helpText(path: path)) }
    while index < arguments.count {
      let word = arguments[index]
      index += 1
      if optionsEnded || !looksLikeOption(word) {
        positionals.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let (spelling, attached) = splitValue(word)
      guard let definition = definition(spelled: spelling) else {
        throw .unknownOption(spelling, suggestion: nearest(to: spelling, among: spellings))
      }
      if definition.kind == .flag {
        guard attached == nil else { throw .unexpectedValue(flag: spelling) }
        parsed.given[definition.name] = []
        continue
      }
      var value = attached
      if value == nil, index < arguments.count, !looksLikeOption(arguments[index]) {
        value = arguments[index]
        index += 1
      }
      guard let value else { throw .missingValue(option: spelling, takes: definition.placeholder) }
      if parsed.given[definition.name] != nil && !definition.isRepeatable { throw .repeated(option: spelling) }
      parsed.given[definition.name, default: []].append(value)
    }
    try assign(positionals, to: &parsed)
    for definition in self.arguments where definition.isRequired && parsed.given[definition.name] == nil {
      throw .missingArgument(
        definition.kind == .positional ? definition.spelling : "\(definition.spelling) <\(definition.placeholder)>")
    }
    return .run(verb: path.count > 1 ? name : "", parsed)
  }

  private func assign(_ values: [String], to parsed: inout ParsedArguments) throws(ArgumentError) {
    var rest = values[...]
    for definition in arguments where definition.kind == .positional {
      guard let first = rest.first else { break }
      if definition.isRepeatable {
        parsed.given[definition.name] = Array(rest)
        rest = []
      } else {
        parsed.given[definition.name] = [first]
        rest = rest.dropFirst()
      }
    }
    if let extra = rest.first { throw .unexpectedArgument(extra) }
  }

  private func asksForHelp(_ arguments: [String]) -> Bool {
    for word in arguments {
      if word == "--" { return false }
      if word == "--help" || word == "-h" { return true }
    }
    return false
  }

  /// A dash and something that is no number; a lone dash stands for standard input.
  private func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    guard let second = word.dropFirst().first else { return false }
    return !(second.isNumber || second == ".")
  }

  private func splitValue(_ word: String) -> (spelling: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private func definition(spelled spelling: String) -> ArgumentDefinition? {
    arguments.first { definition in
      guard definition.kind != .positional else { return false }
      return definition.spelling == spelling || definition.short.map { "-\($0)" == spelling } == true
    }
  }

  private var spellings: [String] {
    arguments.filter { $0.kind != .positional }.map(\.spelling) + ["--help", "--version"]
  }
}
