/// Reads a whole file, or standard input for `"-"`.
///
/// - Parameters:
///   - limit: the most bytes that are taken in.
///   - check: sees the first bytes before the rest is read, and refuses what is no picture.
func readFile(
  path: String, limit: Int, check: ([UInt8]) throws(FileError) -> Void
) throws(FileError) -> [UInt8] {
  do {
    let file: FileDescriptor = path == "-" ? .standardInput : try FileDescriptor.reading(path)
    let (kind, size) = try file.status()
    if kind == .directory { throw FileError.unreadable(reason: "it is a directory") }
    if kind == .regular, size > limit { throw FileError.tooManyBytes(limit: limit) }
    let head = try fill(from: file, expected: 4096, upTo: 4096)
    if head.isEmpty { throw FileError.empty }
    try check(head)
    return try fill(head, from: file, expected: kind == .regular ? size : 1 << 20, upTo: limit)
  } catch let error as FileError {
    throw error
  } catch let error as FileDescriptor.SystemError {
    throw error.isMissing ? .noSuchFile : .unreadable(reason: error.text)
  } catch {
    throw .unreadable(reason: "unknown error")
  }
}

/// Appends to `start` what the file still holds, up to `limit` bytes in all.
private func fill(
  _ start: [UInt8] = [], from file: borrowing FileDescriptor, expected: Int, upTo limit: Int
) throws -> [UInt8] {
  var bytes = start
  // One byte more than expected shows the end without growing.
  bytes.reserveCapacity(min(expected + 1, limit))
  var chunk = max(expected + 1 - start.count, 1)
  while bytes.count < limit {
    let wanted = min(chunk, limit - bytes.count)
    var got = 0
    let piece = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      if let base = buffer.baseAddress { got = try file.read(base, wanted) }
      count = got
    }
    if got == 0 { return bytes }
    bytes = bytes.isEmpty ? piece : bytes + piece
    chunk = max(1 << 16, min(wanted - got, wanted))
  }
  return bytes
}
