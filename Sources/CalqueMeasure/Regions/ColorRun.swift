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

/// Whether two packed colours differ by no more than two levels in any channel.
@inline(__always)
func differsLittle(_ a: UInt32, _ b: UInt32) -> Bool {
  // All channels at once, each in 16 bits of its own: 256 keeps a lane from borrowing, and what is 0…4 above 256 − 2 is
  // near enough.
  let one: UInt64 = 0x0001_0001_0001
  let lanes = (spread(a) + 258 * one - spread(b)) ^ (256 * one)
  return (lanes | (lanes + 3 * one)) & (0xFFF8 * one) == 0
}

/// The channels of a packed colour, 16 bits each.
@inline(__always)
private func spread(_ color: UInt32) -> UInt64 {
  UInt64(color & 0xFF00FF) | UInt64(color & 0xFF00) << 24
}

/// Red, green and blue of a packed colour, 0…255.
func unpacked(_ color: UInt32) -> SIMD3<Float> {
  SIMD3(Float(color & 255), Float(color >> 8 & 255), Float(color >> 16 & 255))
}

/// The packed colour of whole levels, 0…255.
func packed(_ level: SIMD3<Float>) -> UInt32 {
  UInt32(level.x) | UInt32(level.y) << 8 | UInt32(level.z) << 16
}
