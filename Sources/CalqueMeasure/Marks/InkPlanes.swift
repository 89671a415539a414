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
