import CalqueCore
import CalqueFiles

/// Writes an output file beside its place and renames it, so that nothing half-written is left.
func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
  do { try writeAtomically(bytes, to: path) } catch { throw .file(path: path, error) }
}

/// Encodes and writes a picture.
func writePNG(_ bitmap: Bitmap, to path: String) throws(CommandError) {
  let bytes: [UInt8]
  do { bytes = try encodePNG(bitmap) } catch { throw .file(path: path, error) }
  try write(bytes, to: path)
}
