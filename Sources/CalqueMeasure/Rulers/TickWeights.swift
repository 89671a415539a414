import CalqueCore
import CalqueSpec

/// A ruler's ticks sorted into kinds by their lengths or, where these are one, their widths.
struct TickWeights: Sendable {
  /// The kinds, from the lightest: indices into the fit's ticks.
  let groups: [[Int]]
  /// For each tick its kind.
  let weights: [RulerSpec.Tick.Weight]
  /// Steps between major ticks; nil for one kind or a single major tick.
  let majorEvery: Int?

  /// Ticks are of three kinds at most.
  private static let mostGroups = 3

  init(_ fit: RulerFit) {
    var groups = Self.split(fit, by: { $0.length }, gap: { max(1.2, 0.08 * $0) })
    if groups.count == 1 {
      let strongest = fit.ticks.map { $0.sum }.max() ?? 1
      // Faded ticks tell nothing about widths.
      if fit.ticks.allSatisfy({ $0.sum > 0.2 * strongest }) {
        groups = Self.split(fit, by: { $0.sum / max($0.peak, 1) }, gap: { max(0.5, 0.3 * $0) })
        if groups.count > Self.mostGroups { groups = [Array(fit.ticks.indices)] }
      }
    }
    let majors = groups.count > 1 ? groups.last ?? [] : []
    let indices = majors.filter { fit.isClear[$0] }.map { fit.ticks[$0].index }
    let gaps = zip(indices.dropFirst(), indices).map { $0 - $1 }
    majorEvery = gaps.isEmpty ? nil : gaps.reduce(0, greatestCommonDivisor)
    if let majorEvery { Self.sortCovered(into: &groups, fit, period: majorEvery) }
    self.groups = groups
    var weights = [RulerSpec.Tick.Weight](repeating: .minor, count: fit.ticks.count)
    for (rank, group) in groups.enumerated() where rank > 0 {
      for i in group { weights[i] = rank == groups.count - 1 ? .major : .medium }
    }
    self.weights = weights
  }

  /// Moves ticks that something lies over, which hides their lengths, to the kind that stands at the same place of other
  /// periods.
  private static func sortCovered(into groups: inout [[Int]], _ fit: RulerFit, period: Int) {
    for i in fit.ticks.indices where !fit.isClear[i] {
      let votes = groups.map { group in
        group.count { fit.isClear[$0] && (fit.ticks[$0].index - fit.ticks[i].index) % period == 0 }
      }
      guard let most = votes.max(), most > 0, let kind = votes.firstIndex(of: most) else { continue }
      for g in groups.indices { groups[g].removeAll { $0 == i } }
      groups[kind] = (groups[kind] + [i]).sorted()
    }
  }

  /// Groups of ticks whose sizes differ less than a gap, from the smallest; ticks that something lies over, and sizes of
  /// one tick alone beyond three, go to the nearest group.
  private static func split(
    _ fit: RulerFit, by size: (TickReading) -> Double, gap: (Double) -> Double
  ) -> [[Int]] {
    let clear = fit.ticks.indices.filter { fit.isClear[$0] }.sorted { size(fit.ticks[$0]) < size(fit.ticks[$1]) }
    var groups: [[Int]] = []
    for i in clear {
      if let last = groups.last?.last {
        let before = size(fit.ticks[last])
        if size(fit.ticks[i]) - before <= gap(before) {
          groups[groups.count - 1].append(i)
          continue
        }
      }
      groups.append([i])
    }
    // One tick alone is part of a kind that something lies over, unless it is the only major one to be seen.
    if let longest = groups.last, groups.contains(where: { $0.count > 1 }) {
      groups = groups.dropLast().filter { $0.count > 1 } + [longest]
    }
    if groups.count > mostGroups {
      let kept = groups.indices.sorted { groups[$0].count > groups[$1].count }.prefix(mostGroups)
      groups = groups.indices.filter { kept.contains($0) }.map { groups[$0] }
    }
    let middles = groups.map { group in median(group.map { size(fit.ticks[$0]) }) }
    let taken = Set(groups.flatMap { $0 })
    for i in fit.ticks.indices where !taken.contains(i) {
      let own = size(fit.ticks[i])
      let nearest = middles.indices.min { (middles[$0] - own).magnitude < (middles[$1] - own).magnitude }
      if let nearest { groups[nearest].append(i) }
    }
    return groups.map { $0.sorted() }
  }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int(a)
}
