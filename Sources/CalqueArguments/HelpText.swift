extension CommandDefinition {
  static let helpWidth = 80
  static let labelWidth = 26

  /// The help, laid out as swift-argument-parser does: overview, usage, arguments, options, subcommands.
  /// - Parameter path: The names from the program to this command.
  public func helpText(path: [String]) -> String {
    var sections: [String] = []
    var overview = wrap("OVERVIEW: " + abstract, width: Self.helpWidth, indent: 0)
    if !discussion.isEmpty {
      overview +=
        "\n\n" + paragraphs(discussion).map { wrap($0, width: Self.helpWidth, indent: 0) }.joined(separator: "\n\n")
    }
    sections.append(overview)
    sections.append("USAGE: " + usage(path: path))
    let positionals = arguments.filter { $0.kind == .positional }
    if !positionals.isEmpty {
      sections.append("ARGUMENTS:\n" + positionals.map { row($0.spelling, $0.help) }.joined())
    }
    var options = arguments.filter { $0.kind != .positional }.map { row(label($0), $0.help) }
    if version != nil || path.count > 1 { options.append(row("--version", "Show the version.")) }
    options.append(row("-h, --help", "Show help information."))
    sections.append("OPTIONS:\n" + options.joined())
    if !subcommands.isEmpty {
      sections.append(
        "SUBCOMMANDS:\n" + subcommands.map { row($0.name, $0.abstract) }.joined()
          + "\n  See '\(path.joined(separator: " ")) help <subcommand>' for detailed help.\n")
    }
    return sections.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n") + "\n"
  }

  /// The usage on one line.
  public func usage(path: [String]) -> String {
    var words = path
    if !subcommands.isEmpty { words.append("<subcommand>") }
    for definition in arguments where definition.kind == .positional {
      let word = definition.spelling + (definition.isRepeatable ? " ..." : "")
      words.append(definition.isRequired ? word : "[\(word)]")
    }
    for definition in arguments where definition.kind != .positional && definition.isRequired {
      words.append("\(definition.spelling) <\(definition.placeholder)>")
    }
    if subcommands.isEmpty, arguments.contains(where: { $0.kind != .positional && !$0.isRequired }) {
      words.append("[<options>]")
    }
    return words.joined(separator: " ")
  }

  /// What is printed below an error: the usage and where the help is.
  public func usageHint(verb: String?) -> String {
    let command = subcommands.first { $0.name == verb }
    let path = command.map { [name, $0.name] } ?? [name]
    return "Usage: \((command ?? self).usage(path: path))\n"
      + "  See '\(path.joined(separator: " ")) --help' for more information.\n"
  }

  private func label(_ definition: ArgumentDefinition) -> String {
    var label = definition.short.map { "-\($0), " } ?? ""
    label += definition.spelling
    if definition.kind == .option { label += " <\(definition.placeholder)>" }
    return label
  }

  private func row(_ label: String, _ help: String) -> String {
    let start = "  " + label
    let text = wrap(help, width: Self.helpWidth, indent: Self.labelWidth)
    let indent = String(repeating: " ", count: Self.labelWidth)
    guard start.count < Self.labelWidth else { return start + "\n" + indent + text + "\n" }
    return start + String(repeating: " ", count: Self.labelWidth - start.count) + text + "\n"
  }

  private func paragraphs(_ text: String) -> [String] {
    var paragraphs: [String] = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += (paragraphs[paragraphs.count - 1].isEmpty ? "" : " ") + line
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Words on lines of a width; all lines but the first start with `indent` spaces.
  private func wrap(_ text: String, width: Int, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
