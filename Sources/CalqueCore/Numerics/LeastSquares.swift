/// Where a fit ended and how sure it is.
public struct LeastSquaresFit: Sendable {
  /// The parameters at the minimum.
  public var parameters: [Double]
  /// (JᵀWJ)⁻¹: the parameters' covariance if residuals of 1 are one standard deviation. nil where the data leave a
  /// parameter undetermined.
  public var formalCovariance: SymmetricMatrix?
  /// Variance of the residuals by themselves: Σψ²/(n−p)/(mean ψ′)² (Huber 1981, 7.6), which is Σr²/(n−p) for the
  /// squared loss; infinite where nothing is left over to tell it by.
  public var residualVariance: Double
  /// Σρ(r) at the minimum.
  public var cost: Double
  /// The residuals at the minimum.
  public var residuals: [Double]
  /// Residuals less parameters.
  public var degreesOfFreedom: Int
  public var iterations: Int
  /// Whether the step became negligible before the iterations ran out.
  public var converged: Bool

  /// The covariance with the scale that the residuals themselves show; nil where a parameter is undetermined or
  /// there are no more residuals than parameters.
  public var covariance: SymmetricMatrix? {
    guard degreesOfFreedom > 0 else { return nil }
    return formalCovariance?.scaled(by: residualVariance)
  }

  /// One standard deviation of a parameter from the residuals and the covariance, inflated for few samples so that
  /// ±σ still covers 68 % (Student's t); infinite where it is undetermined.
  public func sigma(_ index: Int) -> Double {
    guard let covariance, covariance[index, index] >= 0 else { return .infinity }
    return covariance[index, index].squareRoot() * studentInflation(degreesOfFreedom: degreesOfFreedom)
  }

  /// One standard deviation of a parameter that does not trust residuals smaller than their stated σ: the scale is
  /// at least 1. Infinite where it is undetermined.
  public func cautiousSigma(_ index: Int) -> Double {
    guard let formalCovariance, formalCovariance[index, index] >= 0 else { return .infinity }
    let formal = formalCovariance[index, index].squareRoot()
    return degreesOfFreedom > 0 ? max(formal, sigma(index)) : formal
  }
}

/// When to stop.
public struct LeastSquaresOptions: Sendable {
  public var maximumIterations: Int
  /// The fit has converged when a step lowers the cost by less than this share.
  public var costTolerance: Double
  /// Or when no parameter moves by more than this share of its own size (plus 1e-12).
  public var stepTolerance: Double
  public init(maximumIterations: Int = 50, costTolerance: Double = 1e-12, stepTolerance: Double = 1e-10) {
    self.maximumIterations = maximumIterations
    self.costTolerance = costTolerance
    self.stepTolerance = stepTolerance
  }
}

/// Minimises Σρ(rᵢ(p)) by the Levenberg–Marquardt method with reweighting and Nielsen's damping.
///
/// Madsen, Nielsen and Tingleff, Methods for Non-Linear Least Squares Problems (2004), algorithm 3.16; the scaling
/// is Moré's (by the largest diagonal of JᵀWJ so far), so that parameters may have any units and none runs away where
/// it has lost its influence.
///
/// - Parameters:
///   - start: Where to begin.
///   - count: How many residuals there are.
///   - loss: What a residual costs.
///   - options: When to stop.
///   - evaluate: Fills the residuals at the parameters and, where the last argument is true, the Jacobian
///     ∂rᵢ/∂pⱼ at i·p.count + j. Both arrays have the right size and keep their former contents.
public func leastSquares(
  start: [Double], count: Int, loss: RobustLoss = .squared, options: LeastSquaresOptions = LeastSquaresOptions(),
  evaluate: (_ parameters: [Double], _ residuals: inout [Double], _ jacobian: inout [Double], _ wantsJacobian: Bool)
    -> Void
) -> LeastSquaresFit {
  let n = start.count
  var p = start
  var residuals = [Double](repeating: 0, count: count)
  var jacobian = [Double](repeating: 0, count: count * n)
  var trial = residuals
  evaluate(p, &residuals, &jacobian, true)
  var cost = totalCost(residuals, loss)
  var (normal, gradient) = normalEquations(residuals, jacobian, order: n, loss)
  var scaling = (0..<n).map { max(normal[$0, $0], 1e-300) }
  var damping = 1e-2
  var growth = 2.0
  var iterations = 0
  var converged = n == 0
  while iterations < options.maximumIterations && !converged {
    iterations += 1
    var damped = normal
    for j in 0..<n { damped[j, j] += damping * scaling[j] }
    guard let factor = Cholesky(damped) else {
      damping *= growth
      growth *= 2
      if damping > 1e20 { break }
      continue
    }
    let step = factor.solve(gradient)
    var next = p
    var isSmall = true
    var predicted = 0.0
    for j in 0..<n {
      next[j] -= step[j]
      if step[j].magnitude > options.stepTolerance * (p[j].magnitude + 1e-12) { isSmall = false }
      predicted += 0.5 * step[j] * (damping * scaling[j] * step[j] + gradient[j])
    }
    evaluate(next, &trial, &jacobian, false)
    let nextCost = totalCost(trial, loss)
    if nextCost <= cost, nextCost.isFinite {
      let gain = predicted > 0 ? (cost - nextCost) / predicted : 1
      converged = isSmall || cost - nextCost <= options.costTolerance * cost
      p = next
      cost = nextCost
      evaluate(p, &residuals, &jacobian, true)
      (normal, gradient) = normalEquations(residuals, jacobian, order: n, loss)
      for j in 0..<n { scaling[j] = max(scaling[j], normal[j, j]) }
      let cube = 2 * gain - 1
      damping = max(damping * max(1.0 / 3, 1 - cube * cube * cube), 1e-12)
      growth = 2
    } else {
      // A step too small to matter that still does not help: the minimum to rounding.
      if isSmall { converged = true }
      damping *= growth
      growth *= 2
      if damping > 1e20 { break }
    }
  }
  return LeastSquaresFit(
    parameters: p, formalCovariance: n == 0 ? nil : Cholesky(normal)?.inverse,
    residualVariance: residualVariance(residuals, parameters: n, loss), cost: cost, residuals: residuals,
    degreesOfFreedom: count - n, iterations: iterations, converged: converged)
}

/// The same with the Jacobian from central differences.
///
/// - Parameters:
///   - start: Where to begin.
///   - steps: How far to go to each side, one a parameter: small against the curvature, large against rounding.
///   - count: How many residuals there are.
///   - loss: What a residual costs.
///   - options: When to stop.
///   - evaluate: Fills the residuals at the parameters; the array has the right size and keeps its former contents.
public func leastSquares(
  start: [Double], steps: [Double], count: Int, loss: RobustLoss = .squared,
  options: LeastSquaresOptions = LeastSquaresOptions(),
  evaluate: (_ parameters: [Double], _ residuals: inout [Double]) -> Void
) -> LeastSquaresFit {
  let n = start.count
  var above = [Double](repeating: 0, count: count)
  var below = above
  return leastSquares(start: start, count: count, loss: loss, options: options) { p, r, jacobian, wantsJacobian in
    evaluate(p, &r)
    guard wantsJacobian else { return }
    var moved = p
    for j in 0..<n {
      moved[j] = p[j] + steps[j]
      evaluate(moved, &above)
      moved[j] = p[j] - steps[j]
      evaluate(moved, &below)
      moved[j] = p[j]
      for i in 0..<count { jacobian[i * n + j] = (above[i] - below[i]) / (2 * steps[j]) }
    }
  }
}

private func totalCost(_ residuals: [Double], _ loss: RobustLoss) -> Double {
  var sum = 0.0
  for r in residuals { sum += loss.cost(r) }
  return sum
}

/// JᵀWJ and JᵀWr.
private func normalEquations(
  _ residuals: [Double], _ jacobian: [Double], order n: Int, _ loss: RobustLoss
) -> (SymmetricMatrix, [Double]) {
  var normal = SymmetricMatrix(order: n)
  var gradient = [Double](repeating: 0, count: n)
  jacobian.withUnsafeBufferPointer { jacobian in
    normal.elements.withUnsafeMutableBufferPointer { normal in
      gradient.withUnsafeMutableBufferPointer { gradient in
        for i in residuals.indices {
          let weight = loss.weight(residuals[i])
          if weight == 0 { continue }
          let row = UnsafeBufferPointer(rebasing: jacobian[(i * n)..<(i * n + n)])
          for a in 0..<n {
            let weighted = weight * row[a]
            if weighted == 0 { continue }
            gradient[a] += weighted * residuals[i]
            var b = 0
            while b <= a {
              normal[a &* n &+ b] += weighted * row[b]
              b &+= 1
            }
          }
        }
      }
    }
  }
  for a in 0..<n { for b in 0..<a { normal.elements[b * n + a] = normal.elements[a * n + b] } }
  return (normal, gradient)
}

private func residualVariance(_ residuals: [Double], parameters: Int, _ loss: RobustLoss) -> Double {
  let freedom = residuals.count - parameters
  guard freedom > 0 else { return .infinity }
  var influence = 0.0
  var weight = 0.0
  var curvature = 0.0
  for r in residuals {
    let w = loss.weight(r)
    influence += (w * r) * (w * r)
    weight += w
    curvature += loss.curvature(r)
  }
  // (JᵀWJ)⁻¹ already holds 1/mean weight once, so only the rest of Huber's (mean ψ′)⁻² is applied here.
  let count = Double(residuals.count)
  let meanCurvature = max(curvature / count, 0.1)
  return influence / Double(freedom) * (weight / count) / (meanCurvature * meanCurvature)
}
