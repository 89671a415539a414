import CalqueCore

/// How strong a tick is in each row of its window, and where it ends.
///
/// A row's strength is the share of the bar's width that is covered, so a round end shows its chord.
struct TickRows: Sendable {
  /// 1 where the bar is full; nil where the picture cannot be read.
  private(set) var values: [Double?]
  private let firstRho: Double

  init?(_ view: TickContrast, bar: BarProfile, side: Double) {
    let window = view.window
    let reach = bar.width / 2 + 1 + side
    let low = window.column(bar.center - reach)
    let high = window.column(bar.center + reach)
    guard high - low >= 5 else { return nil }
    let positions = (low...high).map { window.t($0) - bar.center }
    guard
      let kernel = bar.width > Self.widest
        ? Self.fluxKernel(positions, width: bar.width) : Self.amplitudeKernel(positions, width: bar.width)
    else { return nil }
    firstRho = window.firstRho
    values = (0..<window.rows).map { r in
      guard window.isValid[r] else { return nil }
      var sum = 0.0
      for i in kernel.indices { sum += kernel[i] * Double(view.values[r * window.columns + low + i]) }
      return sum / bar.height
    }
  }

  /// Up to this width, px, rows are read by the amplitude of the bar's profile, which neighbours disturb least; wider
  /// ones by their flux, for the amplitude of a chord that is narrower than the bar is not its share of the width.
  private static let widest = 2.5

  /// Inside it sums, outside it takes the ground away: any narrower bar counts by its width.
  private static func fluxKernel(_ positions: [Double], width: Double) -> [Double]? {
    let isInside = positions.map { $0.magnitude <= width / 2 + 1 }
    let inside = Double(isInside.count { $0 })
    let outside = Double(isInside.count) - inside
    guard outside >= 4 else { return nil }
    let full = positions.reduce(0.0) { $0 + BarProfile.shape($1, width: width) }
    return isInside.map { $0 ? 1 / full : -inside / outside / full }
  }

  /// The least-squares amplitude of the profile over a sloping ground.
  private static func amplitudeKernel(_ positions: [Double], width: Double) -> [Double]? {
    var normal = SymmetricMatrix(order: 3)
    let basis = positions.map { [BarProfile.shape($0, width: width), 1, $0] }
    for g in basis { for a in 0..<3 { for b in 0...a { normal[a, b] += g[a] * g[b] } } }
    // The first row of (GᵀG)⁻¹Gᵀ.
    guard let row = Cholesky(normal)?.solve([1, 0, 0]) else { return nil }
    return basis.map { $0[0] * row[0] + $0[1] * row[1] + $0[2] * row[2] }
  }

  /// Rows around `middle` in which the bar is more than half there.
  func extent(around middle: Int) -> ClosedRange<Int> {
    var first = middle
    var last = middle
    while first > 0, let v = values[first - 1], v > 0.5 { first -= 1 }
    while last < values.count - 1, let v = values[last + 1], v > 0.5 { last += 1 }
    return first...last
  }

  /// Whether the picture ends where the bar does not.
  func isCut(_ extent: ClosedRange<Int>) -> Bool {
    (extent.lowerBound > 0 && values[extent.lowerBound - 1] == nil)
      || (extent.upperBound < values.count - 1 && values[extent.upperBound + 1] == nil)
      || (extent.lowerBound == 0) || (extent.upperBound == values.count - 1)
  }

  /// Root mean square step between neighbouring rows over √2: the noise of one.
  func noise(_ rows: ClosedRange<Int>) -> Double {
    var squares = 0.0
    var count = 0.0
    for row in rows where row > rows.lowerBound {
      guard let a = values[row - 1], let b = values[row] else { continue }
      squares += (a - b) * (a - b) / 2
      count += 1
    }
    return count > 0 ? (squares / count).squareRoot() : 0.2
  }

  struct End {
    /// px from the centre with a flat and with a round end (there: where the half disc begins).
    var flat: Double
    var round: Double
    /// Σ of squared residuals of each.
    var flatCost: Double
    var roundCost: Double
  }

  /// Fits the end beyond the last of the rows, outwards (`sense` 1) or inwards (−1).
  func end(_ extent: ClosedRange<Int>, sense: Int, width: Double) -> End {
    let edge = sense > 0 ? extent.upperBound : extent.lowerBound
    let other = sense > 0 ? extent.lowerBound : extent.upperBound
    let inset = max(2, min(Int((2.5 + width / 2).rounded(.up)), (edge - other) * sense))
    var positions: [Double] = []
    var samples: [Double] = []
    for k in -inset...3 {
      let row = edge + sense * k
      guard row >= 0, row < values.count, let v = values[row] else { continue }
      positions.append(Double(k))
      samples.append(max(-0.6, min(1.6, v)))
    }
    let flat = fit(positions, samples, start: 0.5) { x in 0.5 * erfc(-x / (BarProfile.blur * 2.0.squareRoot())) }
    let round = fit(positions, samples, start: 0.5 - width * 0.4) { x in Self.roundEnd(x, width: width) }
    let base = firstRho + Double(edge)
    return End(
      flat: base + Double(sense) * flat.position, round: base + Double(sense) * round.position, flatCost: flat.cost,
      roundCost: round.cost)
  }

  /// Least squares for where an end is; `profile(x)` is the strength x px inside it.
  private func fit(
    _ positions: [Double], _ samples: [Double], start: Double, profile: (Double) -> Double
  ) -> (position: Double, cost: Double) {
    var e = start
    func cost(_ e: Double) -> Double {
      var sum = 0.0
      for i in positions.indices {
        let r = samples[i] - profile(e - positions[i])
        sum += r * r
      }
      return sum
    }
    var current = cost(e)
    for _ in 0..<12 {
      var gg = 1e-9
      var gr = 0.0
      for i in positions.indices {
        let x = e - positions[i]
        let g = (profile(x + 0.05) - profile(x - 0.05)) / 0.1
        gg += g * g
        gr += g * (samples[i] - profile(x))
      }
      var step = max(-1.5, min(1.5, gr / gg))
      var next = cost(e + step)
      var halvings = 0
      while next > current, halvings < 5 {
        step /= 2
        next = cost(e + step)
        halvings += 1
      }
      if next > current { break }
      e += step
      current = next
      if step.magnitude < 1e-4 { break }
    }
    return (e, current)
  }

  /// Strength x px inside the place where a round end's half disc begins, blurred: its chord over the width.
  private static func roundEnd(_ x: Double, width: Double) -> Double {
    // Gauss–Hermite with five points for the blur.
    var sum = 0.0
    for (node, weight) in [
      (0.0, 0.533333333333333), (1.355626179974266, 0.222075922005613), (-1.355626179974266, 0.222075922005613),
      (2.856970013872806, 0.011257411327721), (-2.856970013872806, 0.011257411327721),
    ] {
      let y = x + node * BarProfile.blur
      if y >= 0 {
        sum += weight
      } else {
        let d = -2 * y / width
        if d < 1 { sum += weight * (1 - d * d).squareRoot() }
      }
    }
    return sum
  }
}
