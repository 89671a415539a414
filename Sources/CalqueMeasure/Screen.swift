import CalqueCore
import CalqueSpec

/// What the measurements of one picture share: the picture, its regions, and what has been found so far.
///
/// The steps run in the order of `measureScreen`; a later one may read what an earlier one found.
struct Screen: Sendable {
  let bitmap: Bitmap
  let options: MeasureOptions
  let regions: RegionMap
  /// Pixels per point, or 2 where that is not known: only for limits on what is worth looking at.
  let nominalScale: Double
  /// Shapes with flat or gradually changing insides, and the regions that they are made of.
  var shapes: [FoundShape] = []
  /// Of the shapes those that lie over photographs, whose insides are no regions.
  var overlays: [ShapeSpec] = []
  /// Rings and arcs, and the regions that they are made of.
  var rings: [FoundRing] = []
  /// Of thin arcs, which are joined when the shapes are known.
  var thinPieces: [FoundRing] = []
  /// What was found before all else.
  var dials: [DialSpec] = []
  var rulers: [RulerSpec] = []
  var texts: [TextSpec] = []
  var tabs: [TabsSpec] = []
  var refused: [Refusal] = []

  init(_ bitmap: Bitmap, options: MeasureOptions) {
    self.bitmap = bitmap
    self.options = options
    regions = RegionMap(bitmap)
    nominalScale = options.scale?.pixelsPerPoint ?? 2
  }

  /// Takes away the shapes that are ticks of a dial that was found.
  mutating func removeTicks() {
    for dial in dials {
      guard let longest = dial.ticks.map({ $0.outer.value - $0.inner.value }).max() else { continue }
      let reach = 2 * nominalScale
      shapes.removeAll { shape in
        let frame = shape.spec.frame
        let distance = frame.center.distance(to: dial.center.point)
        return max(frame.width, frame.height) <= longest + 2 * reach
          && distance > dial.radius.value - longest - reach && distance < dial.radius.value + reach
      }
    }
  }

  /// The regions that shapes and rings are made of: what lies in them is no ink of theirs.
  var claimedRegions: Set<Int> {
    var claimed: Set<Int> = []
    for shape in shapes { claimed.formUnion(shape.regions) }
    for ring in rings { claimed.formUnion(ring.regions) }
    return claimed
  }
}

/// A shape and what it was found in.
struct FoundShape: Sendable {
  var spec: ShapeSpec
  /// Indices of the regions that make it: its inside, and its stroke where it has one.
  var regions: [Int]
}

/// A ring or arc and what it was found in.
struct FoundRing: Sendable {
  var spec: RingSpec
  /// Indices of the regions that make its line.
  var regions: [Int]
}
