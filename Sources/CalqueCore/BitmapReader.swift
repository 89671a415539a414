/// Reads colours between a bitmap's pixels, as 0…255 levels over white, without copying the picture.
///
/// Valid only inside the closure of `Bitmap.withReader`.
public struct BitmapReader {
  public let width: Int
  public let height: Int
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let isSixteen: Bool

  fileprivate init(width: Int, height: Int, base: UnsafeRawPointer, isSixteen: Bool) {
    self.width = width
    self.height = height
    self.base = base
    self.isSixteen = isSixteen
  }

  /// Whether a position can be read without reaching beyond the outermost pixels' centres.
  @inlinable @inline(__always)
  public func covers(_ x: Double, _ y: Double) -> Bool {
    x >= 0.5 && y >= 0.5 && x <= Double(width) - 0.5 && y <= Double(height) - 0.5
  }

  /// One pixel: red, green, blue (0…255, over white); the fourth number has no meaning.
  /// - Precondition: The pixel is in the picture.
  @inlinable @inline(__always)
  public func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let i = y * width + x
    if isSixteen {
      let v = SIMD4<Float>(base.loadUnaligned(fromByteOffset: i * 8, as: SIMD4<UInt16>.self)) * (255 / 65535)
      return v.w == 255 ? v : v * (v.w / 255) + (255 - v.w)
    }
    let v = SIMD4<Float>(base.loadUnaligned(fromByteOffset: i * 4, as: SIMD4<UInt8>.self))
    return v.w == 255 ? v : v * (v.w / 255) + (255 - v.w)
  }

  /// One pixel rounded to 8 bits a channel, as 0xBBGGRR, over white.
  /// - Precondition: The pixel is in the picture.
  @inlinable @inline(__always)
  public func packed(_ x: Int, _ y: Int) -> UInt32 {
    if !isSixteen {
      let bytes = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: (y * width + x) * 4, as: UInt32.self))
      if bytes >= 0xFF00_0000 { return bytes & 0xFFFFFF }
    }
    let level = pixel(x, y) + 0.5
    return UInt32(level.x) | UInt32(level.y) << 8 | UInt32(level.z) << 16
  }

  /// One row of pixels as `packed` gives them.
  /// - Parameters:
  ///   - y: The row, in the picture.
  ///   - line: Room for as many as the picture is wide.
  public func packRow(_ y: Int, into line: UnsafeMutableBufferPointer<UInt32>) {
    if !isSixteen {
      // Opaque pixels, the usual case, without a branch a pixel.
      var alpha: UInt32 = 0xFF00_0000
      let start = base + y * width * 4
      for x in 0..<width {
        let bytes = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
        alpha &= bytes
        line[x] = bytes & 0xFFFFFF
      }
      if alpha == 0xFF00_0000 { return }
    }
    for x in 0..<width { line[x] = packed(x, y) }
  }

  /// A pixel, the one after it, and the two below them.
  @inlinable @inline(__always)
  func pixels(_ x: Int, _ y: Int) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    if !isSixteen {
      let upper = (y &* width &+ x) &* 4
      let lower = upper &+ width &* 4
      let a = base.loadUnaligned(fromByteOffset: upper, as: UInt32.self)
      let b = base.loadUnaligned(fromByteOffset: upper &+ 4, as: UInt32.self)
      let c = base.loadUnaligned(fromByteOffset: lower, as: UInt32.self)
      let d = base.loadUnaligned(fromByteOffset: lower &+ 4, as: UInt32.self)
      // Opaque ones, the usual case, with one branch for all.
      if UInt32(littleEndian: a & b & c & d) >= 0xFF00_0000 { return (levels(a), levels(b), levels(c), levels(d)) }
    }
    return (pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1))
  }

  /// The four bytes of an opaque pixel.
  @inlinable @inline(__always)
  func levels(_ bytes: UInt32) -> SIMD4<Float> { SIMD4<Float>(unsafeBitCast(bytes, to: SIMD4<UInt8>.self)) }

  /// The colour at a position by bilinear interpolation between pixel centres.
  /// - Precondition: `covers(x, y)`.
  @inlinable @inline(__always)
  public func bilinear(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let px = x - 0.5
    let py = y - 0.5
    let column = min(Int(px), width - 2)
    let row = min(Int(py), height - 2)
    if column < 0 || row < 0 { return pixel(max(0, Int(px)), max(0, Int(py))) }
    let fx = Float(px - Double(column))
    let fy = Float(py - Double(row))
    let (a, b, c, d) = pixels(column, row)
    let top = a + (b - a) * fx
    let bottom = c + (d - c) * fx
    return top + (bottom - top) * fy
  }
}

extension Bitmap {
  /// Calls a closure with a reader of this picture.
  public func withReader<Result>(_ body: (BitmapReader) -> Result) -> Result {
    switch samples {
    case .eight(let values):
      return values.withUnsafeBytes {
        body(BitmapReader(width: width, height: height, base: $0.baseAddress.unsafelyUnwrapped, isSixteen: false))
      }
    case .sixteen(let values):
      return values.withUnsafeBytes {
        body(BitmapReader(width: width, height: height, base: $0.baseAddress.unsafelyUnwrapped, isSixteen: true))
      }
    }
  }
}
