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

/// Refuses an output whose name says another format than the PNG that is written.
func expectPNG(_ output: String, of argument: String) throws(CommandError) {
  guard let ending = pictureEnding(of: output), ending != "png" else { return }
  throw .usage(.conflict("'\(argument) \(output)': the picture is written as PNG, so name it .png"))
}

/// Whether anything stands at a path.
func exists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0
}

/// Whether a word on the command line is a file, or looks like the name of a picture.
func isPicture(_ word: String) -> Bool {
  var status = stat()
  if stat(word, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return true }
  return pictureEnding(of: word) != nil
}

/// The ending of a picture's name in small letters, without its dot; nil where there is none or it is no picture's.
private func pictureEnding(of path: String) -> String? {
  guard let dot = path.lastIndex(of: ".") else { return nil }
  let ending = path[path.index(after: dot)...].lowercased()
  let known = ["png", "jpg", "jpeg", "heic", "heif", "avif", "webp", "gif", "tif", "tiff", "bmp", "pdf", "svg"]
  return known.contains(ending) ? ending : nil
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
