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

extension FlattenedInk {
  /// Pixels that ink covers in part, for each pixel of its border: 1 where edges are anti-aliased, more where a picture's
  /// are blurred.
  private static let widestEdge = 1.6

  /// Whether ink ends within a pixel, as drawn letters do and bright spots of a photograph do not.
  var isSharp: Bool {
    guard case .eight(let samples) = bitmap.samples else { return false }
    let (width, height) = (bitmap.width, bitmap.height)
    func level(_ x: Int, _ y: Int) -> UInt8 { samples[4 * (y * width + x)] }
    var partial = 0
    var border = 0
    for y in 1..<max(1, height - 1) {
      for x in 1..<max(1, width - 1) {
        let here = level(x, y)
        if here > 40, here < 215 { partial += 1 }
        guard here < 128 else { continue }
        let isBorder =
          level(x - 1, y) >= 128 || level(x + 1, y) >= 128 || level(x, y - 1) >= 128 || level(x, y + 1) >= 128
        if isBorder { border += 1 }
      }
    }
    return border > 0 && Double(partial) <= Self.widestEdge * Double(border)
  }
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
  /// Nor where the ground beside it is nearer to it than this share of what the ground as a whole is.
  private static let leastLocalContrast: Float = 0.5
  /// Text and symbols cover no more of what they stand on.
  private static let largestShare = 0.4
  /// Of the pixels that are ink for a good part, those that are it altogether: edges are a pixel wide, stems are more.
  private static let leastFullShare = 0.3

  /// So many pixels tell a median as well as all.
  private static let samples = 4000

  /// - Returns: nil where no ink of one colour stands out.
  func flattened() -> FlattenedInk? {
    let pixels = pixels()
    let inner = isInside.indices.filter { isInside[$0] }
    guard inner.count >= 64 else { return nil }
    let middle = medianColor(
      stride(from: 0, to: inner.count, by: 1 + inner.count / Self.samples).map { pixels[inner[$0]] })
    guard let ink = inkColor(inner.map { pixels[$0] }, middle) else { return nil }
    let interpolation = GroundInterpolation(width: width, height: height)
    var isInk = pixels.indices.map { isInside[$0] && share(pixels[$0], middle, ink) > 0.25 }
    let count = isInk.reduce(0) { $0 + ($1 ? 1 : 0) }
    guard Double(count) < Self.largestShare * Double(inner.count) else { return nil }
    var ground = interpolation.interpolated(
      pixels, under: interpolation.dilated(isInk, by: 2), isInside: isInside, from: middle)
    for i in isInk.indices where isInside[i] { isInk[i] = share(pixels[i], ground[i], ink) > Self.faintest }
    removeWhatLeaves(&isInk)
    ground = interpolation.interpolated(
      pixels, under: interpolation.dilated(isInk, by: 2), isInside: isInside, from: middle)
    var coverages = [Float](repeating: 0, count: pixels.count)
    for i in isInk.indices where isInk[i] { coverages[i] = min(max(share(pixels[i], ground[i], ink), 0), 1) }
    var rgba = [UInt8](repeating: 255, count: 4 * pixels.count)
    var sum = SIMD4<Float>()
    var contrast: Float = 0
    var half = 0
    var full = 0
    for i in isInk.indices where isInside[i] {
      sum += ground[i]
      guard isInk[i] else { continue }
      let coverage = coverages[i]
      if coverage < Self.faintest || !isBesideInk(i, coverages) { continue }
      if coverage > 0.5 {
        half += 1
        contrast += (ink - ground[i]).colorMagnitude
      }
      if coverage > 0.85 { full += 1 }
      let level = UInt8((255 * (1 - coverage)).rounded())
      for channel in 0..<3 { rgba[4 * i + channel] = level }
    }
    guard half > 0, Double(full) > Self.leastFullShare * Double(half) else { return nil }
    // On the slope of a bright spot the ground nearby is nearly as bright.
    let least = max(Self.leastContrast, Self.leastLocalContrast * (ink - middle).colorMagnitude)
    guard contrast > least * Float(half) else { return nil }
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
    let sample = stride(from: 0, to: near.count, by: 1 + near.count / Self.samples).map { Double(near[$0]) }
    let spread = Float(quantile(sample, 0.9))
    return (ink - middle).colorMagnitude > Self.distinct * spread ? ink : nil
  }

  private func share(_ pixel: SIMD4<Float>, _ ground: SIMD4<Float>, _ ink: SIMD4<Float>) -> Float {
    let way = ink - ground
    return (pixel - ground).colorDot(way) / max(1, way.colorDot(way))
  }

  /// Whether a pixel is covered for a good part, or is the edge of one that is.
  private func isBesideInk(_ i: Int, _ coverages: [Float]) -> Bool {
    let half: Float = 0.5
    if coverages[i] >= half { return true }
    let (column, row) = (i % width, i / width)
    return column > 0 && coverages[i - 1] >= half || column + 1 < width && coverages[i + 1] >= half
      || row > 0 && coverages[i - width] >= half || row + 1 < height && coverages[i + width] >= half
  }

  /// Ink ends within what is looked at: what goes on beyond it is the picture's.
  private func removeWhatLeaves(_ mask: inout [Bool]) {
    var open: [Int] = []
    for i in mask.indices where mask[i] && isAtBorder(i) {
      mask[i] = false
      open.append(i)
    }
    while let i = open.popLast() {
      let (column, row) = (i % width, i / width)
      for y in max(0, row - 1)...min(height - 1, row + 1) {
        for x in max(0, column - 1)...min(width - 1, column + 1) where mask[y * width + x] {
          mask[y * width + x] = false
          open.append(y * width + x)
        }
      }
    }
  }

  private func isAtBorder(_ i: Int) -> Bool {
    let (column, row) = (i % width, i / width)
    guard column > 0, row > 0, column < width - 1, row < height - 1 else { return true }
    return !isInside[i - 1] || !isInside[i + 1] || !isInside[i - width] || !isInside[i + width]
  }
}
