import CalqueCore

extension Canvas {
  /// A ground like a photograph: smooth noise of several sizes with correlated channels, and grain.
  ///
  /// - Parameters:
  ///   - deviation: Standard deviation of the smooth part, levels.
  ///   - grain: Standard deviation of the noise of single pixels, levels.
  public static func photo(
    width: Int, height: Int, mean: Float, deviation: Float, grain: Float, seed: UInt64
  ) -> Canvas {
    var random = RandomSource(seed: seed)
    var canvas = Canvas(width: width, height: height, color: SIMD3(repeating: mean))
    let sizes: [Double] = [10, 20, 40, 80, 160]
    let norm = sizes.reduce(0) { $0 + $1 }.squareRoot()
    for size in sizes {
      let columns = Int(Double(width) / size) + 3
      let rows = Int(Double(height) / size) + 3
      let lattice = (0..<(columns * rows)).map { _ -> SIMD4<Float> in
        let common = Float(random.gaussian())
        return SIMD4(
          common + 0.35 * Float(random.gaussian()), common + 0.35 * Float(random.gaussian()),
          common + 0.35 * Float(random.gaussian()), 0)
      }
      let weight = deviation * Float(size.squareRoot() / norm) * 1.6
      let across = (0..<width).map { cell(Double($0), size) }
      for y in 0..<height {
        let (row, fy) = cell(Double(y), size)
        for x in 0..<width {
          let (column, fx) = across[x]
          let i = row * columns + column
          let top = lattice[i] + (lattice[i + 1] - lattice[i]) * fx
          let bottom = lattice[i + columns] + (lattice[i + columns + 1] - lattice[i + columns]) * fx
          canvas.colors[y * width + x] += (top + (bottom - top) * fy) * weight
        }
      }
    }
    canvas.addGrain(grain, random: &random)
    return canvas
  }

  /// Adds noise to every pixel.
  /// - Parameter deviation: Standard deviation in each channel, levels.
  public mutating func addGrain(_ deviation: Float, random: inout RandomSource) {
    guard deviation > 0 else { return }
    for i in colors.indices {
      // Uniform noise of the same variance: grain needs no tails.
      let scale = deviation * 3.46410162
      for k in 0..<3 { colors[i][k] += (Float(random.next() >> 40) / Float(1 << 24) - 0.5) * scale }
      colors[i].clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    }
  }
}

/// The cell of a lattice and the smooth share of the way through it.
private func cell(_ position: Double, _ size: Double) -> (index: Int, share: Float) {
  let p = position / size
  let index = Int(p)
  let f = Float(p - Double(index))
  return (index, f * f * (3 - 2 * f))
}
