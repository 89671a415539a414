import CalqueCore
import CalqueTestSupport
import Testing

/// Literals from numpy and scipy.
@Suite struct NumericsTests {
  @Test func choleskySolvesAndInverts() throws {
    var matrix = SymmetricMatrix(order: 3)
    matrix.elements = [4, 1.2, -0.5, 1.2, 3, 0.7, -0.5, 0.7, 2]
    let factor = try #require(Cholesky(matrix))
    let inverse = [
      0.31360273192942517, -0.15651678998292542, 0.1331815594763802, -0.15651678998292542, 0.44109277177006256,
      -0.19351166761525326, 0.1331815594763802, -0.19351166761525326, 0.6010244735344337,
    ]
    for (a, b) in zip(factor.inverse.elements, inverse) { expectClose(a, b, within: .absolute(1e-14)) }
    let x = factor.solve([1, 2, 3])
    for (a, b) in zip(x, [0.40011383039271486, 0.14513375071143994, 1.5492316448491747]) {
      expectClose(a, b, within: .absolute(1e-14))
    }
    expectClose(factor.logDeterminant, 2.866192902199006, within: .absolute(1e-13))
    expectClose(matrix.quadraticForm([1, -1, 2]), 4 + 3 + 8 - 2.4 - 2 - 2.8, within: .absolute(1e-13))
  }

  @Test func singularMatrixHasNoFactor() {
    var matrix = SymmetricMatrix(order: 2)
    matrix.elements = [1, 2, 2, 4]
    #expect(Cholesky(matrix) == nil)
  }

  @Test func brentFindsTheMinimum() {
    let result = minimize(from: -2, to: 3, tolerance: 1e-9) { x in
      (exp(x - 0.7) + exp(0.7 - x)) / 2 + 0.1 * sin(3 * x)
    }
    expectClose(result.argument, 0.9916969267706196, within: .absolute(1e-6))
    expectClose(result.value, 1.0594194263970886, within: .absolute(1e-12))
  }

  @Test(arguments: [(0.1, 1.0), (0.5, 3.5), (0.9, 6.9), (0, 1), (1, 9)])
  func quantilesInterpolate(share: Double, expected: Double) {
    expectClose(quantile([3, 1, 4, 1, 5, 9, 2, 6], share), expected, within: .absolute(1e-12))
  }

  @Test(arguments: [(1, 1.8373), (2, 1.3213), (5, 1.1105), (12, 1.0434), (20, 1.0256), (30, 1.0169)])
  func studentInflationIsTheQuantile(freedom: Int, expected: Double) {
    expectClose(studentInflation(degreesOfFreedom: freedom), expected, within: .absolute(0.003))
  }

  @Test func theilSenIgnoresAnOutlier() throws {
    var points = (0..<9).map { (x: Double($0), y: 2 * Double($0) - 1) }
    points[4].y = 50
    let line = try #require(theilSen(points))
    expectClose(line.slope, 2, within: .absolute(1e-12))
    expectClose(line.offset, -1, within: .absolute(1e-12))
  }

  @Test func medianDeviationOfNormalSamples() {
    var random = RandomSource(seed: 3)
    let samples = (0..<4001).map { _ in 5 + 2 * random.gaussian() }
    expectClose(medianDeviation(samples), 2, within: .absolute(0.1))
  }
}
