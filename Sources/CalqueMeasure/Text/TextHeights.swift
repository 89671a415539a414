import CalqueCore
import CalqueSpec

/// Tells on which line a row of letters stands, and how high small letters and capitals are.
struct TextHeights {
  let coverage: Coverage

  /// A letter's top or bottom.
  private struct End {
    var y: Double
    /// Whether it ends in stems or serifs; curves reach a little beyond the line.
    var isFlat: Bool
    var startsWord: Bool
  }

  private struct Letter {
    var box: Rect<Pixels>
    var top: End
    var bottom: End
  }

  /// Letters whose ends differ by less belong to one line, of the ink's height: round ones reach 0.02 beyond it.
  private static let sameLine = 0.03
  /// What round letters reach beyond the line, of the ink's height, where no flat one tells the line; half of it is σ.
  private static let overshoot = 0.014

  func read(_ components: [InkComponent], _ boxes: [Rect<Pixels>], into spec: inout TextSpec) {
    let letters = self.letters(components, boxes, spec)
    guard letters.count >= 2 else { return }
    let tolerance = max(0.6, Self.sameLine * spec.ink.height)
    // Of two lines with as many letters, descenders end on the lower one.
    let bottoms = clusters(letters.map { $0.bottom }, tolerance)
    guard let base = bottoms.max(by: { $0.count == $1.count ? $0[0].y > $1[0].y : $0.count < $1.count }),
      base.count >= 2
    else { return }
    let baseline = estimate(base, reach: Self.overshoot * spec.ink.height)
    spec.baseline = baseline
    let tops = letters.filter { $0.bottom.y > baseline.value - tolerance }.map { $0.top }
    readTops(clusters(tops, tolerance), baseline, into: &spec)
  }

  /// Dots, commas, dashes and apostrophes tell nothing.
  private func letters(_ components: [InkComponent], _ boxes: [Rect<Pixels>], _ spec: TextSpec) -> [Letter] {
    var letters: [Letter] = []
    for (component, box) in zip(components, boxes) where box.height > 0.35 * spec.ink.height {
      let starts = spec.words.contains { ($0.x - box.x).magnitude < 0.01 }
      letters.append(
        Letter(
          box: box,
          top: End(y: box.y, isFlat: isFlat(component, from: component.minY, 1), startsWord: starts),
          bottom: End(y: box.maxY, isFlat: isFlat(component, from: component.maxY, -1), startsWord: starts)))
    }
    return letters
  }

  /// Whether an end is as wide in its first whole row as two rows further in.
  private func isFlat(_ c: InkComponent, from start: Int, _ step: Int) -> Bool {
    guard c.height >= 8 else { return true }
    func width(_ y: Int) -> Double { (c.minX...c.maxX).reduce(0) { $0 + coverage.at($1, y) } }
    return width(start + step) > 0.85 * width(start + 3 * step)
  }

  /// Small letters are between 0.6 and 0.82 of the capitals in every common face; capitals begin words.
  private func readTops(_ tops: [[End]], _ baseline: Estimate, into spec: inout TextSpec) {
    func height(_ cluster: [End]) -> Estimate {
      let top = estimate(cluster, reach: -Self.overshoot * spec.ink.height)
      return Estimate(baseline.value - top.value, sigma: hypot(baseline.sigma, top.sigma))
    }
    var best: (score: Double, x: Estimate, cap: Estimate)?
    for (i, capitals) in tops.enumerated() {
      let cap = height(capitals)
      for small in tops.dropFirst(i + 1) {
        let x = height(small)
        guard x.value > 0.55 * cap.value, x.value < 0.85 * cap.value else { continue }
        let starting = capitals.filter { $0.startsWord }.count
        let score = Double(small.count) + 0.5 * Double(capitals.count) + Double(starting)
        if score > best?.score ?? 0 { best = (score, x, cap) }
      }
    }
    spec.xHeight = best?.x
    spec.capHeight = best?.cap
  }

  /// Ends in order from the top, cut where a gap is wider than the tolerance.
  private func clusters(_ ends: [End], _ tolerance: Double) -> [[End]] {
    var result: [[End]] = []
    for end in ends.sorted(by: { $0.y < $1.y }) {
      if let last = result.last?.last, end.y - last.y <= tolerance {
        result[result.count - 1].append(end)
      } else {
        result.append([end])
      }
    }
    return result
  }

  /// Where flat ends stand or, without any, a little inside of where the round ones reach.
  private func estimate(_ ends: [End], reach: Double) -> Estimate {
    let flat = ends.filter { $0.isFlat }
    let values = (flat.isEmpty ? ends : flat).map { $0.y }
    let middle = median(values)
    let count = Double(values.count)
    let spread = values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / max(1, count - 1)
    let formal = spread / count + TextLineFitter.extremeSigma * TextLineFitter.extremeSigma
    guard flat.isEmpty else { return Estimate(middle, sigma: formal.squareRoot()) }
    return Estimate(middle - reach, sigma: (formal + 0.25 * reach * reach).squareRoot())
  }
}
