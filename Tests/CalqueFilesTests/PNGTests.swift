import CalqueCore
import Testing

@testable import CalqueFiles

@Suite struct PNGTests {
  @Test(
    arguments: [
      ("gray1", 0, 1), ("gray2", 0, 2), ("gray4", 0, 4), ("gray8", 0, 8), ("gray16", 0, 16), ("rgb8", 2, 8),
      ("rgb16", 2, 16), ("palette1", 3, 1), ("palette2", 3, 2), ("palette4", 3, 4), ("palette8", 3, 8),
      ("gray-alpha8", 4, 8), ("gray-alpha16", 4, 16), ("rgba8", 6, 8), ("rgba16", 6, 16), ("interlaced-rgb8", 2, 8),
      ("interlaced-rgba16", 6, 16), ("interlaced-palette2", 3, 2),
    ])
  func everyKindGivesItsSamples(name: String, color: Int, bits: Int) throws {
    let image = try readImage(path: fixture("\(name).png"))
    #expect(image.bitmap.width == Pattern.width && image.bitmap.height == Pattern.height)
    #expect(image.bitmap.integers == Pattern.samples(color: color, bits: bits))
    #expect(image.format == .png)
    #expect(image.bitDepth == bits)
    #expect(image.bitmap.isSixteenBit == (bits == 16))
    #expect(image.hasAlpha == (color >= 4))
    #expect(image.colorProfile == "sRGB" && image.bitmap.colorSpace == .sRGB)
    #expect(image.warnings.isEmpty)
  }

  @Test(arguments: [("clear-gray8", 0, 8), ("clear-rgb8", 2, 8), ("clear-rgb16", 2, 16)])
  func theTransparentColorIsClearAndKeepsItsColor(name: String, color: Int, bits: Int) throws {
    let image = try readImage(path: fixture("\(name).png"))
    var expected = Pattern.samples(color: color, bits: bits)
    expected[(3 * Pattern.width + 2) * 4 + 3] = 0
    #expect(image.bitmap.integers == expected)
    #expect(image.hasAlpha)
  }

  @Test func paletteAlphaIsApplied() throws {
    let image = try readImage(path: fixture("clear-palette4.png"))
    var expected = Pattern.samples(color: 3, bits: 4)
    for y in 0..<Pattern.height {
      for x in 0..<Pattern.width {
        let index = Pattern.index(x, y, bits: 4)
        if index < 8 { expected[(y * Pattern.width + x) * 4 + 3] = 255 - 17 * index }
      }
    }
    #expect(image.bitmap.integers == expected)
  }

  @Test func aCrushedPictureWithoutAlphaIsExact() throws {
    let image = try readImage(path: fixture("crushed-rgb.png"))
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == [.crushedPNG])
  }

  @Test func aCrushedPictureWithAlphaIsStraightAgain() throws {
    let image = try readImage(path: fixture("crushed-rgba.png"))
    let expected = Pattern.samples(color: 6, bits: 8)
    for (i, value) in image.bitmap.integers.enumerated() {
      let alpha = expected[i | 3]
      // Half a level of the product becomes this much of the colour.
      let tolerance = i % 4 == 3 ? 0 : alpha == 0 ? 255 : 128 / Double(alpha) + 0.5
      #expect(Double(abs(value - expected[i])) <= tolerance)
    }
  }

  @Test func aDamagedCrushedPictureIsRefused() throws {
    var file = try bytes(fixture("crushed-rgba.png"))
    file[file.count - 30] ^= 0x10
    #expect(throws: FileError.self) { try decodeImage(file) }
  }

  @Test func anAnimationGivesItsStillPictureAndSaysSo() throws {
    let file = try inserting([("acTL", [0, 0, 0, 5, 0, 0, 0, 0])], into: "rgb8.png")
    let image = try decodeImage(file)
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == [.severalFrames])
  }

  @Test func theOrientationInEXIfIsApplied() throws {
    // Big-endian TIFF with one entry: orientation, short, 6.
    let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let image = try decodeImage(inserting([("eXIf", exif)], into: "rgb8.png"))
    #expect(image.orientation == 6)
    #expect(image.bitmap.width == Pattern.height && image.bitmap.height == Pattern.width)
    // 6 shows the stored picture turned clockwise by a quarter: its bottom left comes to the top left.
    let expected = Pattern.rgba(0, Pattern.height - 1)
    #expect(Array(image.bitmap.integers[0..<3]) == Array(expected[0..<3]))
  }

  @Test func trailingGarbageIsNoError() throws {
    let file = try bytes(fixture("rgb8.png")) + [1, 2, 3, 0xFF]
    #expect(try decodeImage(file).bitmap.integers == Pattern.samples(color: 2, bits: 8))
  }

  @Test func aMissingEndIsTruncation() throws {
    let file = try bytes(fixture("rgb8.png"))
    for count in [file.count - 12, file.count - 1, file.count - 40, 40] {
      #expect(throws: FileError.truncated(.png)) { try decodeImage(Array(file[..<count])) }
    }
  }

  @Test func aWrongChecksumInTheDataIsCorruption() throws {
    var file = try bytes(fixture("rgb8.png"))
    file[file.count - 13] ^= 1
    #expect(throws: FileError.corrupt(.png, detail: "invalid chunk checksum")) { try decodeImage(file) }
  }

  @Test func aWrongChecksumInAnAncillaryChunkIsTolerated() throws {
    var file = try inserting([("tEXt", Array("Comment".utf8) + [0, 65])], into: "rgb8.png")
    // The chunk stands behind the signature and the header: its check sum ends at 8 + 25 + 12 + 9.
    file[8 + 25 + 12 + 9 - 1] ^= 1
    #expect(try decodeImage(file).bitmap.integers == Pattern.samples(color: 2, bits: 8))
  }

  @Test(
    arguments: [
      [("gAMA", [UInt8](repeating: 0, count: 3))],
      [("gAMA", [0, 0, 0xB1, 0x8F]), ("gAMA", [0, 0, 0xB1, 0x8F])],
      [("pHYs", [1, 2, 3])], [("sRGB", [9])], [("tIME", [0])], [("iCCP", [0, 1, 2, 3])],
      [("zTXt", Array("Comment".utf8) + [0, 0, 1, 2, 3])], [("sBIT", [9, 9, 9])], [("eXIf", [1, 2, 3, 4])],
    ] as [[(String, [UInt8])]])
  func brokenAncillaryChunksDoNotKeepThePictureBack(chunks: [(String, [UInt8])]) throws {
    let image = try decodeImage(inserting(chunks, into: "rgb8.png"))
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == (chunks[0].0 == "iCCP" ? [.badProfile] : []))
  }

  @Test(arguments: [0, 1, 3, 8, 9, 10, 12])
  func damagedHeadersAreRefused(offset: Int) throws {
    var file = try bytes(fixture("rgb8.png"))
    file[16 + offset] = offset < 8 ? 0x80 : 0x77
    file.replaceSubrange(29..<33, with: bigEndian(crc32(file[12..<29])))
    let error = #expect(throws: FileError.self) { try decodeImage(file) }
    #expect(error?.exitCode == 65)
  }

  @Test func aLieAboutTheSizeIsRefusedBeforeAllocation() throws {
    var file = try bytes(fixture("rgb8.png"))
    file.replaceSubrange(16..<24, with: bigEndian(65536) + bigEndian(65536))
    file.replaceSubrange(29..<33, with: bigEndian(crc32(file[12..<29])))
    #expect(throws: FileError.tooLarge(width: 65536, height: 65536, limit: 200_000_000)) { try decodeImage(file) }
  }

  @Test func theLimitCanBeLoweredAndRaised() throws {
    let file = try bytes(fixture("rgb8.png"))
    let pixels = Pattern.width * Pattern.height
    #expect(throws: FileError.tooLarge(width: Pattern.width, height: Pattern.height, limit: pixels - 1)) {
      try decodeImage(file, options: DecodeOptions(maximumPixels: pixels - 1))
    }
    #expect(throws: Never.self) { try decodeImage(file, options: DecodeOptions(maximumPixels: pixels)) }
  }
}

/// A PNG of the fixtures with chunks put behind its header.
func inserting(_ chunks: [(String, [UInt8])], into name: String) throws -> [UInt8] {
  var file = try bytes(fixture(name))
  var inserted: [UInt8] = []
  for (type, data) in chunks {
    let body = Array(type.utf8) + data
    inserted += bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }
  file.insert(contentsOf: inserted, at: 33)
  return file
}

func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
