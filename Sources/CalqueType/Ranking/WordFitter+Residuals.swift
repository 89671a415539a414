import CalqueCore

extension WordFitter {
  /// The squared residuals of a fit, summed over square patches: neighbouring pixels err together.
  func patches(_ fit: WordFit) -> [Double] {
    let side = Self.patchSide
    let across = (word.width + side - 1) / side
    let down = (word.height + side - 1) / side
    var sums = [Double](repeating: 0, count: across * down)
    let drawn = drawn(at: fit.origin)
    let offsetX = word.x - drawn.x
    let offsetY = word.y - drawn.y
    for y in 0..<word.height {
      let row = y + offsetY
      for x in 0..<word.width {
        let column = x + offsetX
        var e = Double(word.values[y * word.width + x])
        if row >= 0, row < drawn.height, column >= 0, column < drawn.width {
          e -= fit.gain * Double(drawn.values[row * drawn.width + column])
        }
        sums[y / side * across + x / side] += e * e
      }
    }
    return sums
  }

  /// px; as wide as a stem of ordinary type.
  private static let patchSide = 4

  /// The contrast k with which c = a(r + k·r(1−r)) leaves the smallest squares; of a fitter without contrast.
  func contrastExplaining(_ fit: WordFit) -> Double {
    let drawn = drawn(at: fit.origin)
    let offsetX = drawn.x - word.x
    let offsetY = drawn.y - word.y
    var (pp, pq, qq, pc, qc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for row in 0..<drawn.height {
      let y = row + offsetY
      guard y >= 0, y < word.height else { continue }
      for column in 0..<drawn.width {
        let x = column + offsetX
        guard x >= 0, x < word.width else { continue }
        let p = Double(drawn.values[row * drawn.width + column])
        if p == 0 { continue }
        let q = p * (1 - p)
        let c = Double(word.values[y * word.width + x])
        pp += p * p
        pq += p * q
        qq += q * q
        pc += p * c
        qc += q * c
      }
    }
    let determinant = pp * qq - pq * pq
    guard determinant > 1e-9 * pp * qq else { return 0 }
    let a = (qq * pc - pq * qc) / determinant
    let b = (pp * qc - pq * pc) / determinant
    return a > 0 ? b / a : 0
  }
}
