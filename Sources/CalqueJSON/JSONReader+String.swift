extension JSONReader {
  /// A string from its opening quotation mark to its closing one.
  mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      guard let byte = current else { throw .unexpectedEnd(offset: position) }
      switch byte {
      case 0x22:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case 0x5C: try escape(into: &text)
      case 0..<0x20: throw .controlCharacter(offset: position)
      case 0x20..<0x80:
        text.append(byte)
        position += 1
      default: try multibyte(into: &text)
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    guard let byte = current else { throw .unexpectedEnd(offset: position) }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: text.append(byte)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75:
      let unit = try hexUnit(from: start)
      switch unit {
      case 0xD800..<0xDC00:
        guard position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
          throw .loneSurrogate(offset: start)
        }
        position += 2
        let low = try hexUnit(from: start)
        guard (0xDC00..<0xE000).contains(low) else { throw .loneSurrogate(offset: start) }
        append(scalar: 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), to: &text)
      case 0xDC00..<0xE000: throw .loneSurrogate(offset: start)
      default: append(scalar: unit, to: &text)
      }
    default: throw .invalidEscape(offset: start)
    }
  }

  private mutating func hexUnit(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw .unexpectedEnd(offset: position) }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw .invalidEscape(offset: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private func append(scalar: UInt32, to text: inout [UInt8]) {
    func byte(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value) }
    switch scalar {
    case 0..<0x80: text.append(byte(scalar))
    case 0x80..<0x800: text += [byte(0xC0 | scalar >> 6), byte(0x80 | scalar & 63)]
    case 0x800..<0x10000:
      text += [byte(0xE0 | scalar >> 12), byte(0x80 | scalar >> 6 & 63), byte(0x80 | scalar & 63)]
    default:
      text += [
        byte(0xF0 | scalar >> 18), byte(0x80 | scalar >> 12 & 63), byte(0x80 | scalar >> 6 & 63),
        byte(0x80 | scalar & 63),
      ]
    }
  }

  /// One character of two to four bytes, after the table of well-formed sequences (Unicode 15, table 3-7).
  private mutating func multibyte(into text: inout [UInt8]) throws(JSONError) {
    let lead = bytes[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw .invalidUTF8(offset: position)
    }
    guard position + length <= bytes.count else { throw .invalidUTF8(offset: position) }
    for index in 1..<length {
      let range = index == 1 ? second : 0x80...0xBF
      guard range.contains(bytes[position + index]) else { throw .invalidUTF8(offset: position) }
    }
    text += bytes[position..<position + length]
    position += length
  }
}
