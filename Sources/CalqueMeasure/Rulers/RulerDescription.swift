import CalqueCore
import CalqueSpec

/// Turns a fitted ruler into its description.
struct RulerDescription {
  let fit: RulerFit
  let kinds: TickWeights

  var spec: RulerSpec {
    var ticks: [(index: Int, tick: RulerSpec.Tick)] = []
    for group in kinds.groups { ticks += described(group) }
    ticks.sort { $0.index < $1.index }
    let all = ticks.map { $0.tick }
    let from = fit.ticks.map { $0.from }.min() ?? 0
    let to = fit.ticks.map { $0.to }.max() ?? 0
    let first = all.map { $0.position.value - $0.width.value / 2 }.min() ?? 0
    let last = all.map { $0.position.value + $0.width.value / 2 }.max() ?? 0
    let frame =
      fit.axis == .horizontal
      ? Rect<Pixels>(minX: first, minY: from, maxX: last, maxY: to)
      : Rect<Pixels>(minX: from, minY: first, maxX: to, maxY: last)
    let edge = max(median(all.map { $0.position.sigma }), median(fit.ticks.map { $0.sigmaEnd }))
    return RulerSpec(
      frame: frame, edgeSigma: edge, confidence: confidence, axis: fit.axis, ticks: all, step: fit.step,
      majorEvery: kinds.majorEvery, residual: fit.residual)
  }

  /// Few ticks, gaps among them and uneven steps may be chance.
  private var confidence: Double {
    let places = Double((fit.ticks.last?.index ?? 0) - (fit.ticks.first?.index ?? 0) + 1)
    let filled = Double(fit.ticks.count) / max(1, places)
    var doubt = 0.01
    if fit.ticks.count < 10 { doubt += 0.03 * Double(10 - fit.ticks.count) }
    doubt += 0.25 * (1 - filled)
    doubt += 0.2 * min(1, fit.residual / 0.4)
    return max(0.5, 1 - doubt)
  }

  private func described(_ group: [Int]) -> [(index: Int, tick: RulerSpec.Tick)] {
    let clear = group.filter { fit.isClear[$0] }
    let source = clear.isEmpty ? group : clear
    let strongest = source.map { fit.ticks[$0].sum }.max() ?? 1
    let ink = max(source.map { fit.ticks[$0].peak }.max() ?? 1, 1)
    let usualLength = median(source.map { fit.ticks[$0].length })
    let common = strongest / ink
    return group.map { i in
      let tick = fit.ticks[i]
      let isCovered = !fit.isClear[i]
      let strength = isCovered ? 1 : min(1, tick.sum / strongest)
      // Where a whole pixel is covered, a tick's own contrast tells its width; else that of its kind does.
      let own = common >= 1.9 ? tick.sum / max(tick.peak, 1) : common * (strength > 0.85 ? tick.sum / strongest : 1)
      let sigmaWidth = (isCovered ? 1 : 0) + hypot(0.02, (common < 1.9 ? 0.06 : 0.02) + 2 * tick.sigma)
      let width = isCovered ? common : own
      return (
        tick.index,
        RulerSpec.Tick(
          position: Estimate(tick.position, sigma: isCovered ? max(tick.sigma, 0.3) : tick.sigma),
          weight: kinds.weights[i],
          length: Estimate(isCovered ? usualLength : tick.length, sigma: tick.sigmaEnd * 1.414 + (isCovered ? 1 : 0)),
          width: Estimate(width, sigma: sigmaWidth), strength: strength)
      )
    }
  }
}
