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
  /// The centre line's ends, px along `direction` from (x, y): where the area puts them, with flat ends assumed.
  var outer: Double
  var inner: Double
  var sigmaOuter: Double
  var sigmaInner: Double
  /// How much further out the half level stands than the area's end, px: 0 for flat ends, more for round ones.
  var roundness: Double
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

  var length: Double { outer - inner }
  /// The outer end's place.
  var outerPoint: (x: Double, y: Double) { (x + outer * sin(direction), y - outer * cos(direction)) }
  var innerPoint: (x: Double, y: Double) { (x + inner * sin(direction), y - inner * cos(direction)) }
}
