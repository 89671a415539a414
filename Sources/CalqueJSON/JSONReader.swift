/// Bounds on what a reader takes, so that hostile text ends in an error and not in a crash.
public struct JSONLimits: Equatable, Sendable {
  /// How deep arrays and objects may be nested.
  public var depth: Int
  /// How many bytes the text may have.
  public var length: Int
  public init(depth: Int = 128, length: Int = 64 << 20) {
    self.depth = depth
    self.length = length
  }
}

extension JSONValue {
  /// Reads one value from a text: RFC 8259 strictly, UTF-8 without a byte order mark, names unique in their object.
  ///
  /// Numbers are rounded correctly (to the nearest `Double`, ties to even). −0 stays −0.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    guard bytes.count <= limits.length else { throw .tooLong(count: bytes.count) }
    var reader = JSONReader(bytes: bytes, depthLimit: limits.depth)
    reader.skipSpace()
    self = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.position < bytes.count { throw .trailingText(offset: reader.position) }
  }

  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

struct JSONReader {
  let bytes: [UInt8]
  let depthLimit: Int
  var position = 0

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard let first = current else { throw .unexpectedEnd(offset: position) }
    switch first {
    case 0x7B: return try object(depth: depth + 1)
    case 0x5B: return try array(depth: depth + 1)
    case 0x22: return .string(try string())
    case 0x74:
      try literal("true")
      return .bool(true)
    case 0x66:
      try literal("false")
      return .bool(false)
    case 0x6E:
      try literal("null")
      return .null
    case 0x2D, 0x30...0x39: return .number(try number())
    default: throw .unexpectedByte(offset: position)
    }
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    for index in 0..<text.utf8CodeUnitCount {
      guard let byte = current else { throw .unexpectedEnd(offset: position) }
      guard byte == text.utf8Start[index] else { throw .unexpectedByte(offset: position) }
      position += 1
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= depthLimit else { throw .tooDeep(offset: position) }
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if current == 0x5D {
      position += 1
      return .array(values)
    }
    while true {
      skipSpace()
      values.append(try value(depth: depth))
      skipSpace()
      switch current {
      case nil: throw .unexpectedEnd(offset: position)
      case 0x2C: position += 1
      case 0x5D:
        position += 1
        return .array(values)
      default: throw .unexpectedByte(offset: position)
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= depthLimit else { throw .tooDeep(offset: position) }
    position += 1
    var members: [JSONMember] = []
    var names = Set<[UInt8]>()
    skipSpace()
    if current == 0x7D {
      position += 1
      return .object(members)
    }
    while true {
      skipSpace()
      let start = position
      switch current {
      case nil: throw .unexpectedEnd(offset: position)
      case 0x22: break
      default: throw .unexpectedByte(offset: position)
      }
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted else { throw .duplicateName(offset: start) }
      skipSpace()
      guard let colon = current else { throw .unexpectedEnd(offset: position) }
      guard colon == 0x3A else { throw .unexpectedByte(offset: position) }
      position += 1
      skipSpace()
      members.append(JSONMember(name, try value(depth: depth)))
      skipSpace()
      switch current {
      case nil: throw .unexpectedEnd(offset: position)
      case 0x2C: position += 1
      case 0x7D:
        position += 1
        return .object(members)
      default: throw .unexpectedByte(offset: position)
      }
    }
  }
}
