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
  /// Scatter of the centre between blocks of rows, px, and how many blocks there were.
  var blockScatter: Double
  var blocks: Int
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
