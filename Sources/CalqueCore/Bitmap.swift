/// The colour space that a bitmap's numbers are in. Both have the sRGB transfer curve.
public enum ColorSpace: Equatable, Hashable, Sendable {
  case sRGB
  case displayP3
}

/// A picture as displayed: rows from the top, RGBA, straight (not premultiplied) alpha, orientation applied.
///
/// Samples are integers in 0…`maximum`, encoded with the transfer curve of `colorSpace`.
public struct Bitmap: Equatable, Sendable {
  /// The samples, four a pixel (R, G, B, A), row after row with no padding.
  public enum Samples: Equatable, Sendable {
    /// 0…255.
    case eight([UInt8])
    /// 0…65535.
    case sixteen([UInt16])
  }

  public let width: Int
  public let height: Int
  public let samples: Samples
  public let colorSpace: ColorSpace

  /// A bitmap from 8-bit samples.
  /// - Precondition: `rgba.count == width * height * 4`.
  public init(width: Int, height: Int, rgba: [UInt8], colorSpace: ColorSpace = .sRGB) {
    precondition(
      width > 0 && height > 0 && rgba.count == width * height * 4, "a bitmap needs width × height × 4 samples")
    self.width = width
    self.height = height
    self.samples = .eight(rgba)
    self.colorSpace = colorSpace
  }

  /// A bitmap from 16-bit samples.
  /// - Precondition: `rgba16.count == width * height * 4`.
  public init(width: Int, height: Int, rgba16: [UInt16], colorSpace: ColorSpace = .sRGB) {
    precondition(
      width > 0 && height > 0 && rgba16.count == width * height * 4, "a bitmap needs width × height × 4 samples")
    self.width = width
    self.height = height
    self.samples = .sixteen(rgba16)
    self.colorSpace = colorSpace
  }

  /// The whole picture.
  public var bounds: Rect<Pixels> { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// One pixel in 0…1: red, green, blue, alpha.
  public subscript(x: Int, y: Int) -> SIMD4<Float> {
    let i = (y * width + x) * 4
    switch samples {
    case .eight(let s):
      return SIMD4(Float(s[i]), Float(s[i + 1]), Float(s[i + 2]), Float(s[i + 3])) / 255
    case .sixteen(let s):
      return SIMD4(Float(s[i]), Float(s[i + 1]), Float(s[i + 2]), Float(s[i + 3])) / 65535
    }
  }
}
