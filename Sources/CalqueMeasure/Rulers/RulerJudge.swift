import CalqueCore
import CalqueSpec

/// Tells rulers from letters, keys, waveforms, barcodes and chance.
struct RulerJudge {
  let fit: RulerFit
  let kinds: TickWeights
  /// Pixels per point.
  let scale: Double

  /// A tick is not wider than this part of a step: bars of a chart are.
  private static let widest = 0.4
  /// pt.
  private static let longest = 90.0

  var isRuler: Bool {
    let ticks = fit.ticks
    guard let first = ticks.first, let last = ticks.last, ticks.count >= SequenceSearch.leastCount else { return false }
    let places = last.index - first.index + 1
    guard ticks.count * 10 >= places * 6, fit.residual <= min(0.4, 0.08 * fit.step.value) else { return false }
    // Few marks stand at nearly equal steps by chance, as strokes of letters do.
    if ticks.count < 8, fit.residual > 0.1 { return false }
    if ticks.count < 10, fit.residual > 0.2 { return false }
    guard fit.isClear.count(where: { $0 }) * 10 >= ticks.count * 6 else { return false }
    // Six marks in a few points are letters or an icon.
    guard last.position - first.position >= 40 * scale else { return false }
    return hasSizes && standsFree && isAligned && isEven && hasPattern
  }

  private func widths(_ group: [Int]) -> Double { median(group.map { fit.ticks[$0].sum / max(fit.ticks[$0].peak, 1) }) }
  private func lengths(_ group: [Int]) -> Double { median(group.map { fit.ticks[$0].length }) }

  private var hasSizes: Bool {
    guard let lightest = kinds.groups.first, let heaviest = kinds.groups.last else { return false }
    guard widths(lightest) <= Self.widest * fit.step.value, widths(heaviest) <= 0.55 * fit.step.value else {
      return false
    }
    // Dots and squares are no ticks; the lines of a grid go on and on.
    guard lengths(lightest) >= 2.2 * widths(lightest), lengths(lightest) <= 4 * fit.step.value else { return false }
    return lengths(heaviest) <= Self.longest * scale
  }

  /// Gaps between keys end where the keys do: there the ground changes on both sides.
  private var standsFree: Bool {
    fit.ticks.count { $0.isAttachedAtFrom && $0.isAttachedAtTo } * 2 < fit.ticks.count
  }

  /// Ticks of one kind begin and end on common lines; the marks of a dial follow its arc, and waves their sound.
  private var isAligned: Bool {
    var aligned = 0
    for group in kinds.groups {
      let clear = group.filter { fit.isClear[$0] }
      guard !clear.isEmpty else { continue }
      let from = median(clear.map { fit.ticks[$0].from })
      let to = median(clear.map { fit.ticks[$0].to })
      let tolerance = max(1, 0.04 * (to - from))
      aligned += clear.count {
        (fit.ticks[$0].from - from).magnitude <= tolerance && (fit.ticks[$0].to - to).magnitude <= tolerance
      }
    }
    return aligned * 4 >= fit.isClear.count(where: { $0 }) * 3
  }

  /// Neighbours of a kind are about as strong.
  private var isEven: Bool {
    var ratios: [Double] = []
    for group in kinds.groups {
      for (a, b) in zip(group, group.dropFirst()) { ratios.append(log(fit.ticks[b].sum / fit.ticks[a].sum).magnitude) }
    }
    return ratios.isEmpty || median(ratios) < 0.35
  }

  /// Major ticks come back at equal steps.
  private var hasPattern: Bool {
    let majors = fit.ticks.indices.filter { kinds.weights[$0] == .major && fit.isClear[$0] }
    guard majors.count >= 3 else { return true }
    let indices = majors.map { fit.ticks[$0].index }
    let gaps = zip(indices.dropFirst(), indices).map { $0 - $1 }
    let period = gaps.min() ?? 1
    let regular = gaps.count { $0 % period == 0 }
    return period >= 2 && regular * 5 >= gaps.count * 4
  }
}
