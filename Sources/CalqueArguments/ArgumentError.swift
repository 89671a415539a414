/// Why the arguments make no sense. Each case names the argument and what it takes; the exit code is 64 (`EX_USAGE`).
public enum ArgumentError: Error, Equatable, Sendable {
  /// No such verb; `suggestion` is the nearest one.
  case unknownCommand(String, suggestion: String?)
  /// No such option; `suggestion` is the nearest one.
  case unknownOption(String, suggestion: String?)
  /// An option of a verb stands before the verb; `example` is how it is written.
  case optionBeforeCommand(String, example: String)
  /// An option stands at the end or before another option, without its value.
  case missingValue(option: String, takes: String)
  /// A flag was given a value by `=`.
  case unexpectedValue(flag: String)
  /// A required argument is not there.
  case missingArgument(String)
  /// More arguments without a dash than the command takes.
  case unexpectedArgument(String)
  /// An option that may stand once stands twice.
  case repeated(option: String)
  /// The value is not of the form that the argument takes.
  case invalidValue(String, argument: String, takes: String)
  /// Two arguments exclude each other, or one needs another; the sentence says which.
  case conflict(String)

  /// What is wrong and what to write instead.
  public var message: String {
    func hint(_ suggestion: String?) -> String { suggestion.map { ". Did you mean '\($0)'?" } ?? "" }
    switch self {
    case .unknownCommand(let name, let suggestion): return "Unknown subcommand '\(name)'" + hint(suggestion)
    case .unknownOption(let name, let suggestion): return "Unknown option '\(name)'" + hint(suggestion)
    case .optionBeforeCommand(let name, let example):
      return "The option '\(name)' comes after the subcommand, as in '\(example)'"
    case .missingValue(let option, let takes): return "Missing value for '\(option) <\(takes)>'"
    case .unexpectedValue(let flag): return "The flag '\(flag)' takes no value"
    case .missingArgument(let name): return "Missing expected argument '\(name)'"
    case .unexpectedArgument(let value): return "Unexpected argument '\(value)'"
    case .repeated(let option): return "The option '\(option)' was given twice, and it takes one value"
    case .invalidValue(let value, let argument, let takes):
      return "The value '\(value)' is invalid for '\(argument)': it takes \(takes)"
    case .conflict(let sentence): return sentence
    }
  }
}
