extension JSONReader {
  /// A number by JSON's grammar, rounded to the nearest `Double`.
  mutating func number() throws(JSONError) -> Double {
    let start = position
    var decimal = Decimal()
    if current == 0x2D {
      decimal.isNegative = true
      position += 1
    }
    guard let first = current else { throw .unexpectedEnd(offset: position) }
    guard isDigit(first) else { throw .malformedNumber(offset: start) }
    if first == 0x30 {
      position += 1
      if let next = current, isDigit(next) { throw .malformedNumber(offset: start) }
    } else {
      while let byte = current, isDigit(byte) {
        decimal.append(byte - 0x30, isFraction: false)
        position += 1
      }
    }
    if current == 0x2E {
      position += 1
      try expectDigit(start)
      while let byte = current, isDigit(byte) {
        decimal.append(byte - 0x30, isFraction: true)
        position += 1
      }
    }
    if current == 0x65 || current == 0x45 {
      position += 1
      var isNegative = false
      if current == 0x2B || current == 0x2D {
        isNegative = current == 0x2D
        position += 1
      }
      try expectDigit(start)
      var exponent = 0
      while let byte = current, isDigit(byte) {
        exponent = min(exponent * 10 + Int(byte - 0x30), 1 << 30)
        position += 1
      }
      decimal.exponent += isNegative ? -exponent : exponent
    }
    guard let value = decimal.nearestDouble else { throw .numberOutOfRange(offset: start) }
    return value
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func expectDigit(_ start: Int) throws(JSONError) {
    guard let byte = current else { throw .unexpectedEnd(offset: position) }
    guard isDigit(byte) else { throw .malformedNumber(offset: start) }
  }
}
