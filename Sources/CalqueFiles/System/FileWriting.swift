/// Writes a file so that nobody ever sees half of it: beside its place, onto the disk, then renamed.
///
/// A symbolic link stays and its target is replaced; one that leads nowhere is itself replaced. An existing file keeps
/// its permissions, and one without permission to write is left alone. What is no regular file (a pipe, `/dev/stdout`)
/// is written to directly.
///
/// - Throws: ``FileError/unwritable(reason:)`` (73); what stood at the path is then as it was.
public func writeAtomically(_ bytes: [UInt8], to path: String) throws(FileError) {
  do {
    let existing = FileDescriptor.kind(of: path)
    switch existing?.kind {
    case .directory: throw FileError.unwritable(reason: "it is a directory")
    case .other: return try FileDescriptor.writing(path).writeAll(bytes)
    case .regular where !FileDescriptor.isWritable(path): throw FileError.unwritable(reason: "permission denied")
    case .regular, nil: break
    }
    let target = existing == nil ? path : FileDescriptor.resolved(path) ?? path
    let temporary = temporaryPath(beside: target)
    do {
      let file = try FileDescriptor.creating(temporary)
      if let existing { try file.setPermissions(existing.permissions) }
      try file.writeAll(bytes)
      try file.synchronize()
      try FileDescriptor.rename(temporary, target)
    } catch {
      FileDescriptor.remove(temporary)
      throw error
    }
  } catch let error as FileError {
    throw error
  } catch let error as FileDescriptor.SystemError {
    throw .unwritable(reason: error.text)
  } catch {
    throw .unwritable(reason: "unknown error")
  }
}

/// A hidden name in the same folder, so that renaming stays on one disk.
private func temporaryPath(beside path: String) -> String {
  let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  // A name as long as names may be leaves no room for more.
  let stem = String(path[name...].prefix(40))
  let tag = String(UInt32.random(in: 0 ... .max), radix: 36)
  return "\(path[..<name]).\(stem).\(FileDescriptor.processNumber)-\(tag)"
}
