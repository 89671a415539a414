extension UnsafeBufferPointer<UInt8> {
  /// The big-endian number at an offset that the caller knows to be inside.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }

  func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}

extension Array where Element == UInt8 {
  mutating func append(bigEndian value: UInt32) {
    append(contentsOf: [
      UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
    ])
  }
}

private let crcTable: [UInt32] = (0..<256).map { n in
  var c = UInt32(n)
  for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
  return c
}

/// The cyclic redundancy check of ISO 3309 (PNG, Annex D).
func crc32(_ bytes: some Collection<UInt8>) -> UInt32 {
  var c: UInt32 = 0xFFFF_FFFF
  for byte in bytes { c = crcTable[Int((c ^ UInt32(byte)) & 0xFF)] ^ (c >> 8) }
  return c ^ 0xFFFF_FFFF
}
