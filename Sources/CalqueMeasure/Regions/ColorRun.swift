/// A stretch of one row in one colour, or in colours that follow each other in small steps.
///
/// Colours are packed as 0xBBGGRR, over white.
struct ColorRun {
  /// Its first column, and the column after its last one.
  var start: Int32
  var end: Int32
  /// The mean where it has several.
  var color: UInt32
  /// The smallest and the largest level in each channel.
  var darkest: UInt32
  var brightest: UInt32

  /// Whether all its pixels have one colour.
  var isUniform: Bool { darkest == brightest }
}

extension ColorRun {
  init(start: Int32, end: Int32, color: UInt32) {
    self.init(start: start, end: end, color: color, darkest: color, brightest: color)
  }
}

/// Red, green and blue of a packed colour, 0…255.
func unpacked(_ color: UInt32) -> SIMD3<Float> {
  SIMD3(Float(color & 255), Float(color >> 8 & 255), Float(color >> 16 & 255))
}

/// The packed colour of red, green and blue in 0…255; the fourth number has no meaning.
func packed(_ level: SIMD4<Int32>) -> UInt32 {
  UInt32(truncatingIfNeeded: level.x | level.y << 8 | level.z << 16)
}

/// The packed colour of levels in 0…255, their fractions cut off.
func packed(_ level: SIMD3<Float>) -> UInt32 {
  UInt32(level.x) | UInt32(level.y) << 8 | UInt32(level.z) << 16
}
