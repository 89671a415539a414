import CHEIF

/// Decodes the primary image of a HEIC or AVIF file; libheif turns and crops it as the file asks.
func decodeHEIF(
  _ bytes: [UInt8], _ format: ImageFormat, _ options: DecodeOptions
) throws(FileError) -> RawImage {
  try bytes.withUnsafeBufferPointer { file throws(FileError) in
    guard let context = heif_context_alloc() else { throw .corrupt(format, detail: "no memory for its decoder") }
    defer { heif_context_free(context) }
    try check(heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil), format)
    var primary: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &primary), format)
    guard let primary else { throw .corrupt(format, detail: "it has no primary image") }
    defer { heif_image_handle_release(primary) }
    try options.check(
      width: Int(heif_image_handle_get_width(primary)), height: Int(heif_image_handle_get_height(primary)), format)
    try options.check(
      width: Int(heif_image_handle_get_ispe_width(primary)), height: Int(heif_image_handle_get_ispe_height(primary)),
      format)

    let depth = Int(heif_image_handle_get_luma_bits_per_pixel(primary))
    guard (1...16).contains(depth) else { throw .corrupt(format, detail: "its bit depth is unknown") }
    var raw = try heifSamples(primary, format, depth: depth, options)
    raw.color = heifColor(primary)
    raw.bitDepth = depth
    raw.hasAlpha = heif_image_handle_has_alpha_channel(primary) != 0
    if raw.hasAlpha, heif_image_handle_is_premultiplied_alpha(primary) != 0 { unpremultiply(&raw) }
    let images = heif_context_get_number_of_top_level_images(context)
    if images > 1 {
      raw.warnings.append(
        DecodeWarning(.severalFrames, "the \(format.rawValue) holds \(images) images; its primary one is used"))
    }
    return raw
  }
}

private func heifSamples(
  _ handle: OpaquePointer, _ format: ImageFormat, depth: Int, _ options: DecodeOptions
) throws(FileError) -> RawImage {
  let chroma = depth > 8 ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA
  let settings = heif_decoding_options_alloc()
  defer { heif_decoding_options_free(settings) }
  settings?.pointee.strict_decoding = 1
  var image: OpaquePointer?
  try check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, settings), format)
  guard let image else { throw .corrupt(format, detail: "it has no picture") }
  defer { heif_image_release(image) }
  let (width, height) = (
    Int(heif_image_get_width(image, heif_channel_interleaved)),
    Int(heif_image_get_height(image, heif_channel_interleaved))
  )
  try options.check(width: width, height: height, format)
  var stride: Int32 = 0
  guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
    throw .corrupt(format, detail: "it has no picture")
  }
  let count = width * height * 4
  guard Int(stride) >= width * (depth > 8 ? 8 : 4) else { throw .corrupt(format, detail: "its rows are too short") }
  let samples: RawImage.Samples
  if depth > 8 {
    let bits = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved))
    guard (8...16).contains(bits) else { throw .corrupt(format, detail: "its bit depth is unknown") }
    let maximum = UInt32(1) << UInt32(bits) - 1
    samples = .sixteen(
      [UInt16](unsafeUninitializedCapacity: count) { target, filled in
        for y in 0..<height {
          let row = UnsafeRawPointer(plane + y * Int(stride))
          for i in 0..<width * 4 {
            let value = min(maximum, UInt32(UInt16(littleEndian: row.load(fromByteOffset: i * 2, as: UInt16.self))))
            target.initializeElement(at: y * width * 4 + i, to: UInt16((value * 65535 + maximum / 2) / maximum))
          }
        }
        filled = count
      })
  } else {
    samples = .eight(
      [UInt8](unsafeUninitializedCapacity: count) { target, filled in
        for y in 0..<height {
          let row = UnsafeBufferPointer(start: plane + y * Int(stride), count: width * 4)
          _ = target[(y * width * 4)...].initialize(fromContentsOf: row)
        }
        filled = count
      })
  }
  return RawImage(width: width, height: height, samples: samples, color: .sRGB)
}

/// The ICC profile, or else the code points.
private func heifColor(_ handle: OpaquePointer) -> SourceColor {
  let size = heif_image_handle_get_raw_color_profile_size(handle)
  if size > 0, size < 64 << 20 {
    var profile = [UInt8](repeating: 0, count: size)
    if heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok { return .icc(profile) }
  }
  var points: UnsafeMutablePointer<heif_color_profile_nclx>?
  guard heif_image_handle_get_nclx_color_profile(handle, &points).code == heif_error_Ok, let points else {
    return .sRGB
  }
  defer { heif_nclx_color_profile_free(points) }
  return .codePoints(
    primaries: Int(points.pointee.color_primaries.rawValue),
    transfer: Int(points.pointee.transfer_characteristics.rawValue))
}

private func unpremultiply(_ raw: inout RawImage) {
  switch raw.takeSamples() {
  case .eight(var rgba):
    rgba.withUnsafeMutableBufferPointer { divideByAlpha($0) }
    raw.samples = .eight(rgba)
  case .sixteen(var rgba):
    rgba.withUnsafeMutableBufferPointer { divideByAlpha($0) }
    raw.samples = .sixteen(rgba)
  }
}

private func check(_ status: heif_error, _ format: ImageFormat) throws(FileError) {
  guard status.code != heif_error_Ok else { return }
  let detail = status.message.map { String(cString: $0) } ?? "unknown error"
  switch status.code {
  case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
    throw .unsupported(what: "this kind of \(format.rawValue) (\(detail))", advice: "convert it to PNG first")
  case heif_error_Invalid_input where status.subcode == heif_suberror_End_of_data:
    throw .truncated(format)
  default:
    throw .corrupt(format, detail: detail)
  }
}
