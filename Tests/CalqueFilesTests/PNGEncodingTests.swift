import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueFiles

@Suite struct PNGEncodingTests {
  /// A bitmap of noise.
  private func bitmap(sixteen: Bool, opaque: Bool, _ space: ColorSpace) -> Bitmap {
    var random = RandomSource(seed: 7)
    let (width, height) = (37, 23)
    let wide = (0..<width * height * 4).map { i in
      i % 4 == 3 && opaque ? UInt16.max : UInt16.random(in: 0...UInt16.max, using: &random)
    }
    return sixteen
      ? Bitmap(width: width, height: height, rgba16: wide, colorSpace: space)
      : Bitmap(width: width, height: height, rgba: wide.map { UInt8($0 >> 8) }, colorSpace: space)
  }

  @Test(arguments: [true, false], [ColorSpace.sRGB, .displayP3])
  func whatIsWrittenReadsBackTheSame(sixteen: Bool, space: ColorSpace) throws {
    for opaque in [true, false] {
      for effort in [PNGEffort.fast, .small] {
        let original = bitmap(sixteen: sixteen, opaque: opaque, space)
        let file = try encodePNG(original, effort: effort)
        let image = try decodeImage(file)
        #expect(image.bitmap == original)
        #expect(image.hasAlpha == !opaque)
        #expect(image.colorProfile == (space == .sRGB ? "sRGB" : "Display P3"))
        #expect(image.warnings.isEmpty)
      }
    }
  }

  @Test func theSameBitmapGivesTheSameBytes() throws {
    let original = bitmap(sixteen: false, opaque: false, .displayP3)
    #expect(try encodePNG(original) == encodePNG(original))
  }
}
