import CalqueCore

/// A picture reduced to the two planes in which ink stands out, averaged over blocks of `factor` × `factor` pixels.
///
/// White ink over a coloured photograph stands out most in the smallest of the three channels, dark ink in the largest.
/// Values are 0…255 with transparent parts over white; a partial block at the right or lower border is left out.
struct InkPlanes: Sendable {
  let factor: Int
  /// min(R, G, B), averaged.
  let darkest: Plane
  /// max(R, G, B), averaged.
  let brightest: Plane

  /// - Precondition: the picture is at least one block wide and high.
  init(_ bitmap: Bitmap, factor: Int) {
    self.factor = factor
    let width = bitmap.width / factor
    let height = bitmap.height / factor
    var low = [Float](repeating: 0, count: width * height)
    var high = [Float](repeating: 0, count: width * height)
    low.withUnsafeMutableBufferPointer { low in
      high.withUnsafeMutableBufferPointer { high in
        switch bitmap.samples {
        case .eight(let samples):
          if factor == 2, halveOpaque(samples, rowLength: bitmap.width, width: width, height: height, low, high) {
            return
          }
          samples.withUnsafeBufferPointer {
            reduce($0, rowLength: bitmap.width, factor: factor, width: width, height: height, low: low, high: high)
          }
        case .sixteen(let samples):
          samples.withUnsafeBufferPointer {
            reduce($0, rowLength: bitmap.width, factor: factor, width: width, height: height, low: low, high: high)
          }
        }
      }
    }
    darkest = Plane(width: width, height: height, values: low)
    brightest = Plane(width: width, height: height, values: high)
  }
}

/// Sums min and max of the channels over blocks, and scales the sums to 0…255 averages.
@inline(__always)
private func reduce<Sample: FixedWidthInteger & UnsignedInteger>(
  _ samples: UnsafeBufferPointer<Sample>, rowLength: Int, factor: Int, width: Int, height: Int,
  low: UnsafeMutableBufferPointer<Float>, high: UnsafeMutableBufferPointer<Float>
) {
  let opaque = UInt32(Sample.max)
  let scale = 255 / (Float(Sample.max) * Float(factor * factor))
  var lowSums = [UInt32](repeating: 0, count: width)
  var highSums = [UInt32](repeating: 0, count: width)
  lowSums.withUnsafeMutableBufferPointer { lowSums in
    highSums.withUnsafeMutableBufferPointer { highSums in
      for y in 0..<height {
        for x in 0..<width {
          lowSums[x] = 0
          highSums[x] = 0
        }
        for row in 0..<factor {
          var i = (y * factor + row) * rowLength * 4
          for x in 0..<width {
            for _ in 0..<factor {
              let r = UInt32(samples[i])
              let g = UInt32(samples[i + 1])
              let b = UInt32(samples[i + 2])
              let a = UInt32(samples[i + 3])
              var smallest = min(min(r, g), b)
              var largest = max(max(r, g), b)
              if a != opaque {
                smallest = overWhite(smallest, alpha: a, opaque: opaque)
                largest = overWhite(largest, alpha: a, opaque: opaque)
              }
              lowSums[x] &+= smallest
              highSums[x] &+= largest
              i &+= 4
            }
          }
        }
        let start = y * width
        for x in 0..<width {
          low[start + x] = Float(lowSums[x]) * scale
          high[start + x] = Float(highSums[x]) * scale
        }
      }
    }
  }
}

/// A straight-alpha sample composited over white, rounded.
@inline(__always)
private func overWhite(_ value: UInt32, alpha: UInt32, opaque: UInt32) -> UInt32 {
  let sum = UInt64(value) * UInt64(alpha) + UInt64(opaque) * UInt64(opaque - alpha)
  return UInt32((sum + UInt64(opaque / 2)) / UInt64(opaque))
}

/// The usual case by itself: opaque 8-bit pixels in blocks of 2 × 2, eight pixels of a row at a time.
/// - Returns: Whether all pixels were opaque; where not, the planes are not complete.
private func halveOpaque(
  _ samples: [UInt8], rowLength: Int, width: Int, height: Int, _ low: UnsafeMutableBufferPointer<Float>,
  _ high: UnsafeMutableBufferPointer<Float>
) -> Bool {
  samples.withUnsafeBytes { bytes in
    /// The smallest and the largest channel of eight pixels, summed in pairs, and whether all are opaque.
    @inline(__always)
    func pairs(_ pixel: Int) -> (low: SIMD4<UInt16>, high: SIMD4<UInt16>, alpha: SIMD8<UInt8>) {
      let v = bytes.loadUnaligned(fromByteOffset: pixel * 4, as: SIMD32<UInt8>.self)
      let redBlue = v.evenHalf
      let greenAlpha = v.oddHalf
      let red = redBlue.evenHalf
      let blue = redBlue.oddHalf
      let green = greenAlpha.evenHalf
      let smallest = pointwiseMin(pointwiseMin(red, green), blue)
      let largest = pointwiseMax(pointwiseMax(red, green), blue)
      return (
        SIMD4<UInt16>(truncatingIfNeeded: smallest.evenHalf) &+ SIMD4<UInt16>(truncatingIfNeeded: smallest.oddHalf),
        SIMD4<UInt16>(truncatingIfNeeded: largest.evenHalf) &+ SIMD4<UInt16>(truncatingIfNeeded: largest.oddHalf),
        greenAlpha.oddHalf
      )
    }
    var alpha = SIMD8<UInt8>(repeating: 255)
    for y in 0..<height {
      let top = 2 * y * rowLength
      var x = 0
      while x + 4 <= width {
        let a = pairs(top + 2 * x)
        let b = pairs(top + rowLength + 2 * x)
        let lows = SIMD4<Float>(a.low &+ b.low) * 0.25
        let highs = SIMD4<Float>(a.high &+ b.high) * 0.25
        alpha &= a.alpha & b.alpha
        for lane in 0..<4 {
          low[y * width + x + lane] = lows[lane]
          high[y * width + x + lane] = highs[lane]
        }
        x += 4
      }
      while x < width {
        var lowSum: UInt32 = 0
        var highSum: UInt32 = 0
        for pixel in [top + 2 * x, top + 2 * x + 1, top + rowLength + 2 * x, top + rowLength + 2 * x + 1] {
          let r = bytes[pixel * 4]
          let g = bytes[pixel * 4 + 1]
          let b = bytes[pixel * 4 + 2]
          lowSum += UInt32(min(r, g, b))
          highSum += UInt32(max(r, g, b))
          alpha[0] &= bytes[pixel * 4 + 3]
        }
        low[y * width + x] = Float(lowSum) * 0.25
        high[y * width + x] = Float(highSum) * 0.25
        x += 1
      }
    }
    return alpha.min() == 255
  }
}
