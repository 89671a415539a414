import CalqueCore

/// A line along an outline, found on its two longer sides.
struct RimReading {
  /// How far outside the outline that was looked at the rim's outer side is, px.
  var outset: Double
  var width: Estimate

  /// Rims are no wider, pt.
  private static let widest = 3.0
  /// Rims on opposite sides differ by no more in width and place, px: a highlight may lie on one.
  private static let largestDifference = 1.75
  /// Steps of less are not told from the picture's, levels.
  private static let faintest: Float = 6

  /// What a shadow beside the outer side leaves unknown of where a rim begins, one standard deviation in px.
  static let shadow = 0.27

  /// Two steps on one side that may be a rim's.
  private struct Pair {
    var outset: Double
    var width: Double
    var size: Float
  }

  /// - Returns: nil where no line of one width runs along both sides.
  init?(_ fitter: OverlayFitter, _ outline: OverlayOutline) {
    let sides: (Side, Side) = outline.width >= outline.height ? (.top, .bottom) : (.left, .right)
    // The clearest two that are alike: where an edge's own pixel has an odd colour it is a step by itself.
    var best: (Pair, Pair)?
    for a in Self.pairs(sides.0, fitter, outline) {
      for b in Self.pairs(sides.1, fitter, outline)
      where (a.width - b.width).magnitude <= Self.largestDifference
        && (a.outset - b.outset).magnitude <= Self.largestDifference
        && a.size + b.size > (best.map { $0.0.size + $0.1.size } ?? 0)
      {
        best = (a, b)
      }
    }
    guard let (a, b) = best else { return nil }
    outset = (a.outset + b.outset) / 2
    // A highlight beside the rim adds to it on one side.
    let measured = min(a.width, b.width)
    // Lines are drawn in whole pixels nearly always.
    let whole = measured.rounded()
    let isWhole = whole >= 1 && (measured - whole).magnitude <= 0.4
    width = Estimate(isWhole ? whole : measured, sigma: isWhole ? 0.05 : Self.shadow)
  }

  private static func pairs(_ side: Side, _ fitter: OverlayFitter, _ outline: OverlayOutline) -> [Pair] {
    let window = fitter.window(side, outline)
    guard window.places.count >= 3 else { return [] }
    let reach = Int((widest * fitter.scale).rounded(.up))
    let steps = window.steps(from: Int((1.5 * fitter.scale).rounded()) + 3, to: -reach - 3).filter {
      $0.size > faintest
    }
    var pairs: [Pair] = []
    for (i, outer) in steps.enumerated() {
      let coordinate = window.coordinate(outer.middle)
      let outset = side.isFar ? coordinate - outline.edge(side) : outline.edge(side) - coordinate
      for inner in steps[(i + 1)...] where outer.middle - inner.middle <= widest * fitter.scale {
        pairs.append(Pair(outset: outset, width: outer.middle - inner.middle, size: outer.size + inner.size))
      }
    }
    return pairs
  }
}
