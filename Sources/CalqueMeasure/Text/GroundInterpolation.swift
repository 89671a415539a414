import CalqueCore

/// The ground under ink, continued from what surrounds it: rows of pixels of a part of a picture.
struct GroundInterpolation {
  let width: Int
  let height: Int

  /// Sweeps, and the factor by which each overshoots: enough for strokes of a few pixels to settle within a level.
  private static let sweeps = 60
  private static let relaxation: Float = 1.8

  /// A mask and what is within a distance of it, px along rows and columns.
  func dilated(_ mask: [Bool], by reach: Int) -> [Bool] {
    var result = mask
    for i in mask.indices where mask[i] {
      let (column, row) = (i % width, i / width)
      for y in max(0, row - reach)...min(height - 1, row + reach) {
        for x in max(0, column - reach)...min(width - 1, column + reach) { result[y * width + x] = true }
      }
    }
    return result
  }

  /// Pixels with those under a mask replaced by the harmonic function that continues the others, by successive
  /// over-relaxation (Young 1954).
  /// - Parameters:
  ///   - pixels: Of the part, row after row.
  ///   - mask: What is to be replaced.
  ///   - isInside: Pixels that are looked at; nil for all.
  ///   - start: A colour to begin from.
  func interpolated(
    _ pixels: [SIMD4<Float>], under mask: [Bool], isInside: [Bool]? = nil, from start: SIMD4<Float>
  ) -> [SIMD4<Float>] {
    var ground = pixels
    var holes: [(index: Int, around: SIMD4<Int32>, share: Float)] = []
    for i in mask.indices where mask[i] {
      ground[i] = start
      if let hole = hole(i, isInside) { holes.append(hole) }
    }
    if let isInside { for i in isInside.indices where !isInside[i] { ground[i] = start } }
    ground.withUnsafeMutableBufferPointer { ground in
      for _ in 0..<Self.sweeps {
        for hole in holes {
          var sum = SIMD4<Float>()
          for k in 0..<4 where hole.around[k] >= 0 { sum += ground[Int(hole.around[k])] }
          ground[hole.index] += Self.relaxation * (sum * hole.share - ground[hole.index])
        }
      }
    }
    return ground
  }

  /// A pixel's neighbours, −1 for none, and the weight of each.
  private func hole(_ i: Int, _ isInside: [Bool]?) -> (index: Int, around: SIMD4<Int32>, share: Float)? {
    let (column, row) = (i % width, i / width)
    if let isInside, !isInside[i] { return nil }
    var around = SIMD4<Int32>(repeating: -1)
    if column > 0 { around[0] = Int32(i - 1) }
    if column + 1 < width { around[1] = Int32(i + 1) }
    if row > 0 { around[2] = Int32(i - width) }
    if row + 1 < height { around[3] = Int32(i + width) }
    var count: Float = 0
    for k in 0..<4 where around[k] >= 0 {
      if let isInside, !isInside[Int(around[k])] { around[k] = -1 } else { count += 1 }
    }
    return count > 0 ? (i, around, 1 / count) : nil
  }
}
