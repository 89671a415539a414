import CalqueCore

/// A part of a picture as black ink on white: what a texture hides is taken off, and each pixel is as dark as ink covers
/// it.
struct FlattenedInk {
  /// Its pixel (0, 0) is the picture's (`x`, `y`).
  var bitmap: Bitmap
  var x: Int
  var y: Int
  /// The ink's colour and the ground's mean, levels.
  var ink: SIMD4<Float>
  var ground: SIMD4<Float>
}

/// Separates ink of one colour from a ground of any texture.
struct InkFlattening {
  let reader: BitmapReader
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// Row after row: whether the pixel is looked at.
  let isInside: [Bool]

  /// Less coverage than this is not told from texture.
  private static let faintest: Float = 0.1
  /// Ink is further from every pixel of the ground than the ground's own spread, by this factor.
  private static let distinct: Float = 2.5
  /// Ink nearer to its ground than this is not told, levels.
  private static let leastContrast: Float = 30
  /// Text and symbols cover no more of what they stand on.
  private static let largestShare = 0.4
  /// Of the pixels that are ink for a good part, those that are it altogether: edges are a pixel wide, stems are more.
  private static let leastFullShare = 0.3

  /// - Returns: nil where no ink of one colour stands out.
  func flattened() -> FlattenedInk? {
    let pixels = pixels()
    let inner = isInside.indices.filter { isInside[$0] }
    guard inner.count >= 64 else { return nil }
    let middle = medianColor(inner.map { pixels[$0] })
    guard let ink = inkColor(inner.map { pixels[$0] }, middle) else { return nil }
    var isInk = pixels.indices.map { isInside[$0] && share(pixels[$0], middle, ink) > 0.25 }
    let count = isInk.reduce(0) { $0 + ($1 ? 1 : 0) }
    guard Double(count) < Self.largestShare * Double(inner.count) else { return nil }
    var ground = interpolated(pixels, dilated(isInk), middle)
    for i in isInk.indices where isInside[i] { isInk[i] = share(pixels[i], ground[i], ink) > Self.faintest }
    ground = interpolated(pixels, dilated(isInk), middle)
    var rgba = [UInt8](repeating: 255, count: 4 * pixels.count)
    var sum = SIMD4<Float>()
    var half = 0
    var full = 0
    for i in isInk.indices where isInside[i] {
      sum += ground[i]
      guard isInk[i] else { continue }
      let coverage = min(max(share(pixels[i], ground[i], ink), 0), 1)
      if coverage < Self.faintest { continue }
      if coverage > 0.5 { half += 1 }
      if coverage > 0.85 { full += 1 }
      let level = UInt8((255 * (1 - coverage)).rounded())
      for channel in 0..<3 { rgba[4 * i + channel] = level }
    }
    guard half > 0, Double(full) > Self.leastFullShare * Double(half) else { return nil }
    return FlattenedInk(
      bitmap: Bitmap(width: width, height: height, rgba: rgba), x: x, y: y, ink: ink,
      ground: sum / Float(inner.count))
  }

  private func pixels() -> [SIMD4<Float>] {
    var pixels: [SIMD4<Float>] = []
    pixels.reserveCapacity(width * height)
    for row in y..<y + height {
      for column in x..<x + width {
        var color = reader.pixel(column, row)
        color.w = 0
        pixels.append(color)
      }
    }
    return pixels
  }

  private func medianColor(_ colors: [SIMD4<Float>]) -> SIMD4<Float> {
    var result = SIMD4<Float>()
    for channel in 0..<3 { result[channel] = Float(median(colors.map { Double($0[channel]) })) }
    return result
  }

  /// The colour of the pixels furthest from the middle one, if they are a kind of their own.
  private func inkColor(_ colors: [SIMD4<Float>], _ middle: SIMD4<Float>) -> SIMD4<Float>? {
    let distances = colors.map { ($0 - middle).colorMagnitude }
    guard let largest = distances.max(), largest > Self.leastContrast else { return nil }
    let far = colors.indices.filter { distances[$0] > 0.9 * largest }
    guard far.count >= 8 else { return nil }
    let ink = medianColor(far.map { colors[$0] })
    // Edges of letters are between ink and ground: the ground's spread is that of nine tenths of what is nearer to it.
    let near = distances.filter { $0 < 0.5 * largest }
    let spread = Float(quantile(near.map { Double($0) }, 0.9))
    return (ink - middle).colorMagnitude > Self.distinct * spread ? ink : nil
  }

  private func share(_ pixel: SIMD4<Float>, _ ground: SIMD4<Float>, _ ink: SIMD4<Float>) -> Float {
    let way = ink - ground
    return (pixel - ground).colorDot(way) / max(1, way.colorDot(way))
  }

  private func dilated(_ mask: [Bool]) -> [Bool] {
    var result = mask
    for i in mask.indices where mask[i] {
      let (column, row) = (i % width, i / width)
      for y in max(0, row - 2)...min(height - 1, row + 2) {
        for x in max(0, column - 2)...min(width - 1, column + 2) { result[y * width + x] = true }
      }
    }
    return result
  }

  /// The ground, under a mask the harmonic function that continues what surrounds it, by successive over-relaxation.
  private func interpolated(_ pixels: [SIMD4<Float>], _ mask: [Bool], _ start: SIMD4<Float>) -> [SIMD4<Float>] {
    /// Enough for strokes of a few pixels to settle within a level.
    let sweeps = 40
    let relaxation: Float = 1.7
    var ground = pixels
    var holes: [Int] = []
    for i in mask.indices where mask[i] || !isInside[i] {
      ground[i] = start
      if isInside[i] { holes.append(i) }
    }
    for _ in 0..<sweeps {
      for i in holes {
        let (column, row) = (i % width, i / width)
        var sum = SIMD4<Float>()
        var count: Float = 0
        if column > 0, isInside[i - 1] { (sum, count) = (sum + ground[i - 1], count + 1) }
        if column + 1 < width, isInside[i + 1] { (sum, count) = (sum + ground[i + 1], count + 1) }
        if row > 0, isInside[i - width] { (sum, count) = (sum + ground[i - width], count + 1) }
        if row + 1 < height, isInside[i + width] { (sum, count) = (sum + ground[i + width], count + 1) }
        if count > 0 { ground[i] += relaxation * (sum / count - ground[i]) }
      }
    }
    return ground
  }
}
