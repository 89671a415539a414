import CLCMS2
import CalqueCore

/// Converts four inks: by the profile to 16-bit Display P3, or by the plain formula R = (1 − C)(1 − K) to 8-bit sRGB.
func convertCMYK(
  _ raw: inout RawImage, profile bytes: [UInt8]?, inverted: Bool, apply: Bool
) -> (space: ColorSpace, name: String) {
  guard case .eight(let inks) = raw.takeSamples() else { return (.sRGB, "CMYK") }
  let width = raw.width
  if apply, let bytes {
    let input = inverted ? calqueTypeCMYK8Inverted : calqueTypeCMYK8
    if let profile = Profile(icc: bytes), profile.colorSpace == cmsSigCmykData, let target = Profile.displayP3(),
      let transform = ColorTransform(from: profile, input, to: target, calqueTypeRGBA16, exact: false)
    {
      raw.samples = .sixteen(
        inks.withUnsafeBufferPointer { inks in
          [UInt16](unsafeUninitializedCapacity: inks.count) { target, count in
            // Little CMS leaves the fourth channel, which no ink becomes, as it finds it.
            target.initialize(repeating: .max)
            if let from = inks.baseAddress, let to = target.baseAddress {
              for row in stride(from: 0, to: inks.count, by: width * 4) {
                transform.apply(from + row, to + row, pixels: width)
              }
            }
            count = inks.count
          }
        })
      return (.displayP3, profile.name)
    }
    raw.warnings.append(
      DecodeWarning(.badProfile, "the CMYK picture's ICC profile is damaged or not of inks; converted without it"))
  }
  raw.samples = .eight(plainRGB(inks, inverted: inverted))
  return (.sRGB, "CMYK")
}

private func plainRGB(_ inks: [UInt8], inverted: Bool) -> [UInt8] {
  var rgba = inks
  let flip: UInt8 = inverted ? 0 : 255
  rgba.withUnsafeMutableBufferPointer { rgba in
    for i in stride(from: 0, to: rgba.count, by: 4) {
      let light = UInt32(rgba[i + 3] ^ flip)
      for c in i..<i + 3 { rgba[c] = UInt8((UInt32(rgba[c] ^ flip) * light + 127) / 255) }
      rgba[i + 3] = 255
    }
  }
  return rgba
}
