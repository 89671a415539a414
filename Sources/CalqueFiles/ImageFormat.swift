/// A file format, told by content and never by a file's name.
public enum ImageFormat: String, Equatable, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case heic = "HEIC"
  case avif = "AVIF"
  case webP = "WebP"
}

/// What the first bytes of a file say it is.
enum Signature: Equatable {
  case format(ImageFormat)
  /// A PNG whose first eight bytes were damaged, as a transfer in text mode does.
  case damagedPNG
  /// A known kind of file that is not read.
  case unsupported(name: String)
  case unknown

  /// How many leading bytes suffice to tell.
  static let length = 64

  /// Reads the signature from the start of a file; needs at most ``length`` bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      let count = text.utf8CodeUnitCount
      guard bytes.count >= offset + count else { return false }
      for i in 0..<count where bytes[offset + i] != text.utf8Start[i] { return false }
      return true
    }
    func has(_ values: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + values.count && bytes[offset..<offset + values.count].elementsEqual(values)
    }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .format(.png)
    } else if has("PNG", at: 1) || has([0x89, 0x50, 0x4E, 0x47].map { $0 & 0x7F }) {
      self = .damagedPNG
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .format(.jpeg)
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .format(.webP)
    } else if has("ftyp", at: 4) {
      self = Signature(brandsOf: bytes)
    } else if has("GIF87a") || has("GIF89a") {
      self = .unsupported(name: "GIF")
    } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) || has([0x49, 0x49, 0x2B, 0x00])
      || has([0x4D, 0x4D, 0x00, 0x2B])
    {
      self = .unsupported(name: "TIFF")
    } else if has("BM"), bytes.count >= 18, has([0, 0], at: 16) {
      // "BM", size, two reserved words, offset to the pixels, and a header size that fits in two bytes.
      self = .unsupported(name: "BMP")
    } else if has([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]) || has([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .unsupported(name: "JPEG 2000")
    } else if has([0xFF, 0x0A]) || has([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      self = .unsupported(name: "JPEG XL")
    } else if has("8BPS") {
      self = .unsupported(name: "Photoshop")
    } else if has("%PDF") {
      self = .unsupported(name: "PDF")
    } else if has([0x00, 0x00, 0x01, 0x00]) || has([0x00, 0x00, 0x02, 0x00]) {
      self = .unsupported(name: "ICO")
    } else if has("icns") {
      self = .unsupported(name: "ICNS")
    } else if has("qoif") {
      self = .unsupported(name: "QOI")
    } else if has([0x76, 0x2F, 0x31, 0x01]) {
      self = .unsupported(name: "OpenEXR")
    } else if has("<svg") || has("<?xml") {
      self = .unsupported(name: "SVG")
    } else {
      self = .unknown
    }
  }

  /// Tells the kinds of ISO base media files apart by their brands (ISO/IEC 14496-12 §4.3, 23008-12 Annex B).
  private init(brandsOf bytes: UnsafeBufferPointer<UInt8>) {
    let declared = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let end = min(max(declared, 12), bytes.count)
    var names: [String] = []
    var offset = 8
    while offset + 4 <= end {
      // The minor version stands between the major brand and the compatible ones.
      if offset != 12 { names.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self)) }
      offset += 4
    }
    if names.contains("avif") || names.contains("avis") {
      self = .format(.avif)
    } else if names.contains(where: { ["heic", "heix", "heim", "heis", "mif1", "hevc", "hevx", "msf1"].contains($0) }) {
      self = .format(.heic)
    } else if names.first == "crx " {
      self = .unsupported(name: "Canon raw")
    } else {
      self = .unsupported(name: "video")
    }
  }
}
