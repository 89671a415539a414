import CLCMS2

/// A Little CMS profile, closed when it goes.
final class Profile {
  let handle: cmsHPROFILE

  private init?(_ handle: cmsHPROFILE?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { cmsCloseProfile(handle) }

  /// Reads an ICC profile; nil when it is damaged or describes no device.
  convenience init?(icc: [UInt8]) {
    // The header (ICC.1 §7.2) and its signature come first, and no profile needs more than 64 MiB.
    guard icc.count > 128, icc.count < 64 << 20, Array(icc[36..<40]) == Array("acsp".utf8) else { return nil }
    self.init(icc.withUnsafeBufferPointer { cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) })
    switch cmsGetDeviceClass(handle) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
    default: return nil
    }
  }

  /// An RGB space from its primaries and the curve that all three channels share; nil for impossible primaries.
  convenience init?(_ primaries: Primaries, _ curve: TransferCurve) {
    guard let toneCurve = curve.makeToneCurve() else { return nil }
    defer { cmsFreeToneCurve(toneCurve) }
    let xyY = { (c: Chromaticity) in cmsCIExyY(x: c.x, y: c.y, Y: 1) }
    var white = xyY(primaries.white)
    var triple = cmsCIExyYTRIPLE(Red: xyY(primaries.red), Green: xyY(primaries.green), Blue: xyY(primaries.blue))
    let points = [primaries.white, primaries.red, primaries.green, primaries.blue]
    guard points.allSatisfy({ $0.x >= 0 && $0.y > 0 && $0.x + $0.y <= 1.1 }) else { return nil }
    var curves: [OpaquePointer?] = [toneCurve, toneCurve, toneCurve]
    self.init(cmsCreateRGBProfile(&white, &triple, &curves))
  }

  static func sRGB() -> Profile? { Profile(.sRGB, .sRGB) }
  static func displayP3() -> Profile? { Profile(.displayP3, .sRGB) }

  var colorSpace: cmsColorSpaceSignature { cmsGetColorSpace(handle) }

  /// The description that the profile gives itself.
  var name: String {
    let size = cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", nil, 0)
    let count = Int(size) / MemoryLayout<wchar_t>.size
    guard count > 1, count < 1024 else { return "ICC profile" }
    var text = [wchar_t](repeating: 0, count: count)
    cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", &text, size)
    let scalars = text.prefix { $0 != 0 }.compactMap { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) }
    let name = String(String.UnicodeScalarView(scalars))
    return name.isEmpty ? "ICC profile" : name
  }

  /// The profile as ICC bytes, always the same for the same profile.
  func serialized(named name: String) -> [UInt8]? {
    if let text = cmsMLUalloc(nil, 1) {
      cmsMLUsetASCII(text, "en", "US", name)
      cmsWriteTag(handle, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
      cmsMLUfree(text)
    }
    var size: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &size) != 0, size > 128 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard cmsSaveProfileToMem(handle, &bytes, &size) != 0 else { return nil }
    // The time of creation would make two writings of one picture differ: 1 January 2000 (ICC.1 §7.2.9).
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }
}

/// A Little CMS transform: relative colorimetric, without black point compensation.
final class ColorTransform {
  private let handle: cmsHTRANSFORM

  /// - Parameter exact: evaluates the profiles themselves and not a table of 8-bit accuracy.
  init?(from source: Profile, _ input: UInt32, to target: Profile, _ output: UInt32, exact: Bool) {
    let precision = exact ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC
    let copiesAlpha = input == calqueTypeRGBA8 || input == calqueTypeRGBA16
    let flags = UInt32(precision) | (copiesAlpha ? UInt32(cmsFLAGS_COPY_ALPHA) : 0)
    guard
      let handle = cmsCreateTransform(
        source.handle, input, target.handle, output, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    else { return nil }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  /// Transforms as many pixels as asked for; the caller vouches for both buffers.
  func apply(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, pixels: Int) {
    cmsDoTransform(handle, source, target, UInt32(pixels))
  }
}
