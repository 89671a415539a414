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
    var horizontal = [Float](repeating: 0, count: values.count)
    var result = [Float](repeating: 0, count: values.count)
    let width = width
    let height = height
    var padded = [Float](repeating: 0, count: width + 2 * radius)
    values.withUnsafeBufferPointer { source in
      kernel.withUnsafeBufferPointer { kernel in
        horizontal.withUnsafeMutableBufferPointer { horizontal in
          padded.withUnsafeMutableBufferPointer { padded in
            for y in 0..<height {
              let start = y * width
              for x in 0..<width { padded[radius + x] = source[start + x] }
              for i in 0..<radius {
                padded[i] = source[start]
                padded[radius + width + i] = source[start + width - 1]
              }
              let center = kernel[0]
              for x in 0..<width { horizontal[start + x] = center * padded[radius + x] }
              for i in 1...radius {
                let weight = kernel[i]
                for x in 0..<width {
                  horizontal[start + x] += weight * (padded[radius + x - i] + padded[radius + x + i])
                }
              }
            }
          }
          result.withUnsafeMutableBufferPointer { result in
            for y in 0..<height {
              let start = y * width
              let center = kernel[0]
              for x in 0..<width { result[start + x] = center * horizontal[start + x] }
              for i in 1...radius {
                let weight = kernel[i]
                let above = max(0, y - i) * width
                let below = min(height - 1, y + i) * width
                for x in 0..<width {
                  result[start + x] += weight * (horizontal[above + x] + horizontal[below + x])
                }
              }
            }
          }
        }
      }
    }
    return Plane(width: width, height: height, values: result)
  }
}
