import CWebP

/// Decodes a lossy or lossless WebP; of an animation the first frame on its canvas.
func decodeWebP(_ bytes: [UInt8], _ options: DecodeOptions) throws(FileError) -> RawImage {
  try bytes.withUnsafeBufferPointer { file throws(FileError) in
    var data = WebPData(bytes: file.baseAddress, size: file.count)
    guard let demuxer = WebPDemux(&data) else {
      // RIFF's size counts what follows it.
      let declared = file.count < 12 ? Int.max : (0..<4).reduce(8) { $0 + Int(file[4 + $1]) << (8 * $1) }
      throw declared > file.count ? .truncated(.webP) : .corrupt(.webP, detail: "its chunks do not fit each other")
    }
    defer { WebPDemuxDelete(demuxer) }
    let (width, height) = (
      Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)), Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
    )
    try options.check(width: width, height: height, .webP)

    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw .corrupt(.webP, detail: "it has no frame") }
    defer { WebPDemuxReleaseIterator(&frame) }
    guard frame.complete != 0 else { throw .truncated(.webP) }
    let (x, y) = (Int(frame.x_offset), Int(frame.y_offset))
    guard x >= 0, y >= 0, x + Int(frame.width) <= width, y + Int(frame.height) <= height else {
      throw .corrupt(.webP, detail: "its first frame lies outside the canvas")
    }
    var raw = RawImage(
      width: width, height: height, samples: .eight(try webPSamples(frame, width: width, height: height)),
      color: webPChunk(demuxer, "ICCP").map { .icc($0) } ?? .sRGB)
    let coversCanvas = Int(frame.width) == width && Int(frame.height) == height
    raw.hasAlpha = frame.has_alpha != 0 || !coversCanvas
    let frames = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)
    if frames > 1 {
      raw.warnings.append(
        DecodeWarning(.severalFrames, "the WebP is animated (\(frames) frames); its first frame is used"))
    }
    if let exif = webPChunk(demuxer, "EXIF") {
      raw.orientation = exif.withUnsafeBufferPointer { Orientation(exif: $0) }
    }
    return raw
  }
}

private func webPSamples(
  _ frame: WebPIterator, width: Int, height: Int
) throws(FileError) -> [UInt8] {
  var features = WebPBitstreamFeatures()
  var status = WebPGetFeatures(frame.fragment.bytes, frame.fragment.size, &features)
  if status == VP8_STATUS_OK, features.width != frame.width || features.height != frame.height {
    throw .corrupt(.webP, detail: "its frame has another size than its header says")
  }
  let count = width * height * 4
  let covers = Int(frame.width) == width && Int(frame.height) == height
  let origin = (Int(frame.y_offset) * width + Int(frame.x_offset)) * 4
  var samples: [UInt8] = []
  if status == VP8_STATUS_OK {
    samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if !covers { buffer.initialize(repeating: 0) }
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0, let base = buffer.baseAddress else {
        status = VP8_STATUS_INVALID_PARAM
        return
      }
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA = WebPRGBABuffer(rgba: base + origin, stride: Int32(width * 4), size: count - origin)
      status = WebPDecode(frame.fragment.bytes, frame.fragment.size, &config)
      filled = status == VP8_STATUS_OK ? count : 0
    }
  }
  switch status {
  case VP8_STATUS_OK: return samples
  case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(.webP)
  case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(what: "this kind of WebP", advice: "convert it to PNG first")
  default: throw .corrupt(.webP, detail: "its data are damaged")
  }
}

private func webPChunk(_ demuxer: OpaquePointer, _ name: String) -> [UInt8]? {
  var chunk = WebPChunkIterator()
  guard WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0 else { return nil }
  defer { WebPDemuxReleaseChunkIterator(&chunk) }
  return Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
}
