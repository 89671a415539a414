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
  let lowBytes = UnsafeMutableRawBufferPointer(low)
  let highBytes = UnsafeMutableRawBufferPointer(high)
  return samples.withUnsafeBytes { bytes in
    /// The smallest and the largest channel of four pixels, each in the low half of 32 bits, and the pixels' bits.
    ///
    /// Sixteen-bit comparisons are what every x86-64 and ARM processor has.
    @inline(__always)
    func extremes(_ pixel: Int) -> (low: SIMD4<Int32>, high: SIMD4<Int32>, bits: SIMD4<UInt32>) {
      let v = bytes.loadUnaligned(fromByteOffset: pixel * 4, as: SIMD4<UInt32>.self)
      let mask = SIMD4<UInt32>(repeating: 0xFF)
      let red = unsafeBitCast(v & mask, to: SIMD8<Int16>.self)
      let green = unsafeBitCast((v &>> 8) & mask, to: SIMD8<Int16>.self)
      let blue = unsafeBitCast((v &>> 16) & mask, to: SIMD8<Int16>.self)
      return (
        unsafeBitCast(pointwiseMin(pointwiseMin(red, green), blue), to: SIMD4<Int32>.self),
        unsafeBitCast(pointwiseMax(pointwiseMax(red, green), blue), to: SIMD4<Int32>.self), v
      )
    }
    var opaque = SIMD4<UInt32>(repeating: 0xFF00_0000)
    var alpha: UInt8 = 255
    for y in 0..<height {
      let top = 2 * y * rowLength
      var x = 0
      while x + 4 <= width {
        let a = extremes(top + 2 * x)
        let b = extremes(top + 2 * x + 4)
        let c = extremes(top + rowLength + 2 * x)
        let d = extremes(top + rowLength + 2 * x + 4)
        opaque &= a.bits & b.bits & c.bits & d.bits
        let lowLeft = a.low &+ c.low
        let lowRight = b.low &+ d.low
        let highLeft = a.high &+ c.high
        let highRight = b.high &+ d.high
        let lows = SIMD4<Int32>(
          lowHalf: lowLeft.evenHalf &+ lowLeft.oddHalf, highHalf: lowRight.evenHalf &+ lowRight.oddHalf)
        let highs = SIMD4<Int32>(
          lowHalf: highLeft.evenHalf &+ highLeft.oddHalf, highHalf: highRight.evenHalf &+ highRight.oddHalf)
        let start = (y * width + x) * 4
        lowBytes.storeBytes(of: SIMD4<Float>(lows) * 0.25, toByteOffset: start, as: SIMD4<Float>.self)
        highBytes.storeBytes(of: SIMD4<Float>(highs) * 0.25, toByteOffset: start, as: SIMD4<Float>.self)
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
          alpha &= bytes[pixel * 4 + 3]
        }
        low[y * width + x] = Float(lowSum) * 0.25
        high[y * width + x] = Float(highSum) * 0.25
        x += 1
      }
    }
    return alpha == 255 && (opaque &>> 24).min() == 255
  }
}
