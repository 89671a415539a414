/// What a decoder hands on: samples in the file's own colours and direction.
struct RawImage {
  enum Samples {
    /// RGBA, straight alpha, 0…255.
    case eight([UInt8])
    /// RGBA, straight alpha, 0…65535.
    case sixteen([UInt16])
  }

  var width: Int
  var height: Int
  /// RGBA, or for ``SourceColor/cmyk(profile:inverted:)`` C, M, Y and K in eight bits.
  var samples: Samples
  var color: SourceColor
  var orientation: Orientation = .up
  /// Bits a sample in the file.
  var bitDepth = 8
  var hasAlpha = false
  /// Whether red, green and blue are equal everywhere because the file stores one of them.
  var isGray = false
  var warnings: [DecodeWarning] = []

  /// Takes the samples out, so that they are changed in place and not copied.
  mutating func takeSamples() -> Samples {
    let taken = samples
    samples = .eight([])
    return taken
  }
}

/// What a file says about its colours.
enum SourceColor: Equatable {
  /// sRGB, or nothing said.
  case sRGB
  case displayP3
  /// An ICC profile's bytes.
  case icc([UInt8])
  /// A power curve and, perhaps, primaries (PNG's gAMA and cHRM). `exponent` maps samples to light.
  case power(exponent: Double?, primaries: Primaries?)
  /// Code points of ITU-T H.273.
  case codePoints(primaries: Int, transfer: Int)
  /// Four inks; `inverted` when 255 means no ink (Adobe's convention).
  case cmyk(profile: [UInt8]?, inverted: Bool)
}
