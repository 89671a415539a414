/// A command, its arguments and its subcommands, as data.
public struct CommandDefinition: Equatable, Sendable {
  public var name: String
  /// One line that says what it does.
  public var abstract: String
  /// Paragraphs below it in the help.
  public var discussion: String
  public var arguments: [ArgumentDefinition]
  public var subcommands: [CommandDefinition]
  /// Written by `--version`; nil where the command has none of its own.
  public var version: String?

  public init(
    _ name: String, abstract: String, discussion: String = "", arguments: [ArgumentDefinition] = [],
    subcommands: [CommandDefinition] = [], version: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.subcommands = subcommands
    self.version = version
  }
}

/// One argument: something without a dash, an option with a value, or a flag.
public struct ArgumentDefinition: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Values without a dash, in their order.
    case positional
    /// `--name value`, `--name=value` or `-n value`.
    case option
    /// `--name` or `-n`.
    case flag
  }
  public var kind: Kind
  /// How the parsed values are asked for; the long name without dashes, or a positional's name.
  public var name: String
  /// A one-letter name, or nil.
  public var short: Character?
  /// What stands for the value in the help, as `x,y`.
  public var placeholder: String
  public var isRequired: Bool
  public var isRepeatable: Bool
  public var help: String

  public static func positional(
    _ name: String, repeats: Bool = false, required: Bool = true, help: String
  ) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: .positional, name: name, short: nil, placeholder: name, isRequired: required, isRepeatable: repeats,
      help: help)
  }

  public static func option(
    _ name: String, short: Character? = nil, _ placeholder: String, repeats: Bool = false, required: Bool = false,
    help: String
  ) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: .option, name: name, short: short, placeholder: placeholder, isRequired: required, isRepeatable: repeats,
      help: help)
  }

  public static func flag(_ name: String, short: Character? = nil, help: String) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: .flag, name: name, short: short, placeholder: "", isRequired: false, isRepeatable: false, help: help)
  }

  /// As it is written on the command line: `--scale`, or `-o` where there is no long name.
  var spelling: String {
    switch kind {
    case .positional: return "<\(placeholder)>"
    case .option, .flag: return name.count == 1 ? "-\(name)" : "--\(name)"
    }
  }
}
