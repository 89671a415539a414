import CTurboJPEG

/// Decodes a baseline, extended or progressive JPEG of one, three or four components.
func decodeJPEG(_ bytes: [UInt8], _ options: DecodeOptions) throws(FileError) -> RawImage {
  try bytes.withUnsafeBufferPointer { file throws(FileError) in
    let structure = try JPEGStructure(file)
    try checkSupport(structure)
    if structure.height == 0 {
      throw .unsupported(what: "a JPEG that leaves its height open", advice: "convert it to PNG first")
    }
    try options.check(width: structure.width, height: structure.height, .jpeg)
    guard structure.isComplete else { throw .truncated(.jpeg) }

    let isCMYK = structure.components == 4
    var warnings: [DecodeWarning] = []
    let samples = try jpegSamples(file, structure, isCMYK: isCMYK, &warnings)
    let profile = structure.profile(file)
    if structure.hasProfile, profile == nil {
      warnings.append(DecodeWarning(.badProfile, "the JPEG's ICC profile lacks a part and was ignored"))
    }
    var raw = RawImage(
      width: structure.width, height: structure.height, samples: .eight(samples),
      color: isCMYK
        ? .cmyk(profile: profile, inverted: structure.isAdobe) : profile.map { .icc($0) } ?? .sRGB)
    raw.isGray = structure.components == 1
    raw.warnings = warnings
    if let exif = structure.exif { raw.orientation = Orientation(exif: UnsafeBufferPointer(rebasing: file[exif])) }
    return raw
  }
}

/// Refuses by name what TurboJPEG does not decode.
private func checkSupport(_ structure: JPEGStructure) throws(FileError) {
  let advice = "convert it to PNG first"
  switch structure.process {
  case 0:
    if structure.isComplete { throw .corrupt(.jpeg, detail: "it has no frame header") }
    throw .truncated(.jpeg)
  case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
  case 0xC3, 0xCB: throw .unsupported(what: "lossless JPEG", advice: advice)
  default: throw .unsupported(what: "hierarchical JPEG", advice: advice)
  }
  guard structure.precision == 8 else {
    throw .unsupported(what: "a JPEG of \(structure.precision) bits", advice: advice)
  }
  guard [1, 3, 4].contains(structure.components) else {
    throw .unsupported(what: "a JPEG of \(structure.components) components", advice: advice)
  }
}

/// RGBA, or C, M, Y and K as stored.
///
/// Any warning ends the first try, because libjpeg fills with grey what is missing and what follows a damaged code.
/// Only what does the picture no harm is let pass in a second.
private func jpegSamples(
  _ file: UnsafeBufferPointer<UInt8>, _ structure: JPEGStructure, isCMYK: Bool, _ warnings: inout [DecodeWarning]
) throws(FileError) -> [UInt8] {
  guard let decoder = tjInitDecompress() else { throw .corrupt(.jpeg, detail: "no memory for its decoder") }
  defer { tjDestroy(decoder) }
  let count = structure.width * structure.height * 4
  func decode(flags: Int32) -> (samples: [UInt8], complaint: String?) {
    var complaint: String?
    let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let status = tjDecompress2(
        decoder, file.baseAddress, UInt(file.count), buffer.baseAddress, Int32(structure.width), 0,
        Int32(structure.height), Int32((isCMYK ? TJPF_CMYK : TJPF_RGBA).rawValue), flags | Int32(TJFLAG_LIMITSCANS))
      if status != 0 { complaint = String(cString: tjGetErrorStr2(decoder)) }
      filled = complaint.map(isHarmless) ?? true ? count : 0
    }
    return (samples, complaint)
  }

  var result = decode(flags: Int32(TJFLAG_STOPONWARNING))
  if let complaint = result.complaint, isHarmless(complaint) {
    result = decode(flags: 0)
    warnings.append(DecodeWarning(.damagedData, "the JPEG breaks a rule (\(complaint)); parts may be wrong"))
  }
  if let complaint = result.complaint, !isHarmless(complaint) {
    throw complaint.contains("Premature end of JPEG file") ? .truncated(.jpeg) : .corrupt(.jpeg, detail: complaint)
  }
  return result.samples
}

/// Whether a message of libjpeg is a warning after which every row was written and means something.
///
/// TurboJPEG 2 does not tell: after a warning its error code says "warning" even where decoding then broke off.
private func isHarmless(_ complaint: String) -> Bool {
  complaint.contains("extraneous bytes before marker") || complaint.hasPrefix("Unknown Adobe color transform")
    || complaint.hasPrefix("Invalid SOS parameters for sequential JPEG")
    || complaint.hasPrefix("Warning: unknown JFIF revision")
}
