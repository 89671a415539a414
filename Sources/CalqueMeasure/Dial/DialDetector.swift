import CalqueCore
import CalqueSpec

/// A circle on which bars stand, and the bars it was found among.
struct BarCandidate: Sendable {
  var circle: CircleCandidate
  var segments: [Segment]
  /// px of the full picture a sample of the plane.
  var factor: Double
}

/// Finds dial candidates in a whole picture.
struct DialDetector: Sendable {
  let options: MeasureOptions
  let planes: InkPlanes
  /// The planes smoothed, once they were needed.
  private var darkest: Plane?
  private var brightest: Plane?

  /// Standard deviation of the smoothing, in samples of the reduced planes.
  private static let sigma = 1.1
  /// Least ridge strength, levels per squared sample.
  private static let threshold: Float = 1
  /// A circle with so many more distinct ticks than chance gives is a dial; with fewer it needs a regular scale.
  static let sureScore = 10.0
  static let possibleScore = 6.5

  /// nil where the picture is too small for a dial.
  init?(_ bitmap: Bitmap, options: MeasureOptions) {
    guard min(bitmap.width, bitmap.height) >= 32 else { return nil }
    self.options = options
    // About a megapixel shows ticks of a point or less in screens of two and three pixels a point.
    let pixels = Double(bitmap.width) * Double(bitmap.height)
    let factor = max(1, Int((pixels / 1_400_000).squareRoot().rounded(.up)))
    guard min(bitmap.width, bitmap.height) / factor >= 16 else { return nil }
    planes = InkPlanes(bitmap, factor: factor)
    options.onStage?(.planes)
  }

  /// The ways ink can stand out, the likeliest first: white on a photograph, dark on a page, colour on either.
  enum Way: CaseIterable {
    case brightInDarkest, darkInBrightest, darkInDarkest, brightInBrightest
  }

  private mutating func smoothed(_ way: Way) -> (Plane, Polarity) {
    switch way {
    case .brightInDarkest: (smoothedDarkest(), .bright)
    case .darkInBrightest: (smoothedBrightest(), .dark)
    case .darkInDarkest: (smoothedDarkest(), .dark)
    case .brightInBrightest: (smoothedBrightest(), .bright)
    }
  }

  private mutating func smoothedDarkest() -> Plane {
    let plane = darkest ?? planes.darkest.blurred(sigma: Self.sigma)
    darkest = plane
    return plane
  }

  private mutating func smoothedBrightest() -> Plane {
    let plane = brightest ?? planes.brightest.blurred(sigma: Self.sigma)
    brightest = plane
    return plane
  }

  private func isWanted(_ x: Double, _ y: Double) -> Bool {
    options.region?.contains(Point(x: x, y: y)) ?? true
  }

  /// Rings of dots, darker or brighter than a plain ground.
  func dotRings() -> [DotRing] {
    [planes.darkest, planes.brightest].compactMap { plane in
      let dots = DotFinder(diameters: 2.5...40).dots(plane, factor: Double(planes.factor))
      return DotRing.find(dots.filter { isWanted($0.x, $0.y) })
    }
  }

  /// Circles of bars, each without the bars of the one before, the best first.
  mutating func bars(_ way: Way) -> [BarCandidate] {
    let (plane, polarity) = smoothed(way)
    let factor = Double(planes.factor)
    let points = RidgeDetector(sigma: Self.sigma, threshold: Self.threshold, limit: 24000)
      .points(smoothed: plane, polarity: polarity)
    var segments = SegmentLinker(lengths: 4...70, straightness: 0.45)
      .segments(points, width: plane.width, height: plane.height, factor: factor, polarity: polarity)
      .filter { isWanted($0.x, $0.y) }
    countNeighbours(&segments)
    options.onStage?(.marks)
    let longest = hypot(Double(plane.width), Double(plane.height)) * factor
    let search = CircleSearch(factor: factor, radii: (8 * factor)...(4 * longest))
    var result: [BarCandidate] = []
    var remaining = segments
    for _ in 0..<4 {
      guard remaining.count >= 5 else { break }
      var best = search.best(remaining, polarity: polarity, count: 150)
      if result.isEmpty, (best?.score ?? 0) < Self.sureScore {
        let wider = search.best(remaining, polarity: polarity, count: 450)
        if (wider?.score ?? 0) > (best?.score ?? 0) { best = wider }
      }
      guard let best, best.score >= Self.possibleScore else { break }
      result.append(BarCandidate(circle: best, segments: remaining, factor: factor))
      let taken = Set(best.inliers)
      remaining = remaining.indices.filter { !taken.contains($0) && !lies(remaining[$0], on: best) }
        .map { remaining[$0] }
    }
    options.onStage?(.candidates)
    return result
  }

  /// Whether a bar belongs to a circle's ring, as a tick or between ticks.
  private func lies(_ segment: Segment, on circle: CircleCandidate) -> Bool {
    let distance = hypot(segment.x - circle.x, segment.y - circle.y)
    return distance < circle.radius * 1.1 && distance > circle.radius * 0.7
  }
}
