import CalqueCore

/// A line along an outline, found on its two longer sides.
struct RimReading {
  /// How far outside the outline that was looked at the rim's outer side is, px.
  var outset: Double
  var width: Estimate

  /// Rims are no wider, pt.
  private static let widest = 3.0
  /// Widths on opposite sides differ by less, px: a highlight may lie on one.
  private static let largestDifference = 1.5
  /// Steps of less are not told from the picture's, levels.
  private static let faintest: Float = 3

  /// What a shadow beside the outer side leaves unknown of a width, px.
  private static let shadow = 0.35

  /// - Returns: nil where no line of one width runs along both sides.
  init?(_ fitter: OverlayFitter, _ outline: OverlayOutline) {
    let sides: [Side] = outline.width >= outline.height ? [.top, .bottom] : [.left, .right]
    var widths: [Double] = []
    var outsets: [Double] = []
    let reach = Int((Self.widest * fitter.scale).rounded(.up))
    for side in sides {
      let window = fitter.window(side, outline)
      guard window.places.count >= 3 else { return nil }
      let steps = window.steps(from: Int((1.5 * fitter.scale).rounded()) + 3, to: -reach - 3).filter {
        $0.size > Self.faintest
      }
      guard steps.count >= 2 else { return nil }
      let width = Double(steps[0].outer + steps[0].inner - steps[1].outer - steps[1].inner) / 2
      guard width <= Self.widest * fitter.scale else { return nil }
      widths.append(width)
      // A step from pixel a to pixel b ends at the middle of the two.
      let edge = Double(steps[0].outer + steps[0].inner + 1) / 2
      let coordinate = window.coordinate(edge)
      outsets.append(side.isFar ? coordinate - outline.edge(side) : outline.edge(side) - coordinate)
    }
    guard (widths[0] - widths[1]).magnitude <= Self.largestDifference else { return nil }
    outset = (outsets[0] + outsets[1]) / 2
    let measured = (widths[0] + widths[1]) / 2
    // Lines are drawn in whole pixels nearly always; the shadow outside moves what is read by up to a third of one.
    let whole = measured.rounded()
    let isWhole = whole >= 1 && (measured - whole).magnitude <= Self.shadow
    width = Estimate(isWhole ? whole : measured, sigma: isWhole ? 0.05 : Self.shadow)
  }
}
