/// How a stored picture is turned for display: the EXIF tag 0x0112 (TIFF 6.0, Orientation).
///
/// The names say where the stored row 0 and column 0 lie in the displayed picture.
enum Orientation: Int, Equatable, CaseIterable {
  case up = 1
  case mirrored = 2
  case down = 3
  case downMirrored = 4
  case transposed = 5
  case right = 6
  case transverse = 7
  case left = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// Where the displayed pixel (0, 0) is stored, and how far the stored index moves with displayed x and y.
  func steps(width: Int, height: Int) -> (origin: Int, x: Int, y: Int) {
    let last = width * height - 1
    switch self {
    case .up: return (0, 1, width)
    case .mirrored: return (width - 1, -1, width)
    case .down: return (last, -1, -width)
    case .downMirrored: return (last - (width - 1), 1, -width)
    case .transposed: return (0, width, 1)
    case .right: return (last - (width - 1), -width, 1)
    case .transverse: return (last, -width, -1)
    case .left: return (width - 1, width, -1)
    }
  }
}

/// Applies the orientation and gives the samples with their displayed size.
func turnUpright(_ raw: inout RawImage) -> (RawImage.Samples, (width: Int, height: Int)) {
  let (width, height, orientation) = (raw.width, raw.height, raw.orientation)
  let samples = raw.takeSamples()
  guard orientation != .up else { return (samples, (width, height)) }
  let size = orientation.swapsSides ? (height, width) : (width, height)
  switch samples {
  case .eight(let rgba):
    return (.eight(turned(rgba, as: UInt32.self, width: width, height: height, orientation)), size)
  case .sixteen(let rgba):
    return (.sixteen(turned(rgba, as: UInt64.self, width: width, height: height, orientation)), size)
  }
}

/// Moves whole pixels, in blocks so that a transposition stays within the cache.
private func turned<Sample, Pixel>(
  _ samples: [Sample], as pixel: Pixel.Type, width: Int, height: Int, _ orientation: Orientation
) -> [Sample] {
  let (displayWidth, displayHeight) = orientation.swapsSides ? (height, width) : (width, height)
  let step = orientation.steps(width: width, height: height)
  let block = 32
  return samples.withUnsafeBytes { stored in
    [Sample](unsafeUninitializedCapacity: samples.count) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      let size = MemoryLayout<Pixel>.size
      for top in stride(from: 0, to: displayHeight, by: block) {
        for left in stride(from: 0, to: displayWidth, by: block) {
          for y in top..<min(top + block, displayHeight) {
            var from = step.origin &+ y &* step.y &+ left &* step.x
            var to = y &* displayWidth &+ left
            for _ in left..<min(left + block, displayWidth) {
              target.storeBytes(
                of: stored.loadUnaligned(fromByteOffset: from &* size, as: Pixel.self), toByteOffset: to &* size,
                as: Pixel.self)
              from &+= step.x
              to &+= 1
            }
          }
        }
      }
      count = samples.count
    }
  }
}
