import CSPNG
import CalqueCore

/// How hard ``encodePNG(_:effort:)`` tries to make a file small.
public enum PNGEffort: Sendable {
  /// Larger files in a fraction of the time.
  case fast
  /// The usual level of compression.
  case small
}

/// Encodes a bitmap as PNG: 8 or 16 bits a sample as it has, without the alpha channel where everything is opaque,
/// tagged sRGB or with a Display P3 profile. The same bitmap always gives the same bytes.
///
/// - Throws: ``FileError/unwritable(reason:)`` when memory runs out or a side is longer than PNG allows.
public func encodePNG(_ bitmap: Bitmap, effort: PNGEffort = .fast) throws(FileError) -> [UInt8] {
  guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
    throw .unwritable(reason: "no memory for the PNG encoder")
  }
  defer { spng_ctx_free(context) }
  guard bitmap.width <= Int(Int32.max), bitmap.height <= Int(Int32.max) else {
    throw .unwritable(reason: "a PNG's sides have at most \(Int32.max) pixels")
  }
  let isOpaque = bitmap.isOpaque
  var header = spng_ihdr()
  header.width = UInt32(bitmap.width)
  header.height = UInt32(bitmap.height)
  header.color_type = UInt8((isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA).rawValue)
  if case .eight = bitmap.samples { header.bit_depth = 8 } else { header.bit_depth = 16 }
  try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
  try check(spng_set_ihdr(context, &header))
  if effort == .fast {
    try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 2))
    try check(spng_set_option(context, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_UP.rawValue)))
  }
  let profile = try tag(context, bitmap.colorSpace)
  defer { profile?.deallocate() }

  let flags = SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue
  try check(spng_encode_image(context, nil, 0, Int32(SPNG_FMT_PNG.rawValue), Int32(flags)))
  switch bitmap.samples {
  case .eight(let rgba): try encodeRows(context, rgba, width: bitmap.width, isOpaque: isOpaque)
  case .sixteen(let rgba): try encodeRows(context, rgba, width: bitmap.width, isOpaque: isOpaque)
  }
  var size = 0
  var status: Int32 = 0
  guard let buffer = spng_get_png_buffer(context, &size, &status) else {
    throw .unwritable(reason: String(cString: spng_strerror(status)))
  }
  // libspng hands the buffer over, allocated with malloc.
  defer { releaseMemory(buffer) }
  return Array(UnsafeRawBufferPointer(start: buffer, count: size))
}

/// Tags the colour space. The profile's bytes, which libspng borrows, come back to be freed when the context is gone.
private func tag(
  _ context: OpaquePointer, _ colorSpace: ColorSpace
) throws(FileError) -> UnsafeMutableBufferPointer<CChar>? {
  switch colorSpace {
  case .sRGB:
    // Relative colorimetric.
    try check(spng_set_srgb(context, 1))
    return nil
  case .displayP3:
    guard let profile = Profile.displayP3()?.serialized(named: "Display P3") else {
      throw .unwritable(reason: "the Display P3 profile cannot be made")
    }
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: profile.count)
    _ = bytes.initialize(fromContentsOf: profile.lazy.map { CChar(bitPattern: $0) })
    var chunk = spng_iccp()
    withUnsafeMutableBytes(of: &chunk.profile_name) { $0.copyBytes(from: "Display P3".utf8) }
    chunk.profile = bytes.baseAddress
    chunk.profile_len = bytes.count
    let status = spng_set_iccp(context, &chunk)
    if status != 0 { bytes.deallocate() }
    try check(status)
    return bytes
  }
}

private func encodeRows<Sample: FixedWidthInteger>(
  _ context: OpaquePointer, _ rgba: [Sample], width: Int, isOpaque: Bool
) throws(FileError) {
  let channels = isOpaque ? 3 : 4
  let size = width * channels * MemoryLayout<Sample>.size
  var row = [Sample](repeating: 0, count: isOpaque ? width * 3 : 0)
  var status: Int32 = 0
  rgba.withUnsafeBufferPointer { rgba in
    for start in stride(from: 0, to: rgba.count, by: width * 4) {
      if isOpaque {
        row.withUnsafeMutableBufferPointer { row in
          var to = 0
          for from in stride(from: start, to: start + width * 4, by: 4) {
            row[to] = rgba[from]
            row[to + 1] = rgba[from + 1]
            row[to + 2] = rgba[from + 2]
            to += 3
          }
        }
        status = spng_encode_row(context, row, size)
      } else {
        status = spng_encode_row(context, rgba.baseAddress! + start, size)
      }
      if status != 0 { break }
    }
  }
  guard status == Int32(SPNG_EOI.rawValue) || status == 0 else {
    throw .unwritable(reason: String(cString: spng_strerror(status)))
  }
}

private func check(_ status: Int32) throws(FileError) {
  guard status == 0 else { throw .unwritable(reason: String(cString: spng_strerror(status))) }
}

extension Bitmap {
  /// Whether every pixel is fully opaque.
  fileprivate var isOpaque: Bool {
    switch samples {
    case .eight(let rgba): Self.isOpaque(rgba)
    case .sixteen(let rgba): Self.isOpaque(rgba)
    }
  }

  private static func isOpaque<Sample: FixedWidthInteger>(_ rgba: [Sample]) -> Bool {
    rgba.withUnsafeBufferPointer { rgba in
      var all = Sample.max
      for i in stride(from: 3, to: rgba.count, by: 4) { all &= rgba[i] }
      return all == .max
    }
  }
}
