/// Where the chunks of a PNG stand, from one walk over their headers; nothing is decompressed.
///
/// The chunks of fixed size that tell colours are read here, because libspng 0.7 stops at the first of them that
/// breaks a rule of order, and does not know cICP. (PNG, third edition, §5.3, §11.3.2.)
struct PNGStructure {
  /// A chunk's type and the place of its data in the file.
  struct Chunk {
    var type: UInt32
    var data: Range<Int>
    /// Data with its length, type and check sum.
    var whole: Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }
  }

  var width = 0
  var height = 0
  var bitDepth: UInt8 = 0
  var colorType: UInt8 = 0
  /// Xcode's variant: no zlib wrapper, blue first, colours multiplied by alpha.
  var isCrushed = false
  /// What a decoder of the pixels needs, in order: IHDR, the first iCCP, PLTE and tRNS, every IDAT, IEND.
  var essential: [Chunk] = []
  var cicp: Range<Int>?
  var srgb: Range<Int>?
  var gama: Range<Int>?
  var chrm: Range<Int>?
  var exif: Range<Int>?
  var hasProfile = false
  var hasTransparency = false
  /// Frames that an animation declares; 0 without one.
  var frames = 0
  /// Whether IEND was reached.
  var isComplete = false

  private static func type(_ name: StaticString) -> UInt32 {
    var value: UInt32 = 0
    for i in 0..<4 { value = value << 8 | UInt32(name.utf8Start[i]) }
    return value
  }
  static let ihdr = type("IHDR")
  static let plte = type("PLTE")
  static let idat = type("IDAT")
  static let iend = type("IEND")
  private static let cgbi = type("CgBI")
  static let iccp = type("iCCP")
  private static let trns = type("tRNS")

  /// Walks the chunks of a file whose signature was checked.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    var offset = 8
    var seenData = false
    var seenPalette = false
    while offset + 12 <= bytes.count {
      let length = Int(bytes.bigEndian32(at: offset))
      let type = bytes.bigEndian32(at: offset + 4)
      let data = offset + 8..<offset + 8 + length
      guard data.upperBound + 4 <= bytes.count else { break }
      let chunk = Chunk(type: type, data: data)
      let isSound = { crc32(bytes[data.lowerBound - 4..<data.upperBound]) == bytes.bigEndian32(at: data.upperBound) }
      switch type {
      case Self.cgbi where essential.isEmpty:
        isCrushed = true
      case Self.ihdr where essential.isEmpty:
        guard length == 13 else { throw .corrupt(.png, detail: "its header has \(length) bytes instead of 13") }
        width = Int(bytes.bigEndian32(at: data.lowerBound))
        height = Int(bytes.bigEndian32(at: data.lowerBound + 4))
        bitDepth = bytes[data.lowerBound + 8]
        colorType = bytes[data.lowerBound + 9]
        essential.append(chunk)
      case Self.plte:
        seenPalette = true
        essential.append(chunk)
      case Self.idat:
        seenData = true
        essential.append(chunk)
      case Self.iend:
        essential.append(chunk)
        isComplete = true
      case Self.iccp where !hasProfile && !seenData && !seenPalette && !essential.isEmpty:
        hasProfile = true
        essential.append(chunk)
      case Self.trns where !hasTransparency && !seenData && !essential.isEmpty:
        hasTransparency = true
        essential.append(chunk)
      case Self.type("cICP") where cicp == nil && !seenData && length == 4 && isSound(): cicp = data
      case Self.type("sRGB") where srgb == nil && !seenData && length == 1 && isSound(): srgb = data
      case Self.type("gAMA") where gama == nil && !seenData && length == 4 && isSound(): gama = data
      case Self.type("cHRM") where chrm == nil && !seenData && length == 32 && isSound(): chrm = data
      case Self.type("eXIf") where exif == nil && isSound(): exif = data
      case Self.type("acTL") where !seenData && length == 8: frames = Int(bytes.bigEndian32(at: data.lowerBound))
      default: break
      }
      if isComplete { break }
      offset = data.upperBound + 4
    }
    guard essential.first?.type == Self.ihdr else {
      if bytes.count < 33 { throw .truncated(.png) }
      throw .corrupt(.png, detail: "it does not begin with its header")
    }
  }

  /// The file reduced to its essential chunks, with or without its colour profile.
  func reduced(_ bytes: UnsafeBufferPointer<UInt8>, keepingProfile: Bool) -> [UInt8] {
    var result = Array(bytes[0..<8])
    result.reserveCapacity(8 + essential.reduce(0) { $0 + $1.whole.count })
    for chunk in essential where keepingProfile || chunk.type != Self.iccp {
      result.append(contentsOf: bytes[chunk.whole])
    }
    return result
  }

  /// The colour description that wins: cICP, then iCCP, sRGB, and gAMA with cHRM (§4.3 of the third edition).
  func color(profile: [UInt8]?, _ bytes: UnsafeBufferPointer<UInt8>) -> SourceColor {
    if let cicp, bytes[cicp.lowerBound + 2] == 0, bytes[cicp.lowerBound + 3] == 1 {
      return .codePoints(primaries: Int(bytes[cicp.lowerBound]), transfer: Int(bytes[cicp.lowerBound + 1]))
    }
    if let profile { return .icc(profile) }
    if srgb != nil { return .sRGB }
    let exponent = gama.map { Double(bytes.bigEndian32(at: $0.lowerBound)) }.flatMap { $0 > 0 ? 100_000 / $0 : nil }
    let isGray = colorType == 0 || colorType == 4
    let primaries = isGray ? nil : chrm.map { Self.primaries(bytes, at: $0.lowerBound) }
    if exponent == nil, primaries == nil { return .sRGB }
    return .power(exponent: exponent, primaries: primaries)
  }

  /// The chunk cHRM: white, red, green and blue in hundred-thousandths.
  private static func primaries(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Primaries {
    func point(_ i: Int) -> Chromaticity {
      let value = { (i: Int) in Double(bytes.bigEndian32(at: start + 4 * i)) / 100_000 }
      return Chromaticity(x: value(2 * i), y: value(2 * i + 1))
    }
    return Primaries(white: point(0), red: point(1), green: point(2), blue: point(3))
  }
}
