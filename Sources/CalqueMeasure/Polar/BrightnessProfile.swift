import CalqueCore

/// A path through a picture along which it is read.
public enum ProfilePath: Equatable, Sendable {
  /// A straight line.
  case line(from: Point<Pixels>, to: Point<Pixels>)
  /// An arc, clockwise from one angle to the other; 350° to 10° passes twelve o'clock.
  case arc(center: Point<Pixels>, radius: Double, from: Angle, to: Angle)

  /// px.
  public var length: Double {
    switch self {
    case .line(let a, let b): return a.distance(to: b)
    case .arc(_, let radius, let from, let to): return radius * Self.span(from, to)
    }
  }

  /// The point `s` px along the path and `across` px beside it: to the right of a line's direction, inwards on an arc.
  public func point(at s: Double, across: Double = 0) -> Point<Pixels> {
    switch self {
    case .line(let a, let b):
      let length = a.distance(to: b)
      guard length > 0 else { return a }
      let direction = (b - a) * (1 / length)
      return a + direction * s + Vector(dx: -direction.dy, dy: direction.dx) * across
    case .arc(let center, let radius, let from, _):
      return center.moved(radius - across, towards: Angle(radians: from.radians + s / radius))
    }
  }

  private static func span(_ from: Angle, _ to: Angle) -> Double {
    let turn = 2 * Double.pi
    let span = (to.radians - from.radians).truncatingRemainder(dividingBy: turn)
    return span <= 1e-12 ? span + turn : span
  }
}

/// One reading of a profile.
public struct ProfileSample: Equatable, Sendable {
  /// Along the path, px.
  public var distance: Double
  public var point: Point<Pixels>
  /// Red, green, blue in 0…255, encoded as in the picture; nil outside of it and where it is fully transparent.
  public var color: SIMD3<Double>?
  /// 0.2126 R + 0.7152 G + 0.0722 B of the encoded values (Rec. ITU-R BT.709), 0…255.
  public var luma: Double? {
    color.map { 0.2126 * $0.x + 0.7152 * $0.y + 0.0722 * $0.z }
  }
}

/// Reads a picture along a path, from its start in equal steps and at its end.
///
/// Bilinear; averaged across the path over `width` px, in readings at most half a pixel apart and weighted by alpha.
/// - Parameters:
///   - step: Between readings, px, greater than zero.
///   - width: Across the path, px; 0 reads the path alone.
public func brightnessProfile(
  of bitmap: Bitmap, along path: ProfilePath, step: Double, width: Double = 0
) -> [ProfileSample] {
  let sampler = PictureSampler(bitmap)
  let length = path.length
  let across = max(1, Int((width * 2).rounded(.up)))
  var samples: [ProfileSample] = []
  let count = Int((length / step + 1e-9).rounded(.down))
  for index in 0...(count + 1) {
    let s = min(Double(index) * step, length)
    if index == count + 1 && length - Double(count) * step <= 1e-9 * max(1, length) { break }
    var sum = SIMD4<Float>(repeating: 0)
    for j in 0..<across {
      let offset = width * ((Double(j) + 0.5) / Double(across) - 0.5)
      let point = path.point(at: s, across: offset)
      if let sample = sampler.premultiplied(atX: point.x, y: point.y) { sum += sample }
    }
    var color: SIMD3<Double>?
    if sum.w > 0 {
      color = SIMD3(Double(sum.x / sum.w), Double(sum.y / sum.w), Double(sum.z / sum.w)) * 255
    }
    samples.append(ProfileSample(distance: s, point: path.point(at: s), color: color))
  }
  return samples
}
