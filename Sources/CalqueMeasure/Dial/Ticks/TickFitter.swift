import CalqueCore

/// Fits single ticks to the picture.
struct TickFitter: Sendable {
  var circle: Circle
  /// Colour of the ink, 0…255.
  var ink: SIMD4<Float>
  /// Plausible widths, px.
  var widths: ClosedRange<Double>
  /// px to each side of a tick's edge where the ground is read.
  var side: Double

  /// Fits the tick near an angle.
  ///
  /// - Parameters:
  ///   - angle: Radians; the tick's middle within about its width.
  ///   - band: Distances from the centre between which the tick surely is, px.
  ///   - reach: Distances to look at for its ends, px.
  ///   - width: Its width, px; fitted unless `fixedWidth`.
  ///   - limit: Distances from the centre beyond which something else must be where the tick seems to go on.
  ///   - neighbours: Ticks that may reach into the window; what they are known to add is taken away.
  /// - Returns: nil where there is nothing like a tick.
  func fit(
    _ reader: BitmapReader, angle: Double, band: ClosedRange<Double>, reach: ClosedRange<Double>, width: Double,
    fixedWidth: Bool, neighbours: [TickMeasurement] = [], limit: ClosedRange<Double>? = nil
  ) -> TickMeasurement? {
    let half = max(width, 1) / 2
    let across = half + 1 + side + 1
    let window = TickWindow(reader, circle: circle, angle: angle, across: (-across)...across, along: reach)
    let bars = neighbours.map { NeighbourBar($0, in: window, circle: circle) }
    var lowRow = window.row(band.lowerBound)
    var highRow = window.row(band.upperBound)
    guard highRow - lowRow >= 2 else { return nil }
    guard var view = contrast(of: window, rows: lowRow...highRow, center: 0, half: half, without: bars) else { return nil }
    guard let rough = profile(view, rows: lowRow...highRow, center: 0, width: width, fixedWidth: fixedWidth),
      rough.height > 0
    else { return nil }

    // The rows that the tick covers, from the band outwards.
    let middle = (lowRow + highRow) / 2
    guard let first = TickRows(view, bar: rough, side: side) else { return nil }
    var isLimited = false
    func limited(_ extent: ClosedRange<Int>) -> ClosedRange<Int> {
      guard let limit else { return extent }
      let low = max(extent.lowerBound, window.row(limit.lowerBound))
      let high = min(extent.upperBound, window.row(limit.upperBound))
      isLimited = isLimited || low > extent.lowerBound || high < extent.upperBound
      return low <= high ? low...high : extent
    }
    var extent = limited(first.extent(around: middle))
    let margin = Int((1.5 + rough.width / 4).rounded())
    lowRow = min(extent.lowerBound + margin, middle)
    highRow = max(extent.upperBound - margin, middle)
    guard highRow - lowRow >= 2,
      let better = contrast(
        of: window, rows: lowRow...highRow, center: rough.center, half: rough.width / 2, without: bars)
    else { return nil }
    view = better
    guard
      let bar = profile(
        view, rows: lowRow...highRow, center: rough.center, width: rough.width, fixedWidth: fixedWidth),
      bar.height > 0, let rows = TickRows(view, bar: bar, side: side)
    else { return nil }

    extent = limited(rows.extent(around: (lowRow + highRow) / 2))
    let outer = rows.end(extent, sense: 1, width: bar.width)
    let inner = rows.end(extent, sense: -1, width: bar.width)
    guard outer.flat - inner.flat >= 3 else { return nil }
    let noise = rows.noise(lowRow...highRow)
    let blocks = blockCenters(view, rows: lowRow...highRow, bar: bar)
    let meanRho = window.rho(lowRow) / 2 + window.rho(highRow) / 2
    let origin = circle.point(angle, meanRho)
    let gain = (outer.flatCost - outer.roundCost) + (inner.flatCost - inner.roundCost)
    // What a row's noise moves an end by: it is read where the profile is steep, over 2√π of its blur.
    // Anti-aliasing by a few samples a pixel moves it by some hundredths of a pixel, and what the profile leaves over
    // across is there along the tick, too.
    let byNoise = noise * (2 * Double.pi.squareRoot() * BarProfile.blur).squareRoot()
    let byGround = 2 * bar.residual / max(bar.height, 0.02)
    let sigmaEnd = (0.04 * 0.04 + byNoise * byNoise + byGround * byGround).squareRoot()
    return TickMeasurement(
      x: origin.x + bar.center * cos(angle), y: origin.y + bar.center * sin(angle),
      direction: angle + atan(blocks.slope), sigmaDirection: blocks.sigmaSlope,
      sigmaAcross: max(blocks.sigma, bar.sigmaCenter),
      flat: (outer.flat - meanRho, inner.flat - meanRho), round: (outer.round - meanRho, inner.round - meanRho),
      sigmaEnd: sigmaEnd,
      roundEvidence: gain / (noise * noise + 4e-4),
      width: bar.width, sigmaWidth: bar.sigmaWidth, contrast: bar.height,
      sigmaContrast: max(bar.sigmaHeight, blocks.sigmaHeight), wayLength: view.wayLength, residual: bar.residual,
      blockScatter: blocks.scatter, blocks: blocks.count, blockSpread: blocks.spread, profileSigma: bar.sigmaCenter,
      isCut: isLimited || rows.isCut(extent))
  }

  /// The window as contrast to the ground beside the tick, less what its neighbours add.
  private func contrast(
    of window: TickWindow, rows: ClosedRange<Int>, center: Double, half: Double, without bars: [NeighbourBar]
  ) -> TickContrast? {
    let middle = window.rho((rows.lowerBound + rows.upperBound) / 2)
    func isFree(_ column: Int) -> Bool {
      for bar in bars where (window.t(column) - bar.t(middle)).magnitude < bar.width / 2 + 1 { return false }
      return true
    }
    func ground(_ from: Double, _ to: Double) -> SIMD4<Float>? {
      window.mean(rows: rows, columns: (window.column(from)...window.column(to)).filter(isFree))
    }
    let left = ground(center - half - 1 - side, center - half - 1)
    let right = ground(center + half + 1, center + half + 1 + side)
    let mean: SIMD4<Float>
    switch (left, right) {
    case (let a?, let b?): mean = (a + b) / 2
    case (let a?, nil): mean = a
    case (nil, let b?): mean = b
    case (nil, nil): return nil
    }
    var view = window.contrast(ground: mean, ink: ink)
    for bar in bars { view?.subtract(bar) }
    return view
  }

  private func profile(
    _ view: TickContrast, rows: ClosedRange<Int>, center: Double, width: Double, fixedWidth: Bool
  ) -> BarProfile? {
    guard let values = view.across(rows: rows) else { return nil }
    let half = width / 2 + 1 + side
    let low = view.window.column(center - half)
    let high = view.window.column(center + half)
    guard high - low >= 7 else { return nil }
    return BarProfile.fit(
      Array(values[low...high]), start: view.window.t(low), step: view.window.stepT, center: center, width: width,
      widths: widths, fixedWidth: fixedWidth)
  }

  private struct Blocks {
    var slope = 0.0
    var sigmaSlope = 1.0
    var sigma = 1.0
    var sigmaHeight = 1.0
    var scatter = 0.0
    var spread = 0.0
    var count = 0
  }

  /// The centre line through blocks of rows: its slope, and how much the blocks scatter about it.
  private func blockCenters(_ view: TickContrast, rows: ClosedRange<Int>, bar: BarProfile) -> Blocks {
    let window = view.window
    let count = max(3, min(7, rows.count / 4))
    var centers: [(rho: Double, t: Double, height: Double)] = []
    for block in 0..<count {
      let first = rows.lowerBound + rows.count * block / count
      let last = rows.lowerBound + rows.count * (block + 1) / count - 1
      guard last >= first, let values = view.across(rows: first...last) else { continue }
      let half = bar.width / 2 + 1 + side
      let low = window.column(bar.center - half)
      let high = window.column(bar.center + half)
      // One Gauss–Newton step from the whole tick's bar.
      var normal = SymmetricMatrix(order: 4)
      var right = [Double](repeating: 0, count: 4)
      for column in low...high {
        let t = window.t(column)
        let u = t - bar.center
        let shape = BarProfile.shape(u, width: bar.width)
        let g = [shape, 1, t, bar.height * BarProfile.derivatives(u, width: bar.width).center]
        let r = values[column] - (bar.height * shape + bar.ground + bar.slope * t)
        for a in 0..<4 {
          right[a] += g[a] * r
          for b in 0...a { normal[a, b] += g[a] * g[b] }
        }
      }
      guard let step = Cholesky(normal)?.solve(right) else { continue }
      let rho = (window.rho(first) + window.rho(last)) / 2
      centers.append((rho, bar.center + max(-1.5, min(1.5, step[3])), bar.height + step[0]))
    }
    var result = Blocks()
    result.count = centers.count
    guard centers.count >= 3 else { return result }
    let n = Double(centers.count)
    let meanRho = centers.reduce(0) { $0 + $1.rho } / n
    let meanT = centers.reduce(0) { $0 + $1.t } / n
    let meanHeight = centers.reduce(0) { $0 + $1.height } / n
    var sxx = 0.0
    var sxy = 0.0
    var heights = 0.0
    for c in centers {
      sxx += (c.rho - meanRho) * (c.rho - meanRho)
      sxy += (c.rho - meanRho) * (c.t - meanT)
      heights += (c.height - meanHeight) * (c.height - meanHeight)
    }
    guard sxx > 0 else { return result }
    result.slope = sxy / sxx
    result.spread = sxx
    var squares = 0.0
    for c in centers {
      let r = c.t - meanT - result.slope * (c.rho - meanRho)
      squares += r * r
    }
    result.scatter = (squares / max(1, n - 2)).squareRoot()
    result.sigma = result.scatter / n.squareRoot()
    result.sigmaSlope = max(result.scatter, 0.01) / sxx.squareRoot()
    result.sigmaHeight = (heights / max(1, n - 1) / n).squareRoot()
    return result
  }
}
