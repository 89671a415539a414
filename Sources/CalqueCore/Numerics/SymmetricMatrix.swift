/// A small dense symmetric matrix, as of normal equations and covariances.
public struct SymmetricMatrix: Equatable, Sendable {
  /// Rows and columns.
  public let order: Int
  /// All elements, row by row.
  public var elements: [Double]

  /// A matrix of zeros.
  public init(order: Int) {
    self.order = order
    elements = [Double](repeating: 0, count: order * order)
  }

  /// Reads and writes one element; writing does not touch its mirror image.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    get { elements[row * order + column] }
    set { elements[row * order + column] = newValue }
  }

  /// Every element times a factor.
  public func scaled(by factor: Double) -> SymmetricMatrix {
    var result = self
    for i in result.elements.indices { result.elements[i] *= factor }
    return result
  }

  /// vᵀ·M·v: the variance of a linear function with gradient `v` when this is a covariance.
  public func quadraticForm(_ v: [Double]) -> Double {
    var sum = 0.0
    for i in 0..<order {
      var row = 0.0
      for j in 0..<order { row += elements[i * order + j] * v[j] }
      sum += v[i] * row
    }
    return sum
  }
}

/// The Cholesky factor L of a positive definite matrix, M = L·Lᵀ (Golub and Van Loan, Matrix Computations, 4.2).
public struct Cholesky: Sendable {
  private let order: Int
  private let lower: [Double]

  /// Factors a matrix of which the lower triangle is read; nil where it is not positive definite to working precision.
  public init?(_ matrix: SymmetricMatrix) {
    let n = matrix.order
    var l = matrix.elements
    for j in 0..<n {
      let original = l[j * n + j]
      var diagonal = original
      for k in 0..<j { diagonal -= l[j * n + k] * l[j * n + k] }
      guard diagonal > original.magnitude * 1e-14, diagonal.isFinite else { return nil }
      let root = diagonal.squareRoot()
      l[j * n + j] = root
      for i in (j + 1)..<max(n, j + 1) {
        var sum = l[i * n + j]
        for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] = sum / root
      }
    }
    order = n
    lower = l
  }

  /// The x of M·x = b.
  public func solve(_ b: [Double]) -> [Double] {
    let n = order
    var x = b
    for i in 0..<n {
      var sum = x[i]
      for k in 0..<i { sum -= lower[i * n + k] * x[k] }
      x[i] = sum / lower[i * n + i]
    }
    for i in stride(from: n - 1, through: 0, by: -1) {
      var sum = x[i]
      for k in (i + 1)..<max(n, i + 1) { sum -= lower[k * n + i] * x[k] }
      x[i] = sum / lower[i * n + i]
    }
    return x
  }

  /// The inverse of M.
  public var inverse: SymmetricMatrix {
    var result = SymmetricMatrix(order: order)
    var unit = [Double](repeating: 0, count: order)
    for j in 0..<order {
      unit[j] = 1
      let column = solve(unit)
      unit[j] = 0
      for i in 0..<order { result[i, j] = column[i] }
    }
    return result
  }

  /// ln det M.
  public var logDeterminant: Double {
    var sum = 0.0
    for i in 0..<order { sum += log(lower[i * order + i]) }
    return 2 * sum
  }
}
