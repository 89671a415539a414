import CalqueCore
import CalqueSpec

/// What is seen and what is not along the scale, for the fit of its ends.
struct StrengthSamples {
  struct Sample {
    /// Arc length clockwise from the axis, px.
    var position: Double
    var contrast: Double
    var sigma: Double
    var isMajor: Bool
    /// False for a place of the law where no tick was observed.
    var isSeen: Bool
  }
  enum Side { case leading, trailing }

  /// Clockwise; the places beyond the outermost observed ticks included.
  var samples: [Sample]
  /// The outermost ticks that the law explains.
  var first: Sample
  var last: Sample
  /// Where the next ticks beyond them would stand.
  var beforeFirst: Double
  var afterLast: Double
  /// The chance that a scale that ends ends at just that tick.
  var firstEndChance: Double
  var lastEndChance: Double
  /// Between neighbours, px.
  var gap: Double
  /// Whether a place beyond would be in the picture.
  var isLeadingInView: Bool
  var isTrailingInView: Bool
  /// px of arc a radian.
  var radius: Double
  /// Of the axis, radians.
  var axis: Double
  var sigmaFirst: Double
  var sigmaLast: Double

  /// nil where there are fewer than three ticks.
  init?(_ scale: ResolvedScale, _ inference: LawInference, axis: Angle) {
    let sequence = scale.sequence
    guard sequence.count >= 3 else { return nil }
    radius = sequence.radius
    self.axis = axis.radians
    let origin = axis.radians * radius
    let isRejected = Set(inference.rejected)
    var seen: [(sample: Sample, index: Int)] = []
    for i in sequence.ticks.indices where !isRejected.contains(sequence.indices[i]) {
      let tick = sequence.ticks[i]
      seen.append(
        (
          Sample(
            position: sequence.position[i] - origin, contrast: tick.contrast, sigma: max(tick.sigmaContrast, 0.01),
            isMajor: inference.weights[sequence.indices[i]] == .major, isSeen: true), i
        ))
    }
    guard let head = seen.first, let tail = seen.last, seen.count >= 3 else { return nil }
    (first, last) = (head.sample, tail.sample)
    (sigmaFirst, sigmaLast) = (sequence.sigma[head.index], sequence.sigma[tail.index])
    samples = seen.map { $0.sample }
    var gaps = (1..<seen.count).map { seen[$0].sample.position - seen[$0 - 1].sample.position }
    gaps.sort()
    gap = gaps[gaps.count / 2]
    (beforeFirst, afterLast) = (first.position - gap, last.position + gap)
    if let hypothesis = scale.best?.hypothesis, !inference.expected.isEmpty || inference.law.kind != .unknown {
      let reach = 10.5 * (hypothesis.minorStep ?? gap)
      let margin = 0.3 * gap
      let places = hypothesis.places(
        from: first.position + origin - reach, to: last.position + origin + reach,
        resolution: sequence.resolution
      ).filter { !$0.isOptional && !$0.isUnresolved }
      for place in places {
        let s = place.position - origin
        guard !seen.contains(where: { ($0.sample.position - s).magnitude < margin }) else { continue }
        if s < first.position { beforeFirst = s }
        guard sequence.isVisible(place.position) else { continue }
        samples.append(Sample(position: s, contrast: 0, sigma: 0.05, isMajor: place.isMajor, isSeen: false))
      }
      let bound = tail.sample.position + origin + margin
      if let next = places.first(where: { $0.position > bound }) {
        afterLast = next.position - origin
      }
      samples.sort { $0.position < $1.position }
    }
    isLeadingInView = sequence.isVisible(beforeFirst + origin)
    isTrailingInView = sequence.isVisible(afterLast + origin)
    let majors = Double(seen.filter { $0.sample.isMajor }.count)
    let share = min(max(majors / Double(seen.count), 0.05), 0.95)
    let count = max(seen.count, 20)
    let zooms = (
      inference.zooms[sequence.indices[head.index]], inference.zooms[sequence.indices[tail.index]]
    )
    firstEndChance = Self.endChance(
      head.sample, zoom: zooms.0, other: zooms.1, majorShare: share, count: count)
    lastEndChance = Self.endChance(
      tail.sample, zoom: zooms.1, other: zooms.0, majorShare: share, count: count)
  }

  /// Scales begin at 0.5, seldom at 1, and end at a major fourteen times in fifteen.
  private static func endChance(
    _ sample: Sample, zoom: Double?, other: Double?, majorShare share: Double, count: Int
  ) -> Double {
    if let zoom, let other, zoom < other {
      if zoom == 0.5 { return 0.6 }
      if zoom == 1 { return 0.2 }
    }
    guard share < 0.95 else { return 1 / Double(count) }
    return (sample.isMajor ? 0.93 / share : 0.07 / (1 - share)) / Double(count)
  }

  /// Whether the ticks go all the way round.
  var isFullCircle: Bool {
    let turn = 2 * Double.pi * radius
    return turn - (last.position - first.position) < 1.6 * max(afterLast - last.position, first.position - beforeFirst)
  }
}
