import CalqueCore

/// Which segment of a ring becomes a strip, and how finely.
public struct PolarStripGeometry: Equatable, Sendable {
  /// Of the ring, px; it may lie outside the picture.
  public var center: Point<Pixels>
  /// Where the strip is true to scale along the arc, px.
  public var radius: Double
  /// The first column's left edge.
  public var from: Angle
  /// The last column's right edge, clockwise of `from` by at most a turn.
  public var to: Angle
  /// The bottom edge's distance from the centre, px.
  public var inner: Double
  /// The top edge's distance from the centre, px.
  public var outer: Double
  /// Columns, clockwise.
  public var width: Int
  /// Rows, from the outside in.
  public var height: Int

  /// One column a pixel of arc on `radius` and one row a pixel of radius, or coarser by `pixelsPerCell`.
  ///
  /// `to` is taken clockwise of `from`, so that 350° to 10° is a strip of 20°; equal angles give a whole turn.
  /// - Returns: nil unless 0 ≤ inner < outer, radius > 0 and everything is finite.
  public init?(
    center: Point<Pixels>, radius: Double, from: Angle, to: Angle, inner: Double, outer: Double,
    pixelsPerCell: Double = 1
  ) {
    let isFinite =
      center.x.isFinite && center.y.isFinite && radius.isFinite && from.radians.isFinite && to.radians.isFinite
      && inner.isFinite && outer.isFinite && pixelsPerCell.isFinite
    guard isFinite, radius > 0, inner >= 0, outer > inner, pixelsPerCell > 0 else { return nil }
    let turn = 2 * Double.pi
    var span = (to.radians - from.radians).truncatingRemainder(dividingBy: turn)
    if span <= 1e-12 { span += turn }
    let columns = (span * radius / pixelsPerCell).rounded()
    let rows = ((outer - inner) / pixelsPerCell).rounded()
    guard columns < 1e9, rows < 1e9 else { return nil }
    self.center = center
    self.radius = radius
    self.from = from
    self.to = Angle(radians: from.radians + span)
    self.inner = inner
    self.outer = outer
    self.width = max(1, Int(columns))
    self.height = max(1, Int(rows))
  }

  /// Where a position in the strip (continuous, from its top left corner) lies in the picture.
  public func point(column: Double, row: Double) -> Point<Pixels> {
    let angle = from.radians + (to.radians - from.radians) * column / Double(width)
    return center.moved(outer - (outer - inner) * row / Double(height), towards: Angle(radians: angle))
  }
}

/// A ring segment unrolled: arc length to the right, radius upwards.
public struct PolarStrip: Equatable, Sendable {
  public let geometry: PolarStripGeometry
  /// Red, green, blue (straight) and alpha in 0…1, row after row; transparent where the picture ends.
  public let pixels: [SIMD4<Float>]

  public subscript(column: Int, row: Int) -> SIMD4<Float> { pixels[row * geometry.width + column] }
}

/// Unrolls a segment of a ring (polar unwrapping).
///
/// Each cell is the average over its annular sector: samples at most half a pixel apart, weighted by the area that each
/// stands for (r·dr·dθ) and by alpha. So a strip that is smaller than the arc loses no ticks to aliasing, and means are
/// preserved. Averages are of encoded values. Nothing outside the picture is read; a cell's alpha is reduced by the part
/// of it that lies outside.
public func polarStrip(of bitmap: Bitmap, _ geometry: PolarStripGeometry) -> PolarStrip {
  let sampler = PictureSampler(bitmap)
  let stepR = (geometry.outer - geometry.inner) / Double(geometry.height)
  let stepT = (geometry.to.radians - geometry.from.radians) / Double(geometry.width)
  let radial = samplesAcross(stepR)
  var pixels: [SIMD4<Float>] = []
  pixels.reserveCapacity(geometry.width * geometry.height)
  for row in 0..<geometry.height {
    let top = geometry.outer - stepR * Double(row)
    let angular = samplesAcross(stepT * top)
    let directions = sampledDirections(geometry, step: stepT, samples: angular)
    for column in 0..<geometry.width {
      var sum = SIMD4<Float>(repeating: 0)
      var area: Float = 0
      for i in 0..<radial {
        let r = top - stepR * (Double(i) + 0.5) / Double(radial)
        let weight = Float(r)
        for j in 0..<angular {
          let direction = directions[column * angular + j]
          area += weight
          if let sample = sampler.premultiplied(
            atX: geometry.center.x + r * direction.x, y: geometry.center.y - r * direction.y)
          {
            sum += sample * weight
          }
        }
      }
      pixels.append(straight(sum, area: area))
    }
  }
  return PolarStrip(geometry: geometry, pixels: pixels)
}

extension PolarStrip {
  /// The strip as a picture, with the depth and the colour space of the one it was taken from.
  public func bitmap(like source: Bitmap) -> Bitmap {
    switch source.samples {
    case .eight:
      let samples = quantized(maximum: 255).map { UInt8($0) }
      return Bitmap(width: geometry.width, height: geometry.height, rgba: samples, colorSpace: source.colorSpace)
    case .sixteen:
      let samples = quantized(maximum: 65535).map { UInt16($0) }
      return Bitmap(width: geometry.width, height: geometry.height, rgba16: samples, colorSpace: source.colorSpace)
    }
  }

  private func quantized(maximum: Float) -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(pixels.count * 4)
    for pixel in pixels {
      for channel in 0..<4 { values.append((min(max(pixel[channel], 0), 1) * maximum).rounded()) }
    }
    return values
  }
}

/// How many samples keep neighbours at most half a pixel apart; one where a cell is no larger than a pixel, because
/// the interpolation already averages over that.
private func samplesAcross(_ length: Double) -> Int { length <= 1.25 ? 1 : Int((length * 2).rounded(.up)) }

/// Sine and cosine of every sample's angle in a row.
private func sampledDirections(_ geometry: PolarStripGeometry, step: Double, samples: Int) -> [SIMD2<Double>] {
  var directions: [SIMD2<Double>] = []
  directions.reserveCapacity(geometry.width * samples)
  for index in 0..<(geometry.width * samples) {
    let angle = geometry.from.radians + step * (Double(index) + 0.5) / Double(samples)
    directions.append(SIMD2(sin(angle), cos(angle)))
  }
  return directions
}

private func straight(_ sum: SIMD4<Float>, area: Float) -> SIMD4<Float> {
  guard sum.w > 0, area > 0 else { return SIMD4(repeating: 0) }
  return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w / area)
}
