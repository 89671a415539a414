import CLCMS2
import CalqueCore

/// Brings a picture's samples into sRGB or Display P3 and says what they were in.
///
/// Samples that are in one of the two already are left alone. Others become 16-bit Display P3 where their space is
/// wider than sRGB and sRGB where it is not; there 8-bit samples stay 8-bit when the conversion moves none of them far.
/// With `apply` false only CMYK is converted, by the plain formula.
func convertColors(_ raw: inout RawImage, apply: Bool) -> (space: ColorSpace, name: String) {
  switch raw.color {
  case .sRGB:
    return (.sRGB, "sRGB")
  case .displayP3:
    return (apply ? .displayP3 : .sRGB, "Display P3")
  case .codePoints(let primaries, let transfer):
    return convertCodePoints(&raw, primaries: primaries, transfer: transfer, apply: apply)
  case .power(let exponent, let primaries):
    return convertPower(&raw, exponent: exponent, primaries: primaries, apply: apply)
  case .icc(let bytes):
    guard let profile = Profile(icc: bytes) else {
      raw.warnings.append(DecodeWarning(.badProfile, "the ICC profile is damaged and was ignored; taken as sRGB"))
      return (.sRGB, "sRGB")
    }
    return convertProfile(&raw, profile, name: profile.name, apply: apply)
  case .cmyk(let bytes, let inverted):
    return convertCMYK(&raw, profile: bytes, inverted: inverted, apply: apply)
  }
}

private func convertCodePoints(
  _ raw: inout RawImage, primaries: Int, transfer: Int, apply: Bool
) -> (space: ColorSpace, name: String) {
  let name = "H.273 \(primaries)/\(transfer)"
  guard let known = Primaries(codePoint: primaries), let curve = TransferCurve(codePoint: transfer) else {
    raw.warnings.append(
      DecodeWarning(.badProfile, "the colour code points \(primaries)/\(transfer) are unknown; taken as sRGB"))
    return (.sRGB, name)
  }
  if curve.isHighDynamicRange {
    raw.warnings.append(
      DecodeWarning(.highDynamicRange, "high dynamic range: what is brighter than reference white is clipped"))
  }
  if curve == .sRGB, known == .sRGB { return (.sRGB, "sRGB") }
  if curve == .sRGB, known == .displayP3 { return (apply ? .displayP3 : .sRGB, "Display P3") }
  guard let profile = Profile(known, curve) else { return (.sRGB, name) }
  return convertProfile(&raw, profile, name: name, apply: apply)
}

private func convertPower(
  _ raw: inout RawImage, exponent: Double?, primaries: Primaries?, apply: Bool
) -> (space: ColorSpace, name: String) {
  // Files that mean sRGB say 1/2.2, and old ones round it to 0.45.
  let isUsual = exponent.map { abs($0 / 2.2 - 1) < 0.02 } ?? true
  let curve: TransferCurve = isUsual ? .sRGB : .power(exponent ?? 2.2)
  if isUsual, primaries == nil { return (.sRGB, "sRGB") }
  guard (0.1...10).contains(exponent ?? 2.2), let profile = Profile(primaries ?? .sRGB, curve) else {
    raw.warnings.append(DecodeWarning(.badProfile, "the PNG's gAMA or cHRM is impossible; taken as sRGB"))
    return (.sRGB, "sRGB")
  }
  let parts = [exponent == nil ? nil : "gAMA", primaries == nil ? nil : "cHRM"].compactMap { $0 }
  return convertProfile(&raw, profile, name: parts.joined(separator: " and "), apply: apply)
}

private func convertProfile(
  _ raw: inout RawImage, _ profile: Profile, name: String, apply: Bool
) -> (space: ColorSpace, name: String) {
  if profile.colorSpace == cmsSigGrayData, raw.isGray { return convertGray(&raw, profile, name: name, apply: apply) }
  guard
    profile.colorSpace == cmsSigRgbData, let sRGB = Profile.sRGB(), let displayP3 = Profile.displayP3(),
    let inSRGB = Comparison(of: profile, with: sRGB), let inP3 = Comparison(of: profile, with: displayP3)
  else {
    raw.warnings.append(
      DecodeWarning(.badProfile, "the ICC profile \"\(name)\" does not fit the picture's channels; taken as sRGB"))
    return (.sRGB, "sRGB")
  }
  if inSRGB.deviation <= Comparison.same { return (.sRGB, "sRGB") }
  if inP3.deviation <= Comparison.same { return (apply ? .displayP3 : .sRGB, "Display P3") }
  guard apply else { return (.sRGB, name) }
  let space: ColorSpace = inSRGB.isWider ? .displayP3 : .sRGB
  let widens = inSRGB.isWider || inSRGB.deviation > Comparison.near
  guard convert(&raw, from: profile, to: space == .sRGB ? sRGB : displayP3, widens: widens) else {
    raw.warnings.append(DecodeWarning(.badProfile, "the ICC profile \"\(name)\" cannot be applied; taken as sRGB"))
    return (.sRGB, "sRGB")
  }
  return (space, name)
}

/// Converts RGBA samples, 8-bit ones to 16 bits where asked to. False, and nothing changed, where no transform exists.
private func convert(_ raw: inout RawImage, from source: Profile, to target: Profile, widens: Bool) -> Bool {
  let isWide = if case .sixteen = raw.samples { true } else { false }
  if isWide || widens, let shaper = MatrixShaper(from: source, to: target, bits: isWide ? 16 : 8) {
    switch raw.takeSamples() {
    case .eight(let rgba): raw.samples = .sixteen(shaper.converted(rgba))
    case .sixteen(let rgba): raw.samples = .sixteen(shaper.converted(rgba))
    }
    return true
  }
  let input = isWide ? calqueTypeRGBA16 : calqueTypeRGBA8
  let output = isWide || widens ? calqueTypeRGBA16 : calqueTypeRGBA8
  guard let transform = ColorTransform(from: source, input, to: target, output, exact: isWide) else { return false }
  switch raw.takeSamples() {
  case .eight(let rgba) where widens: raw.samples = .sixteen(transformed(rgba, transform, width: raw.width))
  case .eight(let rgba): raw.samples = .eight(transformed(rgba, transform, width: raw.width))
  case .sixteen(let rgba): raw.samples = .sixteen(transformed(rgba, transform, width: raw.width))
  }
  return true
}

private func transformed<Source, Target>(_ samples: [Source], _ transform: ColorTransform, width: Int) -> [Target] {
  samples.withUnsafeBufferPointer { source in
    [Target](unsafeUninitializedCapacity: source.count) { target, count in
      if let from = source.baseAddress, let to = target.baseAddress {
        for row in stride(from: 0, to: source.count, by: width * 4) {
          transform.apply(from + row, to + row, pixels: width)
        }
      }
      count = source.count
    }
  }
}

/// Grey samples under a grey profile: one table serves them all.
private func convertGray(
  _ raw: inout RawImage, _ profile: Profile, name: String, apply: Bool
) -> (space: ColorSpace, name: String) {
  guard
    let sRGB = Profile.sRGB(),
    let transform = ColorTransform(from: profile, calqueTypeGray16, to: sRGB, calqueTypeRGB16, exact: true)
  else {
    raw.warnings.append(DecodeWarning(.badProfile, "the grey ICC profile cannot be applied; taken as sRGB"))
    return (.sRGB, "sRGB")
  }
  let step = if case .sixteen = raw.samples { 1 } else { 257 }
  let levels = stride(from: 0, through: 65535, by: step).map { UInt16($0) }
  var rgb = [UInt16](repeating: 0, count: levels.count * 3)
  transform.apply(levels, &rgb, pixels: levels.count)
  let table = levels.indices.map { rgb[$0 * 3 + 1] }
  let deviation = zip(levels, table).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  if Double(deviation) <= Comparison.same * 65535 { return (.sRGB, "sRGB") }
  guard apply else { return (.sRGB, name) }
  switch raw.takeSamples() {
  case .eight(let rgba) where Double(deviation) <= Comparison.near * 65535:
    let short = table.map { UInt8((Int($0) + 128) / 257) }
    raw.samples = .eight(mapped(rgba, color: { short[Int($0)] }, alpha: { $0 }))
  case .eight(let rgba):
    raw.samples = .sixteen(mapped(rgba, color: { table[Int($0)] }, alpha: { UInt16($0) * 257 }))
  case .sixteen(let rgba):
    raw.samples = .sixteen(mapped(rgba, color: { table[Int($0)] }, alpha: { $0 }))
  }
  return (.sRGB, name)
}

private func mapped<Source, Target>(
  _ rgba: [Source], color: (Source) -> Target, alpha: (Source) -> Target
) -> [Target] {
  [Target](unsafeUninitializedCapacity: rgba.count) { target, count in
    for i in stride(from: 0, to: rgba.count, by: 4) {
      let value = color(rgba[i])
      target.initializeElement(at: i, to: value)
      target.initializeElement(at: i + 1, to: value)
      target.initializeElement(at: i + 2, to: value)
      target.initializeElement(at: i + 3, to: alpha(rgba[i + 3]))
    }
    count = rgba.count
  }
}
