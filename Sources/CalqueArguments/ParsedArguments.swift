/// The values that were given, by argument name.
public struct ParsedArguments: Equatable, Sendable {
  var given: [String: [String]] = [:]
  var definitions: [ArgumentDefinition] = []

  /// Whether a flag was given.
  public func flag(_ name: String) -> Bool { given[name] != nil }

  /// Every value of an argument, in the order given.
  public func all(_ name: String) -> [String] { given[name] ?? [] }

  /// The value of an argument that was given at most once.
  public func value(_ name: String) -> String? { given[name]?.last }

  /// A value read by `read`, which returns nil where it does not make sense.
  /// - Parameter takes: What the argument takes, for the message, as "a number greater than 0".
  public func value<Value>(
    _ name: String, takes: String, read: (String) -> Value?
  ) throws(ArgumentError) -> Value? {
    guard let text = value(name) else { return nil }
    guard let value = read(text) else { throw invalid(name, text, takes: takes) }
    return value
  }

  /// The error for a value that does not make sense.
  public func invalid(_ name: String, _ text: String, takes: String) -> ArgumentError {
    let spelling = definitions.first { $0.name == name }?.spelling ?? name
    return .invalidValue(text, argument: spelling, takes: takes)
  }
}

/// Numbers separated by commas, exactly `count` of them and all finite; nil otherwise.
public func commaSeparatedNumbers(_ text: String, count: Int) -> [Double]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == count else { return nil }
  var numbers: [Double] = []
  for part in parts {
    guard let number = plainNumber(String(part)) else { return nil }
    numbers.append(number)
  }
  return numbers
}

/// A finite decimal number, perhaps with spaces around it; neither hexadecimal nor "inf" or "nan".
public func plainNumber(_ text: String) -> Double? {
  var trimmed = Substring(text)
  while trimmed.first == " " { trimmed.removeFirst() }
  while trimmed.last == " " { trimmed.removeLast() }
  let allowed = trimmed.utf8.allSatisfy {
    ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2B || $0 == 0x2D || $0 == 0x65 || $0 == 0x45
  }
  guard allowed, let number = Double(trimmed), number.isFinite else { return nil }
  return number
}
