import CalqueCore
import CalqueTestSupport
import Testing

/// Literals from scipy.optimize.least_squares (1.x, tolerances 1e-15).
@Suite struct LeastSquaresTests {
  static let y: [Double] = [9.1, 3.4, 1.2, 0.6, 0.1, 0.25, -0.1, 0.05]

  private func fit(_ y: [Double], _ loss: RobustLoss) -> LeastSquaresFit {
    leastSquares(start: [5, 2, 0], count: y.count, loss: loss) { p, r, jacobian, wantsJacobian in
      for i in y.indices {
        let decay = exp(-Double(i) / p[1])
        r[i] = p[0] * decay + p[2] - y[i]
        if wantsJacobian {
          jacobian[i * 3] = decay
          jacobian[i * 3 + 1] = p[0] * decay * Double(i) / (p[1] * p[1])
          jacobian[i * 3 + 2] = 1
        }
      }
    }
  }

  @Test func exponentialDecayAndItsCovariance() throws {
    let result = fit(Self.y, .squared)
    #expect(result.converged)
    let expected = [9.077278835803826, 1.0072357946000376, 0.02307166840490797]
    let sigmas = [0.13391797993606075, 0.037422580112155775, 0.0641546474153874]
    let covariance = try #require(result.covariance)
    for j in 0..<3 {
      expectClose(result.parameters[j], expected[j], within: .absolute(1e-6))
      expectClose(covariance[j, j].squareRoot(), sigmas[j], within: .absolute(1e-5))
      expectClose(result.sigma(j), sigmas[j] * 1.1105, within: .absolute(1e-4))
    }
    expectClose(result.cost, 0.037836028018796, within: .absolute(1e-10))
  }

  @Test(arguments: [
    (RobustLoss.cauchy(scale: 0.3), [9.103190102807547, 1.0057951253, 0.0019771453], 0.24903412401284947),
    (.huber(scale: 0.3), [9.038784035699079, 1.0141171020, 0.0511218067], 1.0374756348071565),
  ])
  func outlierIsResisted(loss: RobustLoss, expected: [Double], cost: Double) {
    var y = Self.y
    y[3] = 4
    let result = fit(y, loss)
    for j in 0..<3 { expectClose(result.parameters[j], expected[j], within: .absolute(2e-5)) }
    expectClose(result.cost, cost, within: .absolute(1e-8))
  }

  @Test func centralDifferencesAgreeWithTheJacobian() {
    let y = Self.y
    let analytic = fit(y, .squared)
    let numeric = leastSquares(start: [5, 2, 0], steps: [1e-5, 1e-5, 1e-5], count: y.count) { p, r in
      for i in y.indices { r[i] = p[0] * exp(-Double(i) / p[1]) + p[2] - y[i] }
    }
    for j in 0..<3 {
      expectClose(numeric.parameters[j], analytic.parameters[j], within: .absolute(1e-7))
      expectClose(numeric.sigma(j), analytic.sigma(j), within: .absolute(1e-6))
    }
  }

  @Test func undeterminedParameterHasNoSigma() {
    let result = leastSquares(start: [1, 1], steps: [1e-6, 1e-6], count: 5) { p, r in
      for i in 0..<5 { r[i] = p[0] + p[1] - Double(i) }
    }
    #expect(result.sigma(0) == .infinity || result.sigma(0) > 1e3)
    expectClose(result.parameters[0] + result.parameters[1], 2, within: .absolute(1e-9))
  }

  /// The sandwich's σ of a location under Cauchy and Tukey losses against the spread over many draws.
  @Test(arguments: [RobustLoss.cauchy(scale: 2.385), .tukey(scale: 4.685), .huber(scale: 1.345), .squared])
  func robustSigmaIsHonest(loss: RobustLoss) {
    var random = RandomSource(seed: 7)
    var square = 0.0
    var variance = 0.0
    let draws = 400
    for _ in 0..<draws {
      let samples = (0..<30).map { _ in random.gaussian() }
      let result = leastSquares(start: [0], count: 30, loss: loss) { p, r, jacobian, _ in
        for i in 0..<30 {
          r[i] = p[0] - samples[i]
          jacobian[i] = 1
        }
      }
      square += result.parameters[0] * result.parameters[0]
      variance += result.covariance![0, 0]
    }
    expectClose((variance / square).squareRoot(), 1, within: .absolute(0.1))
  }
}
