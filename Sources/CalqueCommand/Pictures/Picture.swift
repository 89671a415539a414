import CalqueArguments
import CalqueCore
import CalqueFiles
import CalqueJSON
import CalqueSpec

/// How pictures are read: what is the same for every verb.
struct PictureOptions: Sendable {
  var scale: Double?
  var maximumPixels: Int

  init(scale: Double? = nil, maximumPixels: Int = 200_000_000) {
    self.scale = scale
    self.maximumPixels = maximumPixels
  }

  init(_ values: ParsedArguments) throws(CommandError) {
    scale = try usage { () throws(ArgumentError) in
      try values.value("scale", takes: "a number of pixels per point, greater than 0 and at most 100") {
        pixelsPerPoint($0)
      }
    }
    maximumPixels = try values.count("max-pixels", takes: "a whole number of pixels from 1") ?? 200_000_000
  }
}

/// A scale as it is typed: 3, or as file names have it, 3x or @3x.
private func pixelsPerPoint(_ text: String) -> Double? {
  var digits = Substring(text)
  if digits.last == "x" {
    digits.removeLast()
    if digits.first == "@" { digits.removeFirst() }
  }
  guard let number = plainNumber(String(digits)), number > 0, number <= 100 else { return nil }
  return number
}

extension Warning {
  /// Whether it is said on standard error. That a size is also one of the App Store's holds for every screenshot of some
  /// devices: the header of the table and the JSON tell it.
  var isWorthANote: Bool { code != "storeSize" }
}

/// A decoded picture with its scale.
struct Picture: Sendable {
  var path: String
  var image: DecodedImage
  var scale: ScaleResolution

  init(path: String, options: PictureOptions) throws(CommandError) {
    self.path = path
    do {
      image = try readImage(path: path, options: DecodeOptions(maximumPixels: options.maximumPixels))
    } catch {
      throw .file(path: path, error)
    }
    scale = resolveScale(
      flag: options.scale, fileName: path, width: image.bitmap.width, height: image.bitmap.height)
  }

  var bitmap: Bitmap { image.bitmap }
  var units: SpecUnits { SpecUnits(scale: scale.scale, safeArea: scale.device?.safeArea) }

  /// Of the file and of the scale.
  var warnings: [Warning] {
    image.warnings.map { Warning(code: $0.code.rawValue, message: $0.message) } + scale.warnings
  }

  /// The object `image` of the JSON documents.
  var json: JSONValue {
    .object([
      JSONMember("path", .string(path)), JSONMember("width", .integer(bitmap.width)),
      JSONMember("height", .integer(bitmap.height)),
      JSONMember("scale", scale.scale.map { .number($0.pixelsPerPoint) } ?? .null),
      JSONMember("scaleSource", scale.source.map { .string($0.name) } ?? .null),
      JSONMember("colorSpace", .string(bitmap.colorSpace.name)),
      JSONMember("colorProfile", .string(image.colorProfile)), JSONMember("format", .string(image.format.rawValue)),
      JSONMember("devices", .array((scale.device?.devices ?? []).map { .string($0) })),
      JSONMember("safeArea", scale.device?.safeArea.json ?? .null),
    ])
  }
}

extension ColorSpace {
  /// As it stands in documents.
  var name: String {
    switch self {
    case .sRGB: return "sRGB"
    case .displayP3: return "Display P3"
    }
  }
}
