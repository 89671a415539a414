/// Memory whose address stays the same until it is reserved anew, for bytes that the host reads or writes.
struct ByteBuffer {
  private(set) var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  /// Makes room for `count` bytes, which are not set; what was there is gone.
  mutating func reserve(_ count: Int) {
    guard count != bytes.count else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: count)
  }

  mutating func replace(with source: [UInt8]) {
    reserve(source.count)
    _ = bytes.initialize(from: source)
  }
}
