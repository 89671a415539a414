import CalqueCore

/// Something about a picture or its measurement that a reader should know and that stopped nothing.
public struct Warning: Equatable, Sendable {
  /// A word for programs, in camel case.
  public var code: String
  /// One sentence for a person.
  public var message: String
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// Where a scale came from, most trusted first.
public enum ScaleSource: Equatable, Hashable, Sendable {
  /// It was passed.
  case flag
  /// `@2x` or `@3x` in the file's name.
  case fileName
  /// The picture has the size of a known device's screenshots.
  case device
}

/// A picture's scale, its source, and what the sources disagree on.
public struct ScaleResolution: Equatable, Sendable {
  public var scale: PixelScale?
  public var source: ScaleSource?
  /// The device whose screenshots have this size, where the scale agrees with it.
  public var device: DeviceMatch?
  public var warnings: [Warning]
}

/// The pixels per point of a picture: the flag's, else the file name's, else that of the device of this size.
///
/// Sources that contradict each other give a warning, `scaleConflict`; a size that App Store pictures have too and
/// that nothing but the size speaks for gives `storeSize`.
public func resolveScale(flag: Double?, fileName: String, width: Int, height: Int) -> ScaleResolution {
  let named = scale(inFileName: fileName)
  let match = device(forWidth: width, height: height)
  var resolution = ScaleResolution(scale: nil, source: nil, device: nil, warnings: [])
  if let flag {
    resolution.scale = PixelScale(flag)
    resolution.source = .flag
  } else if let named {
    resolution.scale = PixelScale(named)
    resolution.source = .fileName
  } else if let match {
    resolution.scale = match.scale
    resolution.source = .device
    if match.isStoreSize {
      resolution.warnings.append(
        Warning(
          code: "storeSize",
          message: "App Store pictures have this size too; pass --scale if this is one with a scaled device in it"))
    }
  }
  guard let scale = resolution.scale else { return resolution }
  if let match, match.scale == scale { resolution.device = match }

  var contradictions: [String] = []
  if let named, named != scale.pixelsPerPoint { contradictions.append("the file name says \(decimal(named))") }
  if let match, match.scale != scale {
    contradictions.append("screenshots of \(match.devices[0]) have this size at \(decimal(match.scale.pixelsPerPoint))")
  }
  if !contradictions.isEmpty {
    let used = resolution.source == .flag ? "--scale" : "the file name"
    resolution.warnings.append(
      Warning(
        code: "scaleConflict",
        message: "\(used) says \(decimal(scale.pixelsPerPoint)) px per pt and is used, but "
          + contradictions.joined(separator: ", and ")))
  }
  return resolution
}

/// The scale in a name such as `button@3x.png` or `button@2x~iphone.png`; nil where there is none.
public func scale(inFileName path: String) -> Double? {
  let bytes = Array(path.utf8)
  let start = bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
  var found: Double?
  var index = start
  while index + 2 < bytes.count {
    // @, one digit, x, and then the end, a dot, a tilde or another separator.
    if bytes[index] == 0x40, bytes[index + 1] >= 0x31, bytes[index + 1] <= 0x39,
      bytes[index + 2] == 0x78 || bytes[index + 2] == 0x58
    {
      let next = index + 3 < bytes.count ? bytes[index + 3] : 0x2E
      let isLetterOrDigit =
        (next >= 0x30 && next <= 0x39) || (next >= 0x41 && next <= 0x5A) || (next >= 0x61 && next <= 0x7A)
      if !isLetterOrDigit { found = Double(bytes[index + 1] - 0x30) }
    }
    index += 1
  }
  return found
}

private func decimal(_ value: Double) -> String {
  value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
}
