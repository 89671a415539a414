import CalqueCore
import CalqueSpec

/// Reads a picture along a ruler's axis and across it, whichever way it lies.
struct AxisReader {
  let reader: BitmapReader
  let axis: Axis

  /// Pixels along the axis.
  var length: Int { axis == .horizontal ? reader.width : reader.height }
  /// Pixels across it.
  var breadth: Int { axis == .horizontal ? reader.height : reader.width }

  @inline(__always)
  func pixel(_ along: Int, _ across: Int) -> SIMD4<Float> {
    axis == .horizontal ? reader.pixel(along, across) : reader.pixel(across, along)
  }
}
