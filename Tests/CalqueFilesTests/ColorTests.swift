import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueFiles

@Suite struct ColorTests {
  private static let adobe = Primaries(
    white: Chromaticity(x: 0.3127, y: 0.3290), red: Chromaticity(x: 0.64, y: 0.33),
    green: Chromaticity(x: 0.21, y: 0.71), blue: Chromaticity(x: 0.15, y: 0.06))
  private static let adobeReference = ReferenceSpace(
    primaries: [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], light: { pow($0, 2.2) })

  private func profile(_ primaries: Primaries, _ curve: TransferCurve) throws -> [UInt8] {
    try #require(Profile(primaries, curve)?.serialized(named: "test profile"))
  }

  private func expectUntouched(_ image: DecodedImage, _ space: ColorSpace, _ name: String) {
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.bitmap.colorSpace == space)
    #expect(image.colorProfile == name)
    #expect(image.warnings.isEmpty)
  }

  /// Holds a converted picture of the pattern against the reference.
  private func expectConverted(
    _ image: DecodedImage, from source: ReferenceSpace, bits: Int = 8, to space: ColorSpace, within: Tolerance
  ) {
    #expect(image.bitmap.colorSpace == space)
    #expect(image.bitmap.isSixteenBit)
    let target: ReferenceSpace = space == .sRGB ? .sRGB : .displayP3
    let top = bits == 8 ? 255.0 : 65535
    for y in 0..<Pattern.height {
      for x in 0..<Pattern.width {
        let stored = (bits == 8 ? Pattern.rgba(x, y) : Pattern.rgba16(x, y)).prefix(3).map { Double($0) / top }
        let expected = source.converted(stored, to: target)
        let pixel = image.bitmap.levels(x, y)
        for c in 0..<3 { expectClose(pixel[c], expected[c] * 255, within: within, "(\(x), \(y)), channel \(c)") }
      }
    }
  }

  @Test func usualGammaIsSRGB() throws {
    for value: UInt32 in [45455, 45000, 45500] {
      expectUntouched(try decodeImage(inserting([("gAMA", bigEndian(value))], into: "rgb8.png")), .sRGB, "sRGB")
    }
  }

  @Test func linearGammaIsConverted() throws {
    let linear = ReferenceSpace(primaries: ReferenceSpace.sRGB.primaries, light: { $0 })
    for (name, bits, tolerance) in [("rgb8.png", 8, 0.3), ("rgb16.png", 16, 0.02)] {
      let image = try decodeImage(inserting([("gAMA", bigEndian(100_000))], into: name))
      #expect(image.colorProfile == "gAMA")
      expectConverted(image, from: linear, bits: bits, to: .sRGB, within: .levels(tolerance))
    }
  }

  @Test func grayUnderLinearGammaStaysGray() throws {
    let image = try decodeImage(inserting([("gAMA", bigEndian(100_000))], into: "gray-alpha8.png"))
    let stored = Pattern.samples(color: 4, bits: 8)
    for (i, value) in image.bitmap.integers.enumerated() {
      let expected = i % 4 == 3 ? Double(stored[i]) : ReferenceSpace.sRGBCode(Double(stored[i]) / 255) * 255
      expectClose(Double(value) / 257, expected, within: .levels(i % 4 == 3 ? 0 : 0.3))
    }
  }

  @Test func chromaticitiesAreHonoured() throws {
    let points = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].map { UInt32($0) }
    let image = try decodeImage(
      inserting(
        [("gAMA", bigEndian(45455)), ("cHRM", points.flatMap { bigEndian($0) })], into: "rgb8.png"))
    let source = ReferenceSpace(primaries: Self.adobeReference.primaries, light: ReferenceSpace.sRGBLight)
    #expect(image.colorProfile == "gAMA and cHRM")
    expectConverted(image, from: source, to: .displayP3, within: .levels(0.3))
  }

  @Test func sRGBsOwnChromaticitiesChangeNothing() throws {
    let points = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].map { UInt32($0) }
    let chunks = [("gAMA", bigEndian(45455)), ("cHRM", points.flatMap { bigEndian($0) })]
    expectUntouched(try decodeImage(inserting(chunks, into: "rgb8.png")), .sRGB, "sRGB")
  }

  @Test func impossibleChromaticitiesAreWarnedOf() throws {
    let image = try decodeImage(
      inserting([("gAMA", bigEndian(45455)), ("cHRM", [UInt8](repeating: 0, count: 32))], into: "rgb8.png"))
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == [.badProfile])
  }

  @Test func anSRGBChunkOutranksGamma() throws {
    let chunks: [(String, [UInt8])] = [("sRGB", [0]), ("gAMA", bigEndian(100_000))]
    expectUntouched(try decodeImage(inserting(chunks, into: "rgb8.png")), .sRGB, "sRGB")
  }

  @Test func aProfileOutranksAnSRGBChunk() throws {
    let chunks = [("iCCP", iccp(try profile(.displayP3, .sRGB))), ("sRGB", [0])]
    expectUntouched(try decodeImage(inserting(chunks, into: "rgb8.png")), .displayP3, "Display P3")
  }

  @Test func codePointsOutrankAProfile() throws {
    let chunks = [("cICP", [12, 13, 0, 1]), ("iCCP", iccp(try profile(Self.adobe, .power(2.2))))]
    expectUntouched(try decodeImage(inserting(chunks, into: "rgb8.png")), .displayP3, "Display P3")
    let plain: [(String, [UInt8])] = [("cICP", [1, 13, 0, 1]), ("gAMA", bigEndian(100_000))]
    expectUntouched(try decodeImage(inserting(plain, into: "rgb8.png")), .sRGB, "sRGB")
  }

  @Test func anSRGBProfileChangesNothing() throws {
    let chunks = [("iCCP", iccp(try profile(.sRGB, .sRGB)))]
    expectUntouched(try decodeImage(inserting(chunks, into: "rgb8.png")), .sRGB, "sRGB")
  }

  @Test func aWiderProfileBecomesDisplayP3() throws {
    let chunks = [("iCCP", iccp(try profile(Self.adobe, .power(2.2))))]
    for (name, bits, tolerance) in [("rgb8.png", 8, 0.3), ("rgb16.png", 16, 0.05)] {
      let image = try decodeImage(inserting(chunks, into: name))
      #expect(image.colorProfile == "test profile")
      expectConverted(
        image, from: Self.adobeReference, bits: bits, to: .displayP3, within: .levels(tolerance))
    }
  }

  @Test func alphaIsCopiedWhileColorsAreConverted() throws {
    let chunks = [("iCCP", iccp(try profile(Self.adobe, .power(2.2))))]
    for (name, bits) in [("rgba8.png", 8), ("rgba16.png", 16)] {
      let image = try decodeImage(inserting(chunks, into: name))
      let stored = Pattern.samples(color: 6, bits: bits)
      for i in stride(from: 3, to: stored.count, by: 4) {
        #expect(image.bitmap.integers[i] == (bits == 8 ? stored[i] * 257 : stored[i]))
      }
    }
  }

  @Test func aNarrowProfileBecomesSRGB() throws {
    let half = Primaries(
      white: Chromaticity(x: 0.3127, y: 0.3290), red: Chromaticity(x: 0.5, y: 0.33),
      green: Chromaticity(x: 0.31, y: 0.5), blue: Chromaticity(x: 0.2, y: 0.15))
    let image = try decodeImage(inserting([("iCCP", iccp(try profile(half, .power(1.8))))], into: "rgb8.png"))
    let source = ReferenceSpace(primaries: [(0.5, 0.33), (0.31, 0.5), (0.2, 0.15)], light: { pow($0, 1.8) })
    expectConverted(image, from: source, to: .sRGB, within: .levels(0.3))
  }

  @Test(arguments: [(9, 1), (9, 14), (1, 1), (9, 8), (12, 4)] as [(UInt8, UInt8)])
  func otherCodePointsAreConverted(primaries: UInt8, transfer: UInt8) throws {
    let image = try decodeImage(inserting([("cICP", [primaries, transfer, 0, 1])], into: "rgb16.png"))
    let spaces: [UInt8: ReferenceSpace] = [
      1: .sRGB, 12: .displayP3,
      9: ReferenceSpace(primaries: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046)], light: { $0 }),
    ]
    var source = try #require(spaces[primaries])
    switch transfer {
    case 8: source.light = { $0 }
    case 4: source.light = { pow($0, 2.2) }
    default: source.light = { $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45) }
    }
    expectConverted(image, from: source, bits: 16, to: primaries == 1 ? .sRGB : .displayP3, within: .levels(0.05))
    #expect(image.colorProfile == "H.273 \(primaries)/\(transfer)")
  }

  @Test(arguments: [(16, 0.5807), (18, 0.75)] as [(UInt8, Double)])
  func highDynamicRangeHasReferenceWhiteAtFull(transfer: UInt8, white: Double) throws {
    let image = try decodeImage(inserting([("cICP", [1, transfer, 0, 1])], into: "gray8.png"))
    #expect(image.warnings.map(\.code) == [.highDynamicRange])
    let stored = Pattern.samples(color: 0, bits: 8)
    for i in stride(from: 0, to: stored.count, by: 4) {
      let signal = Double(stored[i]) / 255
      let value = Double(image.bitmap.integers[i]) / 65535
      if signal > white { expectClose(value, 1, within: .absolute(1e-4)) }
      if signal < white - 0.03 { #expect(value < 0.98) }
    }
  }

  @Test func unknownCodePointsAreWarnedOf() throws {
    let image = try decodeImage(inserting([("cICP", [77, 13, 0, 1])], into: "rgb8.png"))
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == [.badProfile])
  }

  @Test func aDamagedProfileIsWarnedOfAndIgnored() throws {
    var damaged = try profile(.displayP3, .sRGB)
    for i in 128..<200 { damaged[i] = 0xFF }
    for data in [damaged, [UInt8](repeating: 7, count: 300)] {
      let image = try decodeImage(inserting([("iCCP", iccp(data))], into: "rgb8.png"))
      #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
      #expect(image.bitmap.colorSpace == .sRGB)
      #expect(image.warnings.map(\.code) == [.badProfile])
    }
  }

  @Test func profilesCanBeLeftUnapplied() throws {
    let raw = DecodeOptions(applyProfile: false)
    for chunks in [
      [("gAMA", bigEndian(100_000))], [("iCCP", iccp(try profile(Self.adobe, .power(2.2))))],
      [("cICP", [9, 16, 0, 1])],
    ] {
      let image = try decodeImage(inserting(chunks, into: "rgb8.png"), options: raw)
      #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    }
  }

  /// A JPEG with its profile cut into segments, in an order of one's choice.
  private func jpeg(profile: [UInt8], parts: [Int], of count: Int) throws -> [UInt8] {
    var file = try bytes(fixture("baseline.jpg"))
    let size = (profile.count + count - 1) / count
    var segments: [UInt8] = []
    for part in parts {
      let data = profile[(part - 1) * size..<min(part * size, profile.count)]
      let length = 2 + 14 + data.count
      segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
      segments += Array("ICC_PROFILE".utf8) + [0, UInt8(part), UInt8(count)] + data
    }
    file.insert(contentsOf: segments, at: 2)
    return file
  }

  @Test func aJPEGsProfileIsCollectedByNumber() throws {
    let file = try jpeg(profile: profile(.displayP3, .sRGB), parts: [3, 1, 2], of: 3)
    let image = try decodeImage(file)
    #expect(image.colorProfile == "Display P3" && image.bitmap.colorSpace == .displayP3)
    #expect(image.warnings.isEmpty)
  }

  @Test func aJPEGsProfileWithoutAPartIsWarnedOf() throws {
    let file = try jpeg(profile: profile(.displayP3, .sRGB), parts: [1, 3], of: 3)
    let image = try decodeImage(file)
    #expect(image.bitmap.colorSpace == .sRGB)
    #expect(image.warnings.map(\.code) == [.badProfile])
  }

  /// A grey ICC profile of version 2 with a power curve: header, tag table, white point and grey curve (ICC.1 §7, §10).
  private func grayProfile(gamma: Double) -> [UInt8] {
    var profile = [UInt8](repeating: 0, count: 128)
    let white = Array("XYZ ".utf8) + [0, 0, 0, 0] + bigEndian(63190) + bigEndian(65536) + bigEndian(54061)
    let power = UInt16(gamma * 256)
    let curve =
      Array("curv".utf8) + [0, 0, 0, 0] + bigEndian(1) + [UInt8(power >> 8), UInt8(power & 255), 0, 0]
    let start = UInt32(128 + 4 + 2 * 12)
    let table =
      bigEndian(2) + Array("wtpt".utf8) + bigEndian(start) + bigEndian(UInt32(white.count)) + Array("kTRC".utf8)
      + bigEndian(start + UInt32(white.count)) + bigEndian(14)
    profile += table + white + curve
    profile.replaceSubrange(0..<4, with: bigEndian(UInt32(profile.count)))
    profile.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
    profile.replaceSubrange(12..<24, with: Array("mntrGRAYXYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    // The illuminant D50.
    profile.replaceSubrange(68..<80, with: bigEndian(63190) + bigEndian(65536) + bigEndian(54061))
    return profile
  }

  @Test(arguments: [("gray8.png", 0, 8), ("gray16.png", 0, 16), ("gray-alpha8.png", 4, 8), ("gray-alpha16.png", 4, 16)])
  func aGrayProfileIsHonoured(name: String, color: Int, bits: Int) throws {
    let image = try decodeImage(inserting([("iCCP", iccp(grayProfile(gamma: 1.5)))], into: name))
    #expect(image.warnings.isEmpty)
    #expect(image.bitmap.isSixteenBit && image.bitmap.colorSpace == .sRGB)
    let top = bits == 8 ? 255.0 : 65535
    for (i, stored) in Pattern.samples(color: color, bits: bits).enumerated() {
      let value = Double(stored) / top
      let expected = i % 4 == 3 ? value : ReferenceSpace.sRGBCode(pow(value, 1.5))
      expectClose(Double(image.bitmap.integers[i]) / 257, expected * 255, within: .levels(0.1))
    }
  }

  @Test func aGrayProfileOnAColorPictureIsWarnedOf() throws {
    let image = try decodeImage(inserting([("iCCP", iccp(grayProfile(gamma: 1.5)))], into: "rgb8.png"))
    #expect(image.bitmap.integers == Pattern.samples(color: 2, bits: 8))
    #expect(image.warnings.map(\.code) == [.badProfile])
  }
}
