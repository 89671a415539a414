import CSPNG

/// Decodes a PNG of any kind; the file's samples are scaled to 8 bits, or to 16 where it has 16.
func decodePNG(_ bytes: [UInt8], _ options: DecodeOptions) throws(FileError) -> RawImage {
  let structure = try bytes.withUnsafeBufferPointer { file throws(FileError) in try PNGStructure(file) }
  try options.check(width: structure.width, height: structure.height, .png)
  guard structure.isComplete else { throw .truncated(.png) }
  var (samples, profile) = try decodedPNG(bytes, structure)
  var raw = RawImage(width: structure.width, height: structure.height, samples: .eight([]), color: .sRGB)
  if structure.isCrushed {
    restoreCrushedColors(&samples, hasAlpha: structure.colorType == 6)
    raw.warnings.append(
      DecodeWarning(.crushedPNG, "an Xcode-crushed PNG: its colours were multiplied by alpha, which costs precision"))
  }
  raw.samples = samples
  bytes.withUnsafeBufferPointer { file in
    raw.color = structure.color(profile: profile, file)
    if let exif = structure.exif { raw.orientation = Orientation(exif: UnsafeBufferPointer(rebasing: file[exif])) }
  }
  if structure.hasProfile, profile == nil, structure.cicp == nil, !structure.isCrushed {
    raw.warnings.append(DecodeWarning(.badProfile, "the PNG's colour profile cannot be read and was ignored"))
  }
  if structure.frames > 1 {
    raw.warnings.append(
      DecodeWarning(.severalFrames, "the PNG is animated (\(structure.frames) frames); its still picture is used"))
  }
  raw.bitDepth = Int(structure.bitDepth)
  raw.isGray = structure.colorType == 0 || structure.colorType == 4
  raw.hasAlpha = structure.colorType >= 4 || structure.hasTransparency
  return raw
}

/// Decodes the samples and the profile: first from the file as it is, then from its essential chunks alone, because
/// libspng refuses a whole file for an ancillary chunk that is damaged or stands at the wrong place.
private func decodedPNG(
  _ bytes: [UInt8], _ structure: PNGStructure
) throws(FileError) -> (RawImage.Samples, profile: [UInt8]?) {
  if structure.isCrushed {
    let plain = try bytes.withUnsafeBufferPointer { file throws(FileError) in try uncrushedPNG(file, structure) }
    return try plain.withUnsafeBufferPointer { file throws(FileError) in
      try PNGDecoder().decoded(file, structure, checksums: false)
    }
  }
  do {
    return try bytes.withUnsafeBufferPointer { file throws(FileError) in
      try PNGDecoder().decoded(file, structure, checksums: true)
    }
  } catch {
    for keepsProfile in structure.hasProfile ? [true, false] : [false] {
      let reduced = bytes.withUnsafeBufferPointer { structure.reduced($0, keepingProfile: keepsProfile) }
      guard reduced.count < bytes.count else { continue }
      let result = try? reduced.withUnsafeBufferPointer { file throws(FileError) in
        try PNGDecoder().decoded(file, structure, checksums: true)
      }
      if let result { return result }
    }
    throw error
  }
}

/// libspng's context with its status codes turned into errors.
private struct PNGDecoder: ~Copyable {
  private let context: OpaquePointer

  init() throws(FileError) {
    guard let context = spng_ctx_new(0) else { throw .corrupt(.png, detail: "no memory for its decoder") }
    self.context = context
  }

  deinit { spng_ctx_free(context) }

  /// Decodes a file; `checksums` says whether they are verified.
  func decoded(
    _ file: UnsafeBufferPointer<UInt8>, _ structure: PNGStructure, checksums: Bool
  ) throws(FileError) -> (RawImage.Samples, profile: [UInt8]?) {
    if !checksums {
      try check(spng_set_crc_action(context, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_USE.rawValue)))
    }
    try check(spng_set_image_limits(context, UInt32(structure.width), UInt32(structure.height)))
    // No honest profile or text has more.
    try check(spng_set_chunk_limits(context, 64 << 20, 128 << 20))
    try check(spng_set_png_buffer(context, file.baseAddress, file.count))
    return (try samples(structure), profile())
  }

  private func check(_ status: Int32) throws(FileError) {
    guard status != 0 else { return }
    switch status {
    case SPNG_IO_EOF.rawValue, Int32(SPNG_EIDAT_TOO_SHORT.rawValue): throw .truncated(.png)
    default: throw .corrupt(.png, detail: String(cString: spng_strerror(status)))
    }
  }

  /// Decodes straight into the array that becomes the bitmap, then reads on to IEND.
  private func samples(_ structure: PNGStructure) throws(FileError) -> RawImage.Samples {
    // The header's rules are checked before anything of the declared size is allocated.
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let flags = Int32(SPNG_DECODE_TRNS.rawValue)
    let count = structure.width * structure.height * 4
    var status: Int32 = 0
    let samples: RawImage.Samples
    if structure.bitDepth == 16 {
      samples = .sixteen(
        [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
          status = spng_decode_image(
            context, buffer.baseAddress, count * 2, Int32(SPNG_FMT_RGBA16.rawValue), flags)
          filled = status == 0 ? count : 0
        })
    } else {
      samples = .eight(
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          status = spng_decode_image(context, buffer.baseAddress, count, Int32(SPNG_FMT_RGBA8.rawValue), flags)
          filled = status == 0 ? count : 0
        })
    }
    try check(status)
    try check(spng_decode_chunks(context))
    return samples
  }

  private func profile() -> [UInt8]? {
    var chunk = spng_iccp()
    guard spng_get_iccp(context, &chunk) == 0, let data = chunk.profile, chunk.profile_len > 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: data, count: chunk.profile_len))
  }
}
