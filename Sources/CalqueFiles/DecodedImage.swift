import CalqueCore

/// What a decoder may do and where it stops.
public struct DecodeOptions: Equatable, Sendable {
  /// The largest declared size that is decoded, in pixels (width × height). It is checked before anything of that
  /// size is allocated.
  public var maximumPixels: Int
  /// Whether colours are converted to the bitmap's colour space. With `false` the samples stay as the file has them
  /// (CMYK by the plain formula) and are only labelled sRGB.
  public var applyProfile: Bool

  public init(maximumPixels: Int = 200_000_000, applyProfile: Bool = true) {
    self.maximumPixels = maximumPixels
    self.applyProfile = applyProfile
  }

  /// Throws when a declared size is over the limit.
  func check(width: Int, height: Int, _ format: ImageFormat) throws(FileError) {
    guard width > 0, height > 0 else { throw .corrupt(format, detail: "it declares \(width) × \(height) pixels") }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maximumPixels else {
      throw .tooLarge(width: width, height: height, limit: maximumPixels)
    }
  }
}

/// Something about a file that did not keep it from being decoded, and that a reader of its measurements should know.
public struct DecodeWarning: Equatable, Sendable, CustomStringConvertible {
  public enum Code: String, Equatable, Sendable {
    /// The file has several frames or images; the first or primary one was decoded.
    case severalFrames
    /// The colour profile is damaged or does not fit the picture; the samples were taken as sRGB.
    case badProfile
    /// An Xcode-crushed (CgBI) PNG: its colours were divided by alpha again, which costs precision.
    case crushedPNG
    /// The compressed data have errors, and parts of the picture may be wrong.
    case damagedData
    /// High dynamic range: what is brighter than reference white was clipped.
    case highDynamicRange
  }

  public var code: Code
  public var message: String
  public var description: String { message }

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// A picture read from a file, as displayed, with what the file said about it.
public struct DecodedImage: Sendable {
  /// The picture: orientation and colour profile applied, alpha straight, colours of clear pixels kept.
  public var bitmap: Bitmap
  /// The format of the file.
  public var format: ImageFormat
  /// The colour space that the file's samples were in: "sRGB" (also where nothing is said), "Display P3", or the
  /// description of the file's ICC profile, PNG colour chunks or code points.
  public var colorProfile: String
  /// Bits a sample in the file: 1…16.
  public var bitDepth: Int
  /// Whether the file has an alpha channel, a transparent colour or a palette with alpha.
  public var hasAlpha: Bool
  /// The EXIF orientation that was applied, 1…8; HEIC and AVIF turn by their own means and say 1.
  public var orientation: Int
  public var warnings: [DecodeWarning]
}
