import CalqueCore

/// Equal steps on which most ticks stand.
struct TickComb {
  /// px.
  var step: Double
  /// Position of one tooth, px.
  var phase: Double
  /// |Σ e^(2πi s/step)| / N, 0…1.
  var coherence: Double

  /// The best steps by periodogram, most coherent first.
  ///
  /// Steps from half the median gap to 1.6 times it are tried, as finely as the length of the scale can tell them
  /// apart; a step and its half are told apart later, by the places that stay empty.
  static func candidates(_ positions: [Double], limit: Int = 3) -> [TickComb] {
    guard positions.count >= 3 else { return [] }
    let gaps = (1..<positions.count).map { positions[$0] - positions[$0 - 1] }.filter { $0 > 0 }
    let typical = quantile(gaps, 0.5)
    let extent = positions[positions.count - 1] - positions[0]
    guard typical > 0, extent > 0 else { return [] }
    let lowest = 1 / (1.6 * typical)
    let highest = 1 / (0.45 * typical)
    let resolution = 0.2 / extent
    let count = min(Int((highest - lowest) / resolution) + 2, 1500)
    let origin = (positions[0] + positions[positions.count - 1]) / 2
    // Each tick's phasor turns by the same angle from one frequency to the next.
    var sums = [(Double, Double)](repeating: (0, 0), count: count)
    for s in positions {
      let start = 2 * Double.pi * lowest * (s - origin)
      let turn = 2 * Double.pi * resolution * (s - origin)
      var (c, d) = (cos(start), sin(start))
      let (tc, td) = (cos(turn), sin(turn))
      for k in 0..<count {
        sums[k].0 += c
        sums[k].1 += d
        (c, d) = (c * tc - d * td, c * td + d * tc)
      }
    }
    let power = sums.map { hypot($0.0, $0.1) / Double(positions.count) }
    var peaks: [TickComb] = []
    for k in 1..<max(count - 1, 1) where power[k] >= power[k - 1] && power[k] > power[k + 1] && power[k] > 0.35 {
      let denominator = power[k - 1] - 2 * power[k] + power[k + 1]
      let shift = denominator < 0 ? 0.5 * (power[k - 1] - power[k + 1]) / denominator : 0
      let frequency = lowest + (Double(k) + shift) * resolution
      peaks.append(at(frequency, positions, origin))
    }
    peaks.sort { $0.coherence > $1.coherence }
    return Array(peaks.prefix(limit))
  }

  private static func at(_ frequency: Double, _ positions: [Double], _ origin: Double) -> TickComb {
    var (c, d) = (0.0, 0.0)
    for s in positions {
      let angle = 2 * Double.pi * frequency * (s - origin)
      c += cos(angle)
      d += sin(angle)
    }
    return TickComb(
      step: 1 / frequency, phase: origin + atan2(d, c) / (2 * Double.pi * frequency),
      coherence: hypot(c, d) / Double(positions.count))
  }
}
