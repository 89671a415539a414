import CalqueCore
import CalqueSpec

/// Colour and opacity of the disc behind the ticks, from what its edge does to the backdrop.
///
/// Along the rim the colour inside is (1 − opacity) · outside + opacity · colour, channel by channel; a straight line
/// through many such pairs has slope 1 − opacity. A backdrop of one colour leaves the slope open.
struct DiscEstimator: Sendable {
  /// px to each side of the edge where colours are read.
  var distance = 3.0

  /// - Returns: nil where fewer than a dozen pairs can be read.
  func estimate(_ reader: BitmapReader, rim: [RingPoint], circle: Circle) -> DialDisc? {
    var pairs: [(outside: SIMD4<Float>, inside: SIMD4<Float>)] = []
    for point in rim {
      let length = hypot(point.x - circle.x, point.y - circle.y)
      let dx = (point.x - circle.x) / length * distance
      let dy = (point.y - circle.y) / length * distance
      guard reader.covers(point.x + dx, point.y + dy), reader.covers(point.x - dx, point.y - dy) else { continue }
      pairs.append((reader.bilinear(point.x + dx, point.y + dy), reader.bilinear(point.x - dx, point.y - dy)))
    }
    guard pairs.count >= 12 else { return nil }
    let channels = (0..<3).map { channel in
      pairs.map { (x: Double($0.outside[channel]), y: Double($0.inside[channel])) }
    }
    guard let slope = commonSlope(channels) else { return middle(channels) }
    let opacity = max(0, min(1, 1 - slope.value))
    guard slope.sigma < 0.1, opacity > 0.02 else { return middle(channels) }
    func level(_ channel: Int) -> UInt8 {
      let offset = median(channels[channel].map { $0.y - slope.value * $0.x })
      return UInt8(max(0, min(255, (offset / opacity).rounded())))
    }
    return DialDisc(
      color: SIMD3(level(0), level(1), level(2)), opacity: Estimate(opacity, sigma: max(slope.sigma, 0.002)))
  }

  /// The slope that all channels share, by reweighted least squares with Tukey's biweight.
  private func commonSlope(_ channels: [[(x: Double, y: Double)]]) -> Estimate? {
    var slope = 0.7
    var sigma = Double.infinity
    for _ in 0..<8 {
      var sxx = 0.0
      var sxy = 0.0
      var squares = 0.0
      var count = 0.0
      for pairs in channels {
        let offset = median(pairs.map { $0.y - slope * $0.x })
        let residuals = pairs.map { $0.y - slope * $0.x - offset }
        let limit = 4.685 * max(medianDeviation(residuals), 0.5)
        var weights = 0.0
        var mx = 0.0
        var my = 0.0
        let w = residuals.map { r -> Double in
          let u = r / limit
          return u.magnitude < 1 ? (1 - u * u) * (1 - u * u) : 0
        }
        for (pair, weight) in zip(pairs, w) {
          weights += weight
          mx += weight * pair.x
          my += weight * pair.y
        }
        guard weights > 4 else { continue }
        mx /= weights
        my /= weights
        for i in pairs.indices {
          sxx += w[i] * (pairs[i].x - mx) * (pairs[i].x - mx)
          sxy += w[i] * (pairs[i].x - mx) * (pairs[i].y - my)
          squares += w[i] * residuals[i] * residuals[i]
          count += w[i]
        }
      }
      guard sxx > 1, count > 8 else { return nil }
      let next = sxy / sxx
      // Neighbouring rays see the same backdrop: one in five tells something new.
      sigma = (squares / count * 5 / sxx).squareRoot()
      if (next - slope).magnitude < 1e-6 { break }
      slope = next
    }
    return Estimate(slope, sigma: sigma)
  }

  /// What is seen inside, where the backdrop does not tell colour from opacity.
  private func middle(_ channels: [[(x: Double, y: Double)]]) -> DialDisc {
    func level(_ channel: Int) -> UInt8 { UInt8(max(0, min(255, median(channels[channel].map { $0.y }).rounded()))) }
    return DialDisc(color: SIMD3(level(0), level(1), level(2)), opacity: nil)
  }
}
