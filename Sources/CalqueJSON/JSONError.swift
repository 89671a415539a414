/// Why a text is no JSON that this reader takes. Offsets count bytes from the start of the text.
public enum JSONError: Error, Equatable, Sendable {
  /// The text ends inside a value: it is truncated.
  case unexpectedEnd(offset: Int)
  /// Something else should stand here: look at the byte at the offset.
  case unexpectedByte(offset: Int)
  /// After the value there is more text: pass one value a time.
  case trailingText(offset: Int)
  /// A number is written in a way that JSON does not have (as 01, +1, .5 or 1.): write it as 1.0e0.
  case malformedNumber(offset: Int)
  /// A number is beyond what a 64-bit float holds (about 1.8e308): scale it down.
  case numberOutOfRange(offset: Int)
  /// An unescaped control character stands in a string: write it as \u00XX.
  case controlCharacter(offset: Int)
  /// An escape is none of \" \\ \/ \b \f \n \r \t \uXXXX: write the character itself.
  case invalidEscape(offset: Int)
  /// Half of a surrogate pair stands alone: write both halves or neither.
  case loneSurrogate(offset: Int)
  /// The bytes are not UTF-8: convert the text.
  case invalidUTF8(offset: Int)
  /// An object has the same name twice: remove one.
  case duplicateName(offset: Int)
  /// Arrays and objects are nested deeper than the limit: flatten them or raise the limit.
  case tooDeep(offset: Int)
  /// The text is longer than the limit: split it or raise the limit.
  case tooLong(count: Int)

  /// One sentence for a person.
  public var message: String {
    switch self {
    case .unexpectedEnd(let offset): return "the JSON text ends in the middle of a value, at byte \(offset)"
    case .unexpectedByte(let offset): return "byte \(offset) of the JSON text does not belong there"
    case .trailingText(let offset): return "there is more text after the JSON value, from byte \(offset)"
    case .malformedNumber(let offset): return "the number at byte \(offset) is not written as JSON writes numbers"
    case .numberOutOfRange(let offset): return "the number at byte \(offset) is too large for a 64-bit float"
    case .controlCharacter(let offset): return "byte \(offset) is a control character in a string: write \\u00XX"
    case .invalidEscape(let offset): return "the escape at byte \(offset) is none that JSON has"
    case .loneSurrogate(let offset): return "the escape at byte \(offset) is half of a surrogate pair"
    case .invalidUTF8(let offset): return "byte \(offset) of the JSON text is not valid UTF-8"
    case .duplicateName(let offset): return "the object has the name at byte \(offset) twice"
    case .tooDeep(let offset): return "the JSON text is nested too deep at byte \(offset)"
    case .tooLong(let count): return "the JSON text of \(count) bytes is over the size limit"
    }
  }
}
