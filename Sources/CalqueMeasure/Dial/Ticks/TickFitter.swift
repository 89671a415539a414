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
  /// - Returns: nil where there is nothing like a tick.
  func fit(
    _ reader: BitmapReader, angle: Double, band: ClosedRange<Double>, reach: ClosedRange<Double>, width: Double,
    fixedWidth: Bool
  ) -> TickMeasurement? {
    let half = max(width, 1) / 2
    let across = half + 1 + side + 1
    let window = TickWindow(reader, circle: circle, angle: angle, across: (-across)...across, along: reach)
    var lowRow = window.row(band.lowerBound)
    var highRow = window.row(band.upperBound)
    guard highRow - lowRow >= 2 else { return nil }
    guard var view = contrast(of: window, rows: lowRow...highRow, center: 0, half: half) else { return nil }
    guard let rough = profile(view, rows: lowRow...highRow, center: 0, width: width, fixedWidth: fixedWidth),
      rough.height > 0
    else { return nil }

    // The rows that the tick covers, from the band outwards.
    let middle = (lowRow + highRow) / 2
    var flux = view.along(center: rough.center, reach: rough.width / 2 + 1, side: side)
    var level = plateau(flux, rows: lowRow...highRow)
    guard level > 0 else { return nil }
    var first = middle
    var last = middle
    while first > 0, let f = flux[first - 1], f > 0.5 * level { first -= 1 }
    while last < window.rows - 1, let f = flux[last + 1], f > 0.5 * level { last += 1 }
    let isCut = (first > 0 && flux[first - 1] == nil) || (last < window.rows - 1 && flux[last + 1] == nil)
    let margin = Int((1.5 + rough.width / 4).rounded())
    lowRow = min(first + margin, middle)
    highRow = max(last - margin, middle)
    guard highRow - lowRow >= 2,
      let better = contrast(of: window, rows: lowRow...highRow, center: rough.center, half: rough.width / 2)
    else { return nil }
    view = better
    guard
      let bar = profile(
        view, rows: lowRow...highRow, center: rough.center, width: rough.width, fixedWidth: fixedWidth),
      bar.height > 0
    else { return nil }

    let blocks = blockCenters(view, rows: lowRow...highRow, bar: bar)
    flux = view.along(center: bar.center, reach: bar.width / 2 + 1.2, side: side)
    level = plateau(flux, rows: lowRow...highRow)
    guard level > 0 else { return nil }
    let noise = scatter(flux, rows: lowRow...highRow, level: level)
    let outer = end(flux, from: (lowRow + highRow) / 2, step: 1, level: level, width: bar.width)
    let inner = end(flux, from: (lowRow + highRow) / 2, step: -1, level: level, width: bar.width)

    let meanRho = window.rho(lowRow) / 2 + window.rho(highRow) / 2
    let origin = circle.point(angle, meanRho)
    let x = origin.x + bar.center * cos(angle)
    let y = origin.y + bar.center * sin(angle)
    let direction = angle + atan(blocks.slope)
    let stretch = (1 + blocks.slope * blocks.slope).squareRoot()
    // The ends' area sums about six rows, and the level is the mean of the rows between.
    let rows = Double(highRow - lowRow + 1)
    let sigmaEnd = max(0.03, noise * (6 + 9 / rows).squareRoot())
    return TickMeasurement(
      x: x, y: y, direction: direction, sigmaDirection: blocks.sigmaSlope,
      sigmaAcross: max(blocks.sigma, bar.sigmaCenter),
      outer: (window.firstRho + outer.area - meanRho) * stretch,
      inner: (window.firstRho + inner.area - meanRho) * stretch, sigmaOuter: sigmaEnd, sigmaInner: sigmaEnd,
      roundness: ((outer.half - outer.area) + (inner.area - inner.half)) / 2, width: bar.width,
      sigmaWidth: bar.sigmaWidth, contrast: bar.height, sigmaContrast: max(bar.sigmaHeight, blocks.sigmaHeight),
      wayLength: view.wayLength, residual: bar.residual, blockScatter: blocks.scatter, blocks: blocks.count,
      isCut: isCut)
  }

  /// The window as contrast to the ground beside the tick.
  private func contrast(of window: TickWindow, rows: ClosedRange<Int>, center: Double, half: Double) -> TickContrast? {
    let left = window.column(center - half - 1 - side)...window.column(center - half - 1)
    let right = window.column(center + half + 1)...window.column(center + half + 1 + side)
    guard let a = window.mean(rows: rows, columns: left), let b = window.mean(rows: rows, columns: right) else {
      return nil
    }
    return window.contrast(ground: (a + b) / 2, ink: ink)
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

  /// The median flux of rows, px of full contrast.
  private func plateau(_ flux: [Double?], rows: ClosedRange<Int>) -> Double {
    var values: [Double] = []
    for row in rows { if let f = flux[row] { values.append(f) } }
    return values.isEmpty ? 0 : median(values)
  }

  /// How much a row's flux varies, as a share of the level.
  private func scatter(_ flux: [Double?], rows: ClosedRange<Int>, level: Double) -> Double {
    var squares = 0.0
    var count = 0.0
    var previous: Double?
    for row in rows {
      guard let f = flux[row] else { continue }
      if let p = previous {
        squares += (f - p) * (f - p) / 2
        count += 1
      }
      previous = f
    }
    guard count > 0 else { return 0.2 }
    return (squares / count).squareRoot() / level
  }

  /// Where the flux ends, in rows from the first row's centre: by the area beyond a row well inside, and by the half
  /// level.
  private func end(
    _ flux: [Double?], from start: Int, step: Int, level: Double, width: Double
  ) -> (area: Double, half: Double) {
    var row = start
    while row + step >= 0, row + step < flux.count, let f = flux[row + step], f > 0.5 * level { row += step }
    // `row` is the last above the half level.
    var half = Double(row)
    if row + step >= 0, row + step < flux.count, let below = flux[row + step], let above = flux[row] {
      half += Double(step) * (above - 0.5 * level) / max(above - below, 1e-6)
    }
    let inset = Int((1.5 + width / 2).rounded(.up))
    var anchor = row - step * inset
    if (anchor - start) * step < 0 { anchor = start }
    // The anchor row counts from its centre on: half of it is beyond.
    var area = 0.5
    var i = anchor + step
    let stop = row + step * 4
    while (stop - i) * step >= 0, i >= 0, i < flux.count, let f = flux[i] {
      area += f / level
      i += step
    }
    return (Double(anchor) + Double(step) * area, half)
  }

  private struct Blocks {
    var slope = 0.0
    var sigmaSlope = 1.0
    var sigma = 1.0
    var sigmaHeight = 1.0
    var scatter = 0.0
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
