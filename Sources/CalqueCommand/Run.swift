import CalqueArguments

/// Runs one command line and returns the exit code.
/// - Parameter arguments: Without the program's own name.
public func runCalque(_ arguments: [String], console: Console = .standard) -> Int32 {
  var verb: String?
  do {
    switch try parse(arguments) {
    case .help(let text): try console.print(text)
    case .version(let text): try console.print(text + "\n")
    case .run(let name, let values):
      verb = name
      switch name {
      case measureDefinition.name: return try runMeasure(values, console)
      case unrollDefinition.name: return try runUnroll(values, console)
      case typeDefinition.name: return try runType(values, console)
      default: return try runProfile(values, console)
      }
    }
    return 0
  } catch {
    if error != .brokenOutput(isClosed: true) { console.note("Error: \(error.message)") }
    if case .usage = error {
      let named = calqueDefinition.subcommands.first { $0.name == arguments.first }?.name
      console.writeError(Array(calqueDefinition.usageHint(verb: verb ?? named).utf8))
    }
    return error.exitCode
  }
}

private func parse(_ arguments: [String]) throws(CommandError) -> Invocation {
  do {
    return try calqueDefinition.parse(arguments)
  } catch .unknownCommand(let word, suggestion: nil) where isPicture(word) {
    throw .usage(.unknownCommand(word, suggestion: "\(calqueDefinition.name) \(measureDefinition.name) \(word)"))
  } catch {
    throw .usage(error)
  }
}

/// Turns an argument's error into the command's.
func usage<Value>(_ body: () throws(ArgumentError) -> Value) throws(CommandError) -> Value {
  do { return try body() } catch { throw .usage(error) }
}

extension ParsedArguments {
  /// A finite number within bounds.
  func number(_ name: String, takes: String, where isValid: (Double) -> Bool = { _ in true }) throws(CommandError)
    -> Double?
  {
    try usage { () throws(ArgumentError) in
      try value(name, takes: takes) { plainNumber($0).flatMap { isValid($0) ? $0 : nil } }
    }
  }

  /// A whole number from 1.
  func count(_ name: String, takes: String) throws(CommandError) -> Int? {
    try usage { () throws(ArgumentError) in
      try value(name, takes: takes) { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
    }
  }

  /// Finite numbers separated by commas.
  func numbers(
    _ name: String, count: Int, takes: String, where isValid: ([Double]) -> Bool = { _ in true }
  ) throws(CommandError) -> [Double]? {
    try usage { () throws(ArgumentError) in
      try value(name, takes: takes) { commaSeparatedNumbers($0, count: count).flatMap { isValid($0) ? $0 : nil } }
    }
  }
}
