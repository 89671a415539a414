/// What a JPEG's markers say, up to the first scan; nothing is decompressed. (ITU-T T.81, Annex B.)
struct JPEGStructure {
  var width = 0
  var height = 0
  var precision = 8
  var components = 0
  /// The start-of-frame marker: 0xC0 baseline, 0xC1 extended, 0xC2 progressive, …
  var process: UInt8 = 0
  /// Whether an Adobe segment is there; it means that inks are stored inverted.
  var isAdobe = false
  var exif: Range<Int>?
  /// Whether the end-of-image marker was reached.
  var isComplete = false
  private var profileParts: [(number: Int, data: Range<Int>)] = []
  private var declaredParts = 0

  /// Walks the segments up to the first scan, then looks for the end of the image, whose two bytes entropy-coded data
  /// cannot contain.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    var offset = 2
    while let marker = Self.nextMarker(bytes, &offset) {
      switch marker {
      case 0xD9:
        isComplete = true
        return
      case 0x01, 0xD0...0xD8:
        continue
      default:
        guard offset + 2 <= bytes.count else { return }
        let length = bytes.bigEndian16(at: offset)
        guard length >= 2 else { throw .corrupt(.jpeg, detail: "a segment declares a length of \(length)") }
        guard offset + length <= bytes.count else { return }
        read(marker, offset + 2..<offset + length, bytes)
        offset += length
        if marker == 0xDA {
          isComplete = Self.hasEnd(bytes, from: offset)
          return
        }
      }
    }
  }

  /// Moves past the next marker, over fill bytes and strays.
  private static func nextMarker(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> UInt8? {
    while offset + 1 < bytes.count {
      if bytes[offset] == 0xFF, bytes[offset + 1] != 0x00, bytes[offset + 1] != 0xFF {
        offset += 2
        return bytes[offset - 1]
      }
      offset += 1
    }
    return nil
  }

  private static func hasEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var i = start
    while i + 1 < bytes.count {
      if bytes[i] == 0xFF, bytes[i + 1] == 0xD9 { return true }
      i += 1
    }
    return false
  }

  private mutating func read(_ marker: UInt8, _ data: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    func starts(with text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      return data.count >= count && (0..<count).allSatisfy { bytes[data.lowerBound + $0] == text.utf8Start[$0] }
    }
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard process == 0, data.count >= 6 else { return }
      process = marker
      precision = Int(bytes[data.lowerBound])
      height = bytes.bigEndian16(at: data.lowerBound + 1)
      width = bytes.bigEndian16(at: data.lowerBound + 3)
      components = Int(bytes[data.lowerBound + 5])
    case 0xE1 where exif == nil && starts(with: "Exif\0\0"):
      exif = data
    case 0xE2 where data.count > 14 && starts(with: "ICC_PROFILE\0"):
      declaredParts = max(declaredParts, Int(bytes[data.lowerBound + 13]), 1)
      profileParts.append((Int(bytes[data.lowerBound + 12]), data.lowerBound + 14..<data.upperBound))
    case 0xEE where data.count >= 12 && starts(with: "Adobe"):
      isAdobe = true
    default:
      break
    }
  }

  var hasProfile: Bool { !profileParts.isEmpty }

  /// The ICC profile from its numbered parts (ICC.1 §B.4); nil where there is none, or a part is missing or comes twice.
  func profile(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let parts = profileParts.sorted { $0.number < $1.number }
    guard !parts.isEmpty, parts.map(\.number) == Array(1...declaredParts) else { return nil }
    return parts.reduce(into: []) { $0.append(contentsOf: bytes[$1.data]) }
  }
}
