import CCairo
import CalqueCore

/// A Cairo image surface and its pixels: 32 bits each, premultiplied, B G R A in memory on little-endian machines.
final class PixelSurface {
  let width: Int
  let height: Int
  let handle: OpaquePointer
  /// Pixels a row.
  private let stride: Int
  private let pixels: UnsafeMutablePointer<UInt32>

  /// A transparent surface.
  init(width: Int, height: Int) throws(DrawError) {
    let longest = 32767
    guard width <= longest, height <= longest else { throw .tooLarge(width: width, height: height) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    guard let surface else { throw .cairo("no memory") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
    self.width = width
    self.height = height
    handle = surface
    stride = Int(cairo_image_surface_get_stride(surface)) / 4
    pixels = UnsafeMutableRawPointer(data).bindMemory(to: UInt32.self, capacity: stride * height)
  }

  /// A surface with a bitmap's pixels, 16 bits rounded to 8.
  convenience init(_ bitmap: Bitmap) throws(DrawError) {
    try self.init(width: bitmap.width, height: bitmap.height)
    switch bitmap.samples {
    case .eight(let rgba): rgba.withUnsafeBytes { fill(from: $0) }
    case .sixteen(let wide): Self.eightBits(wide).withUnsafeBytes { fill(from: $0) }
    }
    cairo_surface_mark_dirty(handle)
  }

  deinit { cairo_surface_destroy(handle) }

  private func fill(from rgba: UnsafeRawBufferPointer) {
    for y in 0..<height {
      let row = pixels + y * stride
      var all: UInt32 = 0xFF00_0000
      for x in 0..<width {
        let p = UInt32(littleEndian: rgba.loadUnaligned(fromByteOffset: (y * width + x) * 4, as: UInt32.self))
        all &= p
        row[x] = (p & 0xFF00_FF00) | ((p >> 16) & 0xFF) | ((p & 0xFF) << 16)
      }
      if all >> 24 == 255 { continue }
      for x in 0..<width { row[x] = Self.premultiplied(row[x]) }
    }
  }

  /// The pixels with straight alpha. Where the base shines through untouched, its own numbers are kept: they cannot
  /// be had back from premultiplied ones.
  func bitmap(over base: Bitmap?, colorSpace: ColorSpace) -> Bitmap {
    cairo_surface_flush(handle)
    var untouched: [UInt8]?
    switch base?.samples {
    case .eight(let rgba): untouched = rgba
    case .sixteen(let wide): untouched = Self.eightBits(wide)
    case nil: untouched = nil
    }
    let count = width * height * 4
    let rgba = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let out = UnsafeMutableRawBufferPointer(buffer)
      for y in 0..<height {
        let row = pixels + y * stride
        var all: UInt32 = 0xFF00_0000
        for x in 0..<width {
          let p = row[x]
          all &= p
          let straight = (p & 0xFF00_FF00) | ((p >> 16) & 0xFF) | ((p & 0xFF) << 16)
          out.storeBytes(of: straight.littleEndian, toByteOffset: (y * width + x) * 4, as: UInt32.self)
        }
        if all >> 24 != 255 { straighten(row: y, of: out, untouched) }
      }
      initialized = count
    }
    return Bitmap(width: width, height: height, rgba: rgba, colorSpace: colorSpace)
  }

  private func straighten(row y: Int, of out: UnsafeMutableRawBufferPointer, _ untouched: [UInt8]?) {
    for x in 0..<width {
      let p = pixels[y * stride + x]
      let i = (y * width + x) * 4
      if let untouched {
        let packed =
          UInt32(untouched[i + 3]) << 24 | UInt32(untouched[i]) << 16 | UInt32(untouched[i + 1]) << 8
          | UInt32(untouched[i + 2])
        if Self.premultiplied(packed) == p {
          for k in 0..<4 { out[i + k] = untouched[i + k] }
          continue
        }
      }
      let alpha = p >> 24
      if alpha == 255 { continue }
      for (k, shift) in [(0, UInt32(16)), (1, 8), (2, 0)] {
        let v = (p >> shift) & 0xFF
        out[i + k] = alpha == 0 ? 0 : UInt8(min(255, (v * 255 + alpha / 2) / alpha))
      }
    }
  }

  private static func premultiplied(_ p: UInt32) -> UInt32 {
    let alpha = p >> 24
    if alpha == 255 { return p }
    func scaled(_ v: UInt32) -> UInt32 { (v * alpha + 127) / 255 }
    return alpha << 24 | scaled((p >> 16) & 0xFF) << 16 | scaled((p >> 8) & 0xFF) << 8 | scaled(p & 0xFF)
  }

  private static func eightBits(_ wide: [UInt16]) -> [UInt8] {
    wide.map { UInt8((UInt32($0) * 255 + 32767) / 65535) }
  }
}
