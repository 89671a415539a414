/// A JSON value (RFC 8259). Objects keep their members in the order given.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Any number; NaN and infinities are written as `null`, because JSON has no name for them.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

/// A name and its value in an object.
public struct JSONMember: Equatable, Sendable {
  public var name: String
  public var value: JSONValue
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  public static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }

  /// The value of a member; nil where this is no object or has no such member.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for member in members where member.name.utf8.elementsEqual(name.utf8) { return member.value }
    return nil
  }

  /// An element of an array; nil where this is no array or is shorter.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  public var double: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  public var text: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  public var elements: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  public var isNull: Bool { self == .null }
}
