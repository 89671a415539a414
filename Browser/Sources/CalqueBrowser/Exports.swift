import CRuntime
import CalqueCore
import CalqueJSON
import CalqueMeasure
import CalqueSpec

// A WebAssembly module runs one call at a time.
nonisolated(unsafe) private var input = ByteBuffer()
nonisolated(unsafe) private var output = ByteBuffer()

/// The largest picture that the module takes, in pixels.
private let pixelLimit = 200_000_000

/// Makes room for a picture and returns its address: rows of 8-bit straight RGBA in sRGB, top to bottom.
///
/// The address holds until the next call of this function. 0 for a size that makes no sense or is over 200 megapixels.
@c(calque_reserve)
public func reserve(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<UInt8>? {
  guard let count = byteCount(width, height) else { return nil }
  input.reserve(count)
  return input.bytes.baseAddress
}

/// Measures the picture that was written to the reserved memory.
///
/// - Parameter scale: px per pt; 0 when it is not known.
/// - Returns: The length in bytes of the JSON that `calque_output` points at: an object with `elements` and `refused`
///   as in the command line's `calque.measure/1`. −1 unless just this size was reserved.
@c(calque_measure)
public func measureReserved(_ width: Int32, _ height: Int32, _ scale: Double) -> Int32 {
  guard let count = byteCount(width, height), count == input.bytes.count else { return -1 }
  let bitmap = Bitmap(width: Int(width), height: Int(height), rgba: [UInt8](input.bytes))
  let scale = scale > 0 ? PixelScale(scale) : nil
  let inventory = measure(bitmap, options: MeasureOptions(scale: scale))
  output.replace(with: JSONValue.object(inventory.members(SpecUnits(scale: scale))).bytes())
  return Int32(output.bytes.count)
}

/// The address of the last result, UTF-8; it holds until the next measurement.
@c(calque_output)
public func outputAddress() -> UnsafeMutablePointer<UInt8>? {
  output.bytes.baseAddress
}

private func byteCount(_ width: Int32, _ height: Int32) -> Int? {
  guard width > 0, height > 0, Int64(width) * Int64(height) <= Int64(pixelLimit) else { return nil }
  return Int(width) * Int(height) * 4
}
