import CalqueCore
import CalqueSpec

/// Ticks at equal steps: where the first stands and how far the next ones are.
struct RulerFit: Sendable {
  var axis: Axis
  var start: Estimate
  var step: Estimate
  /// Root mean square distance of the ticks from equal steps, px.
  var residual: Double
  /// By index; those that something lies over are among them.
  var ticks: [TickReading]
  /// For each tick whether its ink has the ruler's colour.
  var isClear: [Bool]
}

/// Reads the ticks of a sequence of bars and fits equal steps to them.
struct RulerFitter {
  let picture: AxisReader
  /// px.
  let longest: Int

  /// Steps by which the middle of a cursor may miss the tick that it hides.
  private static let coveredReach = 0.08

  /// - Returns: nil where the bars are no ticks at equal steps.
  func fit(_ sequence: BarSequence) -> RulerFit? {
    let half = sequence.step / 2
    let reach = min(sequence.width / 2 + 1.2, half - 0.5)
    guard reach >= 1 else { return nil }
    let reader = TickReader(picture: picture, reach: reach, half: half, longest: longest)
    var ticks = (0..<sequence.places).compactMap { k in
      reader.read(sequence.start + Double(k) * sequence.step, row: sequence.row, index: k)
    }
    guard var fit = line(ticks, step: sequence.step) else { return nil }
    extend(&ticks, fit, reader, row: sequence.row, from: sequence.places, by: 1)
    extend(&ticks, fit, reader, row: sequence.row, from: -1, by: -1)
    ticks.sort { $0.index < $1.index }
    guard let all = line(ticks, step: sequence.step) else { return nil }
    fit = all
    return fit
  }

  /// Follows a ruler beyond the bars that stood out, as where it fades.
  private func extend(
    _ ticks: inout [TickReading], _ fit: RulerFit, _ reader: TickReader, row: Int, from first: Int, by sense: Int
  ) {
    let sums = fit.ticks.map { $0.sum }
    let strongest = sums.max() ?? 0
    var index = first
    var missed = 0
    while missed <= SequenceSearch.largestGap {
      let expected = fit.start.value + fit.step.value * Double(index)
      guard expected > 0, expected < Double(picture.length) else { return }
      if let tick = reader.read(expected, row: row, index: index), tick.sum > 0.04 * strongest,
        (tick.position - expected).magnitude < 0.4, isLike(tick, fit)
      {
        ticks.append(tick)
        missed = 0
      } else {
        missed += 1
      }
      index += sense
    }
  }

  /// Whether a tick beyond the others has the ink and the length of one of them.
  private func isLike(_ tick: TickReading, _ fit: RulerFit) -> Bool {
    zip(fit.ticks, fit.isClear).contains { other, clear in
      clear && other.direction.colorDot(tick.direction) > 0.9
        && (other.length - tick.length).magnitude < max(1.5, 0.08 * other.length)
    }
  }

  private func line(_ readings: [TickReading], step: Double) -> RulerFit? {
    guard readings.count >= SequenceSearch.leastCount else { return nil }
    let direction = commonDirection(readings)
    var inliers = readings.filter { $0.direction.colorDot(direction) > 0.9 }
    guard inliers.count >= SequenceSearch.leastCount,
      let rough = theilSen(inliers.map { (Double($0.index), $0.position) })
    else { return nil }
    let off = inliers.map { $0.position - rough.offset - rough.slope * Double($0.index) }
    let tolerance = max(0.35, 4 * medianDeviation(off))
    inliers = zip(inliers, off).filter { $0.1.magnitude <= tolerance }.map { $0.0 }
    guard inliers.count >= SequenceSearch.leastCount else { return nil }
    let (start, slope, residual) = leastSquares(inliers)
    var members: [TickReading] = []
    var isClear: [Bool] = []
    for tick in readings {
      let place = start.value + slope.value * Double(tick.index)
      let off = (tick.position - place).magnitude
      if off <= max(tolerance, 3 * tick.sigma) {
        members.append(tick)
        isClear.append(tick.direction.colorDot(direction) > 0.9)
      } else if tick.direction.colorDot(direction) <= 0.95, off <= Self.coveredReach * slope.value {
        // What hides a tick stands nearly on it: only the equal steps tell where the tick is.
        var hidden = tick
        hidden.position = place
        hidden.sigma = off
        members.append(hidden)
        isClear.append(false)
      }
    }
    return RulerFit(
      axis: picture.axis, start: start, step: slope, residual: residual, ticks: members,
      isClear: isClear)
  }

  /// The colour of most of the ink.
  private func commonDirection(_ ticks: [TickReading]) -> SIMD4<Float> {
    var best = (votes: -1, direction: SIMD4<Float>.zero)
    for tick in ticks {
      let votes = ticks.count { $0.direction.colorDot(tick.direction) > 0.95 }
      if votes > best.votes { best = (votes, tick.direction) }
    }
    return best.direction
  }

  private func leastSquares(_ ticks: [TickReading]) -> (start: Estimate, step: Estimate, residual: Double) {
    let n = Double(ticks.count)
    let meanIndex = ticks.reduce(0) { $0 + Double($1.index) } / n
    let meanPosition = ticks.reduce(0) { $0 + $1.position } / n
    var xx = 0.0
    var xy = 0.0
    for tick in ticks {
      let dx = Double(tick.index) - meanIndex
      xx += dx * dx
      xy += dx * (tick.position - meanPosition)
    }
    let slope = xy / max(xx, 1e-9)
    let start = meanPosition - slope * meanIndex
    let squares = ticks.reduce(0) { sum, tick in
      let off = tick.position - start - slope * Double(tick.index)
      return sum + off * off
    }
    let own = (ticks.reduce(0) { $0 + $1.sigma * $1.sigma } / n).squareRoot()
    let sigma = max((squares / max(1, n - 2)).squareRoot() * studentInflation(degreesOfFreedom: ticks.count - 2), own)
    return (
      Estimate(start, sigma: sigma * (1 / n + meanIndex * meanIndex / max(xx, 1e-9)).squareRoot()),
      Estimate(slope, sigma: sigma / max(xx, 1e-9).squareRoot()), (squares / n).squareRoot()
    )
  }
}
