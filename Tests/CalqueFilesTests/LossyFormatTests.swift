import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueFiles

/// The blocks of the lossy fixtures, whatever their format and stored direction.
@Suite struct LossyFormatTests {
  private func expectBlocks(_ image: DecodedImage, alpha: Double = 255, within tolerance: Tolerance) {
    #expect(image.bitmap.width == 48 && image.bitmap.height == 32)
    for (i, color) in Pattern.blocks.enumerated() {
      let pixel = image.bitmap.levels(i % 3 * 16 + 8, i / 3 * 16 + 8)
      for c in 0..<3 { expectClose(pixel[c], Double(color[c]), within: tolerance, "block \(i), channel \(c)") }
      expectClose(pixel[3], alpha, within: .levels(0.001), "alpha of block \(i)")
    }
  }

  @Test(
    arguments: [
      ("baseline.jpg", ImageFormat.jpeg), ("subsampled.jpg", .jpeg), ("progressive.jpg", .jpeg), ("lossy.webp", .webP),
      ("lossless.heic", .heic), ("lossless.avif", .avif),
    ])
  func blocksComeBack(name: String, format: ImageFormat) throws {
    let image = try readImage(path: fixture(name))
    #expect(image.format == format)
    #expect(!image.hasAlpha && image.bitDepth == 8 && image.orientation == 1)
    #expect(image.warnings.isEmpty)
    expectBlocks(image, within: .levels(4))
  }

  @Test(arguments: 2...8)
  func everyEXIFOrientationIsUndone(value: Int) throws {
    let image = try readImage(path: fixture("orientation\(value).jpg"))
    #expect(image.orientation == value)
    expectBlocks(image, within: .levels(4))
  }

  @Test func anInvalidOrientationIsUpright() throws {
    let image = try readImage(path: fixture("orientation9.jpg"))
    #expect(image.orientation == 1)
    expectBlocks(image, within: .levels(4))
  }

  @Test func aWebPIsTurnedByItsEXIF() throws {
    let image = try readImage(path: fixture("orientation6.webp"))
    #expect(image.orientation == 6)
    expectBlocks(image, within: .levels(8))
  }

  @Test(arguments: [4, 6])
  func anAVIFIsTurnedOnce(value: Int) throws {
    let image = try readImage(path: fixture("turned\(value).avif"))
    #expect(image.orientation == 1)
    expectBlocks(image, within: .levels(4))
  }

  @Test func grayJPEGHasEqualChannels() throws {
    let image = try readImage(path: fixture("gray.jpg"))
    for (i, color) in Pattern.blocks.enumerated() {
      let pixel = image.bitmap.levels(i % 3 * 16 + 8, i / 3 * 16 + 8)
      // ITU-R BT.601's luma, as JFIF has it.
      let luma = 0.299 * Double(color[0]) + 0.587 * Double(color[1]) + 0.114 * Double(color[2])
      for c in 0..<3 { expectClose(pixel[c], luma, within: .levels(2)) }
    }
  }

  @Test func adobesInvertedInksBecomeLight() throws {
    let image = try readImage(path: fixture("cmyk.jpg"))
    #expect(image.colorProfile == "CMYK")
    expectBlocks(image, within: .levels(4))
  }

  @Test func aHEICWithAlphaIsStraight() throws {
    let image = try readImage(path: fixture("alpha.heic"))
    #expect(image.hasAlpha)
    expectBlocks(image, alpha: 100, within: .levels(4))
  }

  @Test func tenBitsStayMoreThanEight() throws {
    let image = try readImage(path: fixture("deep.heic"))
    #expect(image.bitDepth == 10)
    #expect(image.bitmap.isSixteenBit)
    var distinct: Set<Int> = []
    for x in 0..<64 {
      let pixel = image.bitmap.levels(x, 20)
      expectClose(pixel[0] * 257, Double(x * 1040), within: .levels(257), "column \(x)")
      expectClose(pixel[3], 255, within: .levels(0.001))
      distinct.insert(Int((pixel[0] * 257).rounded()) % 257)
    }
    #expect(distinct.count > 16, "the samples are multiples of an 8-bit level")
  }

  @Test func codePointsOfDisplayP3AreKept() throws {
    let image = try readImage(path: fixture("p3.avif"))
    #expect(image.colorProfile == "Display P3" && image.bitmap.colorSpace == .displayP3)
    #expect(!image.bitmap.isSixteenBit)
    expectBlocks(image, within: .levels(4))
  }

  @Test func losslessWebPIsExactAndKeepsClearColors() throws {
    let image = try readImage(path: fixture("lossless.webp"))
    #expect(image.bitmap.integers == Pattern.samples(color: 6, bits: 8))
    #expect(image.hasAlpha)
  }

  @Test func anAnimatedWebPGivesItsFirstFrame() throws {
    let image = try readImage(path: fixture("animated.webp"))
    #expect(image.warnings.map(\.code) == [.severalFrames])
    expectBlocks(image, within: .levels(8))
  }

  @Test(arguments: ["baseline.jpg", "progressive.jpg", "lossy.webp", "lossless.webp", "lossless.heic", "lossless.avif"])
  func halfAFileIsRefused(name: String) throws {
    let file = try bytes(fixture(name))
    let error = #expect(throws: FileError.self) { try decodeImage(Array(file[..<(file.count * 6 / 10)])) }
    #expect(error?.exitCode == 65)
  }

  @Test func aJPEGWithoutItsEndIsTruncated() throws {
    let file = try bytes(fixture("baseline.jpg"))
    #expect(throws: FileError.truncated(.jpeg)) { try decodeImage(Array(file.dropLast(2))) }
  }

  @Test(arguments: [(0xC3, "lossless JPEG"), (0xC5, "hierarchical JPEG")] as [(UInt8, String)])
  func unusualProcessesAreRefusedByName(process: UInt8, name: String) throws {
    var file = try bytes(fixture("baseline.jpg"))
    let frame = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[frame + 1] = process
    #expect(throws: FileError.unsupported(what: name, advice: "convert it to PNG first")) { try decodeImage(file) }
  }

  @Test func aJPEGOfTwelveBitsIsRefusedByName() throws {
    var file = try bytes(fixture("baseline.jpg"))
    let frame = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[frame + 4] = 12
    #expect(throws: FileError.unsupported(what: "a JPEG of 12 bits", advice: "convert it to PNG first")) {
      try decodeImage(file)
    }
  }

  @Test func aJPEGsDeclaredSizeIsCheckedFirst() throws {
    var file = try bytes(fixture("baseline.jpg"))
    let frame = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file.replaceSubrange(frame + 5..<frame + 9, with: [0x36, 0xB0, 0x4E, 0x20])
    #expect(throws: FileError.tooLarge(width: 20000, height: 14000, limit: 200_000_000)) { try decodeImage(file) }
  }
}
