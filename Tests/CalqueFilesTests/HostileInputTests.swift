import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueFiles

/// Damaged copies of every fixture: each must decode or be refused, and nothing may crash.
@Suite struct HostileInputTests {
  private static let names = [
    "gray1.png", "palette4.png", "clear-palette4.png", "rgba16.png", "interlaced-rgba16.png", "crushed-rgba.png",
    "baseline.jpg", "progressive.jpg", "cmyk.jpg", "orientation6.jpg", "lossy.webp", "lossless.webp", "animated.webp",
    "orientation6.webp", "alpha.heic", "deep.heic", "lossless.avif", "turned6.avif",
  ]

  @Test(arguments: names)
  func damagedCopiesDecodeOrAreRefused(name: String) throws {
    let original = try bytes(fixture(name))
    var random = RandomSource(seed: 20_240_607)
    let options = DecodeOptions(maximumPixels: 4_000_000)
    var refused = 0
    for _ in 0..<150 {
      var file = original
      switch Int.random(in: 0..<5, using: &random) {
      case 0: file = Array(file[..<Int.random(in: 0..<file.count, using: &random)])
      case 1: file.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0..<file.count, using: &random))
      default:
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      if name.hasSuffix("png"), Bool.random(using: &random) { mendChecksums(&file) }
      do {
        let image = try decodeImage(file, options: options)
        #expect(image.bitmap.width * image.bitmap.height <= options.maximumPixels)
      } catch {
        refused += 1
        #expect(error.exitCode == 65)
      }
    }
    #expect(refused > 10, "the damage was too mild to try anything")
  }

  /// Gives a PNG's chunks right check sums again, so that what lies behind them is tried.
  private func mendChecksums(_ file: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard offset + 12 + length <= file.count else { return }
      let end = offset + 8 + length
      file.replaceSubrange(end..<end + 4, with: bigEndian(crc32(file[offset + 4..<end])))
      offset = end + 4
    }
  }
}
