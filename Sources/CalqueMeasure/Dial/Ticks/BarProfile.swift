import CalqueCore

/// The brightness across a bar, as a picture shows it: a box, blurred by the pixels' own area and the reading between
/// them.
struct BarProfile: Sendable {
  /// Standard deviation of the blur, px. A pixel's box has a variance of 1/12, bilinear reading adds up to 1/6.
  static let blur = 0.5

  /// Contrast of the full bar.
  var height: Double
  /// Where its middle is, px.
  var center: Double
  /// Width of the box, px.
  var width: Double
  /// Ground at 0 and its slope.
  var ground: Double
  var slope: Double
  /// Standard deviations from the residuals.
  var sigmaHeight = 0.0
  var sigmaCenter = 0.0
  var sigmaWidth = 0.0
  /// Root mean square residual.
  var residual = 0.0

  /// The box at t px from its middle, 0…1.
  @inline(__always)
  static func shape(_ t: Double, width: Double) -> Double {
    let k = 1 / (blur * 2.0.squareRoot())
    return 0.5 * (erf((t + width / 2) * k) - erf((t - width / 2) * k))
  }

  /// Derivatives by the middle's position and by the width.
  @inline(__always)
  static func derivatives(_ t: Double, width: Double) -> (center: Double, width: Double) {
    let left = (t + width / 2) / blur
    let right = (t - width / 2) / blur
    let norm = 1 / (blur * (2 * Double.pi).squareRoot())
    let a = exp(-0.5 * left * left) * norm
    let b = exp(-0.5 * right * right) * norm
    return (b - a, 0.5 * (a + b))
  }

  /// Fits a bar on a sloping ground to samples at equal distances.
  ///
  /// - Parameters:
  ///   - values: Contrast across.
  ///   - start: Position of the first sample, px; `step` from one to the next.
  ///   - center: Where the bar is expected, within about its width.
  ///   - fixedWidth: Its width, where it is known; else it is fitted between `widths`.
  /// - Returns: nil where the samples leave the bar undetermined.
  static func fit(
    _ values: [Double], start: Double, step: Double, center: Double, width: Double, widths: ClosedRange<Double>,
    fixedWidth: Bool
  ) -> BarProfile? {
    let n = values.count
    guard n >= 7 else { return nil }
    var bar = BarProfile(height: 0, center: center, width: width, ground: 0, slope: 0)
    let order = fixedWidth ? 4 : 5
    var last: Cholesky?
    var g = [Double](repeating: 0, count: order)
    for iteration in 0..<12 {
      var normal = SymmetricMatrix(order: order)
      var right = [Double](repeating: 0, count: order)
      // The linear part (height, ground, slope) is solved with the rest linearised; the first round leaves the shape.
      let moves = iteration > 0
      for i in 0..<n {
        let t = start + Double(i) * step
        let u = t - bar.center
        let shape = Self.shape(u, width: bar.width)
        let d = Self.derivatives(u, width: bar.width)
        g[0] = shape
        g[1] = 1
        g[2] = t
        g[3] = moves ? bar.height * d.center : 0
        if order == 5 { g[4] = moves ? bar.height * d.width : 0 }
        let r = values[i] - (bar.height * shape + bar.ground + bar.slope * t)
        for a in 0..<order {
          right[a] += g[a] * r
          for b in 0...a { normal[a, b] += g[a] * g[b] }
        }
      }
      if !moves {
        normal[3, 3] = 1
        if order == 5 { normal[4, 4] = 1 }
      } else if order == 5 {
        // A narrow bar's width and height trade off; a weak pull keeps the width where it was.
        normal[4, 4] += 0.02 * bar.height * bar.height
      }
      guard let factor = Cholesky(normal) else { return nil }
      let p = factor.solve(right)
      bar.height += p[0]
      bar.ground += p[1]
      bar.slope += p[2]
      if moves {
        bar.center += max(-0.7, min(0.7, p[3]))
        if order == 5 { bar.width = max(widths.lowerBound, min(widths.upperBound, bar.width + max(-1, min(1, p[4])))) }
      }
      if !(bar.center - center).magnitude.isFinite || (bar.center - center).magnitude > 4 + width { return nil }
      last = factor
      if moves, p[3].magnitude < 1e-4, order == 4 || p[4].magnitude < 1e-3 { break }
    }
    var squares = 0.0
    for i in 0..<n {
      let t = start + Double(i) * step
      let r =
        values[i] - (bar.height * Self.shape(t - bar.center, width: bar.width) + bar.ground + bar.slope * t)
      squares += r * r
    }
    // Neighbouring samples at half a pixel share what they read: about every second one is independent.
    let independent = max(1, Double(n) * min(1, step) - Double(order))
    let variance = squares * min(1, step) / independent
    bar.residual = (squares / Double(n)).squareRoot()
    if let covariance = last?.inverse {
      let scale = variance / min(1, step)
      bar.sigmaHeight = (covariance[0, 0] * scale).squareRoot()
      bar.sigmaCenter = (covariance[3, 3] * scale).squareRoot()
      bar.sigmaWidth = order == 5 ? (covariance[4, 4] * scale).squareRoot() : 0
    }
    return bar
  }
}
