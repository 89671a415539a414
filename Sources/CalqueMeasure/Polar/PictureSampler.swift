import CalqueCore

/// Reads a picture between its pixels.
///
/// Bilinear between pixel centres, in the picture's own encoded values; nearer to the border than half a pixel the
/// border's own pixels go on. Nothing outside the picture is read.
public struct PictureSampler: Sendable {
  public let bitmap: Bitmap
  public init(_ bitmap: Bitmap) { self.bitmap = bitmap }

  /// Premultiplied red, green, blue, and alpha in 0…1 at a point in continuous pixels; nil outside the picture.
  public func premultiplied(atX x: Double, y: Double) -> SIMD4<Float>? {
    guard x >= 0, y >= 0, x <= Double(bitmap.width), y <= Double(bitmap.height) else { return nil }
    let (left, right, fractionX) = Self.neighbours(x, count: bitmap.width)
    let (above, below, fractionY) = Self.neighbours(y, count: bitmap.height)
    let top = Self.mix(pixel(left, above), pixel(right, above), fractionX)
    let bottom = Self.mix(pixel(left, below), pixel(right, below), fractionX)
    return Self.mix(top, bottom, fractionY)
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let straight = bitmap[x, y]
    return SIMD4(straight.x * straight.w, straight.y * straight.w, straight.z * straight.w, straight.w)
  }

  private static func neighbours(_ position: Double, count: Int) -> (Int, Int, Float) {
    let shifted = position - 0.5
    let lower = Int(shifted.rounded(.down))
    return (max(lower, 0), min(lower + 1, count - 1), Float(shifted - Double(lower)))
  }

  private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ fraction: Float) -> SIMD4<Float> {
    a + (b - a) * fraction
  }
}
