import CalqueCore

extension Plane {
  /// Convolved with a Gaussian, cut off at three standard deviations, borders repeated.
  /// - Parameter sigma: Standard deviation in samples.
  func blurred(sigma: Double) -> Plane {
    let radius = max(1, Int((3 * sigma).rounded(.up)))
    var kernel = [Float](repeating: 0, count: radius + 1)
    var sum = 0.0
    for i in 0...radius {
      let weight = exp(-Double(i * i) / (2 * sigma * sigma))
      kernel[i] = Float(weight)
      sum += i == 0 ? weight : 2 * weight
    }
    for i in 0...radius { kernel[i] /= Float(sum) }
    // Rows are kept with repeated borders and a few samples to spare, so that eight can be read at once anywhere.
    let stride = (width + 7) / 8 * 8
    let padded = stride + 2 * radius
    var horizontal = [Float](repeating: 0, count: stride * height)
    var line = [Float](repeating: 0, count: padded + 8)
    var column = [Float](repeating: 0, count: stride)
    var result = [Float](repeating: 0, count: width * height)
    let width = width
    let height = height
    values.withUnsafeBufferPointer { source in
      horizontal.withUnsafeMutableBytes { horizontal in
        line.withUnsafeMutableBytes { line in
          let samples = line.bindMemory(to: Float.self)
          for y in 0..<height {
            let start = y * width
            for i in 0..<radius { samples[i] = source[start] }
            for x in 0..<width { samples[radius + x] = source[start + x] }
            for i in (radius + width)..<(padded + 8) { samples[i] = source[start + width - 1] }
            convolve(kernel, radius, count: stride) { x, offset in
              line.loadUnaligned(fromByteOffset: (x + radius + offset) * 4, as: SIMD8<Float>.self)
            } store: { x, value in
              horizontal.storeBytes(of: value, toByteOffset: (y * stride + x) * 4, as: SIMD8<Float>.self)
            }
          }
        }
        column.withUnsafeMutableBytes { column in
          for y in 0..<height {
            convolve(kernel, radius, count: stride) { x, offset in
              let row = max(0, min(height - 1, y + offset))
              return horizontal.loadUnaligned(fromByteOffset: (row * stride + x) * 4, as: SIMD8<Float>.self)
            } store: { x, value in
              column.storeBytes(of: value, toByteOffset: x * 4, as: SIMD8<Float>.self)
            }
            let samples = column.bindMemory(to: Float.self)
            for x in 0..<width { result[y * width + x] = samples[x] }
          }
        }
      }
    }
    return Plane(width: width, height: height, values: result)
  }
}

/// A symmetric kernel over eight samples at a time.
@inline(__always)
private func convolve(
  _ kernel: [Float], _ radius: Int, count: Int, load: (_ x: Int, _ offset: Int) -> SIMD8<Float>,
  store: (_ x: Int, _ value: SIMD8<Float>) -> Void
) {
  kernel.withUnsafeBufferPointer { kernel in
    var x = 0
    while x < count {
      var sum = load(x, 0) * kernel[0]
      for i in 1...radius { sum += (load(x, i) + load(x, -i)) * kernel[i] }
      store(x, sum)
      x += 8
    }
  }
}
