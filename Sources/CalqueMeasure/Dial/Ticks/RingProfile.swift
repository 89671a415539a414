import CalqueCore

/// How strongly each angle of a ring looks like a tick: a bar that stands out from both its sides.
struct RingProfile: Sendable {
  /// Radians of the first sample, and from one to the next.
  let start: Double
  let step: Double
  /// Levels; nil where the picture does not show the ring.
  let values: [Double?]

  /// - Parameters:
  ///   - band: Distances from the centre, px.
  ///   - angles: Radians.
  ///   - offsets: px beside the middle where the ground is read.
  init(
    _ reader: BitmapReader, circle: Circle, band: ClosedRange<Double>, angles: ClosedRange<Double>, polarity: Polarity,
    offsets: ClosedRange<Double>
  ) {
    let step = 0.5 / circle.radius
    let count = Int((angles.upperBound - angles.lowerBound) / step) + 1
    let rows = max(4, min(12, Int((band.upperBound - band.lowerBound) / 2) + 1))
    var strip = [Float](repeating: .nan, count: rows * count)
    for k in 0..<count {
      let angle = angles.lowerBound + Double(k) * step
      let s = sin(angle)
      let c = cos(angle)
      for row in 0..<rows {
        let rho = band.lowerBound + (band.upperBound - band.lowerBound) * (Double(row) + 0.5) / Double(rows)
        let x = circle.x + rho * s
        let y = circle.y - rho * c
        guard reader.covers(x, y) else { continue }
        let v = reader.bilinear(x, y)
        strip[row * count + k] =
          polarity == .bright ? min(min(v.x, v.y), v.z) : 255 - max(max(v.x, v.y), v.z)
      }
    }
    let near = max(1, Int((offsets.lowerBound / 0.5).rounded()))
    let far = max(near + 1, Int((offsets.upperBound / 0.5).rounded()))
    var result = [Double?](repeating: nil, count: count)
    var responses: [Float] = []
    for k in far..<max(far, count - far) {
      responses.removeAll(keepingCapacity: true)
      for row in 0..<rows {
        let i = row * count + k
        let middle = (strip[i - 1] + strip[i] * 2 + strip[i + 1]) / 4
        var left: Float = 0
        var right: Float = 0
        for j in near...far {
          left += strip[i - j]
          right += strip[i + j]
        }
        let ground = max(left, right) / Float(far - near + 1)
        let response = middle - ground
        if response.isFinite { responses.append(response) }
      }
      guard responses.count * 2 > rows else { continue }
      responses.sort()
      result[k] = Double(responses[Int(Double(responses.count - 1) * 0.4)])
    }
    start = angles.lowerBound
    self.step = step
    values = result
  }

  func angle(_ index: Int) -> Double { start + Double(index) * step }

  /// Local maxima above a level, at least `distance` samples apart, the strongest first in case of conflict.
  /// - Parameter turn: Radians after which the profile repeats.
  func peaks(above level: Double, distance: Int, turn: Double) -> [Int] {
    var candidates: [(index: Int, value: Double)] = []
    for i in 1..<max(1, values.count - 1) {
      guard let v = values[i], v > level else { continue }
      if (values[i - 1] ?? -.infinity) <= v && (values[i + 1] ?? -.infinity) < v { candidates.append((i, v)) }
    }
    candidates.sort { $0.value != $1.value ? $0.value > $1.value : $0.index < $1.index }
    var kept: [Int] = []
    let period = Int((turn / step).rounded())
    for (i, _) in candidates {
      let isTaken = kept.contains {
        let gap = ($0 - i).magnitude
        return min(gap, (UInt(period) > gap ? UInt(period) - gap : gap - UInt(period))) < distance
      }
      if !isTaken { kept.append(i) }
    }
    return kept.sorted()
  }
}
