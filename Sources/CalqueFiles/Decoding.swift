import CalqueCore

/// Decodes a PNG, JPEG, HEIC, AVIF or WebP picture.
///
/// The format is told by content. The result has its orientation applied and straight alpha, in sRGB or Display P3:
/// untagged and sRGB pictures and Display P3 pictures keep their samples; every other profile is converted (relative
/// colorimetric), to 16-bit Display P3 where it is wider than sRGB, and else to sRGB. At most about two copies of the
/// picture are in memory at a time.
///
/// - Throws: a ``FileError`` whose exit code is 65.
public func decodeImage(
  _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
) throws(FileError) -> DecodedImage {
  guard !bytes.isEmpty else { throw .empty }
  let format = try imageFormat(of: bytes)
  var raw: RawImage
  switch format {
  case .png: raw = try decodePNG(bytes, options)
  case .jpeg: raw = try decodeJPEG(bytes, options)
  case .heic, .avif: raw = try decodeHEIF(bytes, format, options)
  case .webP: raw = try decodeWebP(bytes, options)
  }
  return finish(&raw, format, options)
}

/// Reads and decodes a picture; `"-"` is standard input.
///
/// - Throws: ``FileError/noSuchFile`` (66), ``FileError/unreadable(reason:)`` (74), or what ``decodeImage(_:options:)``
///   throws (65).
public func readImage(path: String, options: DecodeOptions = DecodeOptions()) throws(FileError) -> DecodedImage {
  // Eight bytes a pixel is the most that an uncompressed picture needs; metadata come on top.
  let (bytes, overflow) = options.maximumPixels.multipliedReportingOverflow(by: 8)
  let limit = overflow ? Int.max : max(bytes, 64 << 20)
  let content = try readFile(path: path, limit: limit) { head throws(FileError) in _ = try imageFormat(of: head) }
  return try decodeImage(content, options: options)
}

/// The format of a file's content.
///
/// - Throws: ``FileError/notAnImage``, ``FileError/unsupported(what:advice:)`` or ``FileError/corrupt(_:detail:)``.
public func imageFormat(of bytes: [UInt8]) throws(FileError) -> ImageFormat {
  switch bytes.withUnsafeBufferPointer({ Signature(UnsafeBufferPointer(rebasing: $0.prefix(Signature.length))) }) {
  case .format(let format): return format
  case .damagedPNG: throw .corrupt(.png, detail: "its signature is damaged, as a transfer in text mode does")
  case .unsupported(let name): throw .unsupported(what: name, advice: "convert it to PNG first")
  case .unknown: throw .notAnImage
  }
}

/// Converts colours and turns the picture upright.
private func finish(_ raw: inout RawImage, _ format: ImageFormat, _ options: DecodeOptions) -> DecodedImage {
  let colors = convertColors(&raw, apply: options.applyProfile)
  let samples: RawImage.Samples
  let upright: (width: Int, height: Int)
  (samples, upright) = turnUpright(&raw)
  let bitmap: Bitmap
  switch samples {
  case .eight(let rgba):
    bitmap = Bitmap(width: upright.width, height: upright.height, rgba: rgba, colorSpace: colors.space)
  case .sixteen(let rgba):
    bitmap = Bitmap(width: upright.width, height: upright.height, rgba16: rgba, colorSpace: colors.space)
  }
  return DecodedImage(
    bitmap: bitmap, format: format, colorProfile: colors.name, bitDepth: raw.bitDepth, hasAlpha: raw.hasAlpha,
    orientation: raw.orientation.rawValue, warnings: raw.warnings)
}
