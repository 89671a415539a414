import CalqueCore

/// One tick as fitted to the picture, in the picture's own coordinates, so that the circle may still move.
struct TickMeasurement: Sendable {
  /// A point of its centre line, in the middle of the rows that were fitted, px.
  var x: Double
  var y: Double
  /// Direction of the centre line outwards, radians clockwise from twelve o'clock.
  var direction: Double
  var sigmaDirection: Double
  /// Standard deviation of the centre line's place, across, px.
  var sigmaAcross: Double
  /// The centre line's ends, px along `direction` from (x, y), if they are flat.
  var flat: (outer: Double, inner: Double)
  /// The same if they are round: where the half discs begin.
  var round: (outer: Double, inner: Double)
  var sigmaEnd: Double
  /// By how much, in squared σ, round ends explain the rows better than flat ones.
  var roundEvidence: Double
  /// px.
  var width: Double
  var sigmaWidth: Double
  /// (I − ground) / (ink − ground).
  var contrast: Double
  var sigmaContrast: Double
  /// Distance of ink from ground, levels: how much the picture can tell.
  var wayLength: Double
  /// Root mean square of what the bar's profile leaves unexplained, contrast.
  var residual: Double
  /// Scatter of the centre between blocks of rows, px, how many blocks there were, and Σ(ρ − ρ̄)² of them, px².
  var blockScatter: Double
  var blocks: Int
  var blockSpread: Double
  /// σ of the centre from the profile's residual, px.
  var profileSigma: Double
  /// Whether the picture's border hides a part.
  var isCut: Bool

  /// Distance between the ends, px.
  func length(isRound: Bool) -> Double { isRound ? round.outer - round.inner : flat.outer - flat.inner }
  var length: Double { flat.outer - flat.inner }

  /// Where the outer end is, px.
  func outerPoint(isRound: Bool) -> (x: Double, y: Double) { point(isRound ? round.outer : flat.outer) }
  func innerPoint(isRound: Bool) -> (x: Double, y: Double) { point(isRound ? round.inner : flat.inner) }

  private func point(_ distance: Double) -> (x: Double, y: Double) {
    (x + distance * sin(direction), y - distance * cos(direction))
  }
}

extension TickMeasurement {
  /// Gives each tick's place and direction a σ from its own blocks and from those of all ticks: five blocks alone say
  /// little of their scatter, which goes with one over the contrast.
  static func poolSigmas(_ ticks: inout [TickMeasurement]) {
    guard ticks.count >= 3 else { return }
    func power(_ t: TickMeasurement) -> Double { max(1, t.contrast * t.wayLength) }
    let typical = median(ticks.map { $0.blockScatter * power($0) })
    for i in ticks.indices {
      let t = ticks[i]
      let own = t.blockScatter * power(t)
      let freedom = Double(max(1, t.blocks - 2))
      let pooled = ((freedom * own * own + 6 * typical * typical) / (freedom + 6)).squareRoot() / power(t)
      let scatter = max(pooled, 0.004)
      ticks[i].sigmaAcross = max(scatter / Double(max(1, t.blocks)).squareRoot(), t.profileSigma, 0.004)
      // What the ground does to the profile may differ from end to end.
      let drift = 0.7 * t.residual / max(t.contrast, 0.02) * 12.0.squareRoot() / max(3, t.length)
      ticks[i].sigmaDirection = hypot(scatter / max(1, t.blockSpread).squareRoot(), drift)
    }
  }
}
