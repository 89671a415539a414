/// How a JSON text is laid out.
public enum JSONLayout: Equatable, Sendable {
  /// No white space: one value a line makes JSON Lines.
  case compact
  /// Two spaces a level; arrays and objects that hold no other array or object, and fit, stay on one line.
  case pretty
}

extension JSONValue {
  /// The text of this value in UTF-8, without a final line break.
  ///
  /// Numbers are the shortest decimals that read back as the same `Double`. The same value gives the same bytes.
  public func bytes(_ layout: JSONLayout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self, depth: 0)
    return writer.output
  }

  /// The text of this value, without a final line break.
  public func text(_ layout: JSONLayout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }
}

struct JSONWriter {
  /// A flat array or object is broken over lines when it would be longer than this.
  static let lineLength = 100
  let layout: JSONLayout
  var output: [UInt8] = []

  init(layout: JSONLayout) { self.layout = layout }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let value): write(number: value)
    case .string(let value): write(string: value)
    case .array(let values):
      if let line = flatLine(value, depth: depth) {
        output += line
        return
      }
      append("[")
      for (index, element) in values.enumerated() {
        separate(index, depth: depth + 1)
        write(element, depth: depth + 1)
      }
      close("]", isEmpty: values.isEmpty, depth: depth)
    case .object(let members):
      if let line = flatLine(value, depth: depth) {
        output += line
        return
      }
      append("{")
      for (index, member) in members.enumerated() {
        separate(index, depth: depth + 1)
        write(string: member.name)
        append(layout == .pretty ? ": " : ":")
        write(member.value, depth: depth + 1)
      }
      close("}", isEmpty: members.isEmpty, depth: depth)
    }
  }

  /// One line for a container without containers in it, where the layout is pretty and the line is short enough.
  private func flatLine(_ value: JSONValue, depth: Int) -> [UInt8]? {
    guard layout == .pretty, value.isFlat else { return nil }
    var flat = JSONWriter(layout: .compact)
    switch value {
    case .array(let values):
      flat.append("[")
      for (index, element) in values.enumerated() {
        if index > 0 { flat.append(", ") }
        flat.write(element, depth: 0)
      }
      flat.append("]")
    case .object(let members):
      flat.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { flat.append(", ") }
        flat.write(string: member.name)
        flat.append(": ")
        flat.write(member.value, depth: 0)
      }
      flat.append("}")
    default: return nil
    }
    return flat.output.count + 2 * depth <= Self.lineLength ? flat.output : nil
  }

  private mutating func separate(_ index: Int, depth: Int) {
    if index > 0 { append(",") }
    if layout == .pretty { breakLine(depth) }
  }

  private mutating func close(_ bracket: String, isEmpty: Bool, depth: Int) {
    if layout == .pretty && !isEmpty { breakLine(depth) }
    append(bracket)
  }

  private mutating func breakLine(_ depth: Int) {
    output.append(0x0A)
    for _ in 0..<(2 * depth) { output.append(0x20) }
  }

  private mutating func write(number value: Double) {
    guard value.isFinite else {
      append("null")
      return
    }
    var digits = Array(value.description.utf8)
    if digits.suffix(2) == [0x2E, 0x30] { digits.removeLast(2) }
    output += digits
  }

  private mutating func write(string value: String) {
    output.append(0x22)
    for byte in value.utf8 {
      switch byte {
      case 0x22: append("\\\"")
      case 0x5C: append("\\\\")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20, 0x7F:
        append("\\u00")
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 15))
      default: output.append(byte)
      }
    }
    output.append(0x22)
  }

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
  private mutating func append(_ text: String) { output += text.utf8 }
}

extension JSONValue {
  /// Whether it is an array or object that holds no array or object.
  fileprivate var isFlat: Bool {
    switch self {
    case .array(let values): return values.allSatisfy { !$0.isContainer }
    case .object(let members): return members.allSatisfy { !$0.value.isContainer }
    default: return false
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: return true
    default: return false
    }
  }
}
