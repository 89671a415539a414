// Colours as red, green and blue levels, 0…255; the fourth number has no meaning.

extension SIMD4<Float> {
  /// The scalar product of red, green and blue.
  func colorDot(_ other: Self) -> Float { x * other.x + y * other.y + z * other.z }
  /// The length over red, green and blue.
  var colorMagnitude: Float { colorDot(self).squareRoot() }
}

/// To whole levels.
func rounded(_ color: SIMD3<Float>) -> SIMD3<UInt8> {
  let level = color.rounded(.toNearestOrAwayFromZero)
    .clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
  return SIMD3(UInt8(level.x), UInt8(level.y), UInt8(level.z))
}

func rounded(_ color: SIMD4<Float>) -> SIMD3<UInt8> { rounded(SIMD3(color.x, color.y, color.z)) }
