import CalqueArguments
import CalqueCore
import CalqueFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes an output file beside its place and renames it, so that nothing half-written is left.
func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
  do { try writeAtomically(bytes, to: path) } catch { throw .file(path: path, error) }
}

/// A picture as PNG; `path` only names it where that fails.
func png(_ bitmap: Bitmap, for path: String) throws(CommandError) -> [UInt8] {
  do { return try encodePNG(bitmap) } catch { throw .file(path: path, error) }
}

/// Refuses an output that would take the place of a picture that is read.
func expectOutput(_ output: String?, of argument: String, isNone inputs: [String]) throws(CommandError) {
  guard let output else { return }
  for input in inputs where isSameFile(input, output) {
    throw .usage(.conflict("'\(argument) \(output)' would overwrite the picture that is read: name another file"))
  }
}

private func isSameFile(_ a: String, _ b: String) -> Bool {
  if a == b { return true }
  var first = stat()
  var second = stat()
  guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
}
