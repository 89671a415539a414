import CalqueCore

/// How much of each pixel of a picture's part is covered by ink of one colour.
public struct InkCoverage: Sendable {
  /// 0…1; the pixel (0, 0) is the picture's (`x`, `y`).
  public var plane: Plane
  public var x: Int
  public var y: Int
  /// The ink's colour, 0…255.
  public var color: SIMD3<Float>
  /// The average ground's, 0…255.
  public var ground: SIMD3<Float>
  /// One standard deviation that the ground's texture adds to a pixel's coverage.
  public var noise: Float
}

/// Reads the coverage of a word's ink, over a flat ground or a photograph.
///
/// The ground under the ink, and two pixels around it, is interpolated from what surrounds it (a harmonic function).
/// - Parameters:
///   - bitmap: The picture.
///   - frame: Around the ink, px; a few pixels around it are read too.
/// - Returns: nil where the frame holds no picture or nothing in it differs from its ground by at least 3 levels.
public func inkCoverage(in bitmap: Bitmap, around frame: Rect<Pixels>) -> InkCoverage? {
  let margin = max(3, 0.2 * frame.height).rounded(.up)
  let minX = max(0, (frame.x - margin).rounded(.down))
  let minY = max(0, (frame.y - margin).rounded(.down))
  let maxX = min(Double(bitmap.width), (frame.maxX + margin).rounded(.up))
  let maxY = min(Double(bitmap.height), (frame.maxY + margin).rounded(.up))
  guard maxX - minX >= 3, maxY - minY >= 3 else { return nil }
  let window = InkWindow(
    bitmap, x: Int(minX), y: Int(minY), width: Int(maxX - minX), height: Int(maxY - minY), border: Int(margin))
  return window.coverage()
}

/// The pixels around a word.
private struct InkWindow {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// How wide the strip is that should hold ground alone.
  let border: Int
  let pixels: [SIMD4<Float>]

  /// Ink that covers less cannot be told from a photograph's own texture.
  private static let faintest: Float = 0.1

  init(_ bitmap: Bitmap, x: Int, y: Int, width: Int, height: Int, border: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.border = border
    pixels = bitmap.withReader { reader in
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
  }

  func coverage() -> InkCoverage? {
    let middle = medianGround()
    guard let ink = ink(middle) else { return nil }
    let isInk = interpolation.dilated(inkMask(middle, ink), by: 2)
    let ground = interpolation.interpolated(pixels, under: isInk, from: middle)
    var plane = Plane(width: width, height: height)
    var sum = SIMD4<Float>()
    var free: [Double] = []
    for i in pixels.indices {
      sum += ground[i]
      if isInk[i] {
        plane.values[i] = min(max(share(pixels[i], ground[i], ink), 0), 1)
      } else {
        let around = neighbours(i).reduce(SIMD4<Float>()) { $0 + pixels[$1] } / Float(max(1, neighbours(i).count))
        free.append(Double(share(pixels[i], around, ink).magnitude))
      }
    }
    removeForeignInk(from: &plane)
    let average = sum / Float(pixels.count)
    // From the median of magnitudes; a pixel less its neighbours' mean varies by 1.25 of its own variance.
    let noise = free.isEmpty ? 0 : 1.4826 * median(free) / 1.118
    return InkCoverage(
      plane: plane, x: x, y: y, color: SIMD3(ink.x, ink.y, ink.z), ground: SIMD3(average.x, average.y, average.z),
      noise: Float(noise))
  }

  /// Takes away what comes in from outside the window and lies mostly beside the frame: a plate's or a neighbour's edge.
  private func removeForeignInk(from plane: inout Plane) {
    var isSeen = plane.values.map { $0 <= Self.faintest }
    for start in pixels.indices where !isSeen[start] && isOutermost(start) {
      var component = [start]
      isSeen[start] = true
      var next = 0
      while next < component.count {
        for i in neighbours(component[next]) where !isSeen[i] {
          isSeen[i] = true
          component.append(i)
        }
        next += 1
      }
      if component.filter(isBorder).count * 2 > component.count {
        for i in component { plane.values[i] = 0 }
      }
    }
  }

  private func isOutermost(_ i: Int) -> Bool {
    let column = i % width
    let row = i / width
    return column == 0 || row == 0 || column == width - 1 || row == height - 1
  }

  private var interpolation: GroundInterpolation { GroundInterpolation(width: width, height: height) }

  private func share(_ pixel: SIMD4<Float>, _ ground: SIMD4<Float>, _ ink: SIMD4<Float>) -> Float {
    let way = ink - ground
    return (pixel - ground).colorDot(way) / max(1, way.colorDot(way))
  }

  /// The border's median in each channel.
  private func medianGround() -> SIMD4<Float> {
    var channels: [[Double]] = [[], [], []]
    for i in pixels.indices where isBorder(i) {
      for channel in 0..<3 { channels[channel].append(Double(pixels[i][channel])) }
    }
    return SIMD4(Float(median(channels[0])), Float(median(channels[1])), Float(median(channels[2])), 0)
  }

  private func isBorder(_ i: Int) -> Bool {
    let column = i % width
    let row = i / width
    return column < border || row < border || column >= width - border || row >= height - border
  }

  /// The median of the pixels within the border that differ most: full ink, as most strokes have some.
  private func ink(_ ground: SIMD4<Float>) -> SIMD4<Float>? {
    let inner = pixels.indices.filter { !isBorder($0) }
    let ranked = inner.sorted { (pixels[$0] - ground).colorMagnitude > (pixels[$1] - ground).colorMagnitude }
    guard let first = ranked.first else { return nil }
    // Beyond the first twentieth thin type has edges alone.
    let full = ranked.prefix(max(1, ranked.count / 20)).filter {
      (pixels[$0] - ground).colorMagnitude > 0.9 * (pixels[first] - ground).colorMagnitude
    }
    var ink = SIMD4<Float>()
    for channel in 0..<3 { ink[channel] = Float(median(full.map { Double(pixels[$0][channel]) })) }
    return (ink - ground).colorMagnitude >= 3 ? ink : nil
  }

  /// Which pixels are ink, at least in part.
  private func inkMask(_ ground: SIMD4<Float>, _ ink: SIMD4<Float>) -> [Bool] {
    let shares = pixels.map { share($0, ground, ink) }
    let faintest = max(Self.faintest, 3 / (ink - ground).colorMagnitude)
    let faint = shares.map { $0 > faintest }
    let spread = Float(quantile(pixels.indices.filter(isBorder).map { Double(shares[$0].magnitude) }, Self.most))
    if spread < faintest { return faint }
    // Texture alone passes for faint ink, so ink must have full ink near by.
    let full = max(Self.full, min(1.5 * spread, 0.8))
    let near = interpolation.dilated(shares.map { $0 > full }, by: 3)
    return faint.indices.map { faint[$0] && near[$0] }
  }

  /// The share of a border's pixels that an even ground keeps under the faintest ink.
  private static let most = 0.95
  /// Strokes over photographs are wide enough to reach this coverage.
  private static let full: Float = 0.5

  private func neighbours(_ i: Int) -> [Int] {
    let column = i % width
    var result: [Int] = []
    if column > 0 { result.append(i - 1) }
    if column < width - 1 { result.append(i + 1) }
    if i >= width { result.append(i - width) }
    if i + width < pixels.count { result.append(i + width) }
    return result
  }
}
