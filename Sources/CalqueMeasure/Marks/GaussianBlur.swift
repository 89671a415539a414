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
    let width = width
    let height = height
    return Plane(
      width: width, height: height,
      values: [Float](unsafeUninitializedCapacity: width * height) { result, count in
        var rows = BlurredRows(self, kernel)
        for y in 0..<height {
          for next in (y == 0 ? 0 : y + radius)...(y + radius) where next < height { rows.read(next) }
          rows.blur(y, into: UnsafeMutableBufferPointer(rebasing: result[(y * width)..<((y + 1) * width)]))
        }
        count = width * height
      })
  }
}

/// The rows around one, smoothed along themselves.
private struct BlurredRows {
  private let plane: Plane
  private let kernel: [Float]
  private let radius: Int
  /// Rows have a few samples to spare, so that eight can be read at once anywhere.
  private let stride: Int
  /// One row with its ends repeated.
  private var line: [Float]
  /// As many smoothed rows as the kernel has samples, each at its index's remainder.
  private var rows: [Float]
  private var column: [Float]

  init(_ plane: Plane, _ kernel: [Float]) {
    self.plane = plane
    self.kernel = kernel
    radius = kernel.count - 1
    stride = (plane.width + 7) / 8 * 8
    line = [Float](repeating: 0, count: stride + 2 * radius + 8)
    rows = [Float](repeating: 0, count: stride * (2 * radius + 1))
    column = [Float](repeating: 0, count: stride)
  }

  private func start(_ y: Int) -> Int { y % (2 * radius + 1) * stride }

  mutating func read(_ y: Int) {
    let (width, radius, target) = (plane.width, radius, start(y) * 4)
    let first = y * width
    line.withUnsafeMutableBufferPointer { line in
      plane.values.withUnsafeBufferPointer { source in
        line[..<radius].update(repeating: source[first])
        for x in 0..<width { line[radius + x] = source[first + x] }
        line[(radius + width)...].update(repeating: source[first + width - 1])
      }
    }
    line.withUnsafeBytes { line in
      rows.withUnsafeMutableBytes { rows in
        convolve(kernel, radius, count: stride) { x, offset in
          line.loadUnaligned(fromByteOffset: (x + radius + offset) * 4, as: SIMD8<Float>.self)
        } store: { x, value in
          rows.storeBytes(of: value, toByteOffset: target + x * 4, as: SIMD8<Float>.self)
        }
      }
    }
  }

  /// Smooths across the rows around one.
  mutating func blur(_ y: Int, into result: UnsafeMutableBufferPointer<Float>) {
    let last = plane.height - 1
    let starts = (-radius...radius).map { start(max(0, min(last, y + $0))) * 4 }
    rows.withUnsafeBytes { rows in
      column.withUnsafeMutableBytes { column in
        convolve(kernel, radius, count: stride) { x, offset in
          rows.loadUnaligned(fromByteOffset: starts[radius + offset] + x * 4, as: SIMD8<Float>.self)
        } store: { x, value in
          column.storeBytes(of: value, toByteOffset: x * 4, as: SIMD8<Float>.self)
        }
      }
    }
    for x in result.indices { result[x] = column[x] }
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
