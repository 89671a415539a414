import CalqueCore
import CalqueSpec

/// A circle on which bars or dots stand, and what it was found in.
enum DialCandidate: Sendable {
  case bars(CircleCandidate, segments: [Segment], factor: Double)
  case dots(DotRing, polarity: Polarity)
}

/// Finds dial candidates in a whole picture.
struct DialDetector: Sendable {
  var options: MeasureOptions

  /// Standard deviation of the smoothing, in samples of the reduced planes.
  private static let sigma = 1.1
  /// Least ridge strength, levels per squared sample.
  private static let threshold: Float = 1
  /// A circle with so many more distinct ticks than chance gives is a dial; with fewer it needs a regular scale.
  static let sureScore = 10.0
  static let possibleScore = 6.5

  /// Candidates, the best first.
  func candidates(_ bitmap: Bitmap) -> [DialCandidate] {
    var result: [(DialCandidate, Double)] = []
    let size = min(bitmap.width, bitmap.height)
    guard size >= 32 else { return [] }
    let pixels = Double(bitmap.width) * Double(bitmap.height)
    // About a megapixel shows ticks of a point or less in screens of two and three pixels a point.
    let factor = max(1, Int((pixels / 1_400_000).squareRoot().rounded(.up)))
    let planes = InkPlanes(bitmap, factor: factor)
    options.onStage?(.planes)
    // White ink first; the other three ways only where that shows no dial.
    let ways: [(Plane, Polarity)] = [
      (planes.darkest, .bright), (planes.brightest, .dark), (planes.darkest, .dark), (planes.brightest, .bright),
    ]
    for (plane, polarity) in ways {
      let found = bars(plane, polarity: polarity, factor: Double(factor))
      result += found
      if let best = found.first, best.1 >= Self.sureScore + 4 { break }
    }
    if (result.map(\.1).max() ?? 0) < Self.sureScore + 4 {
      for (plane, polarity) in [(planes.darkest, Polarity.dark), (planes.brightest, .bright)] {
        let dots = DotFinder(diameters: 2.5...40).dots(plane, factor: Double(factor))
        if let ring = DotRing.find(dots.filter { isWanted($0.x, $0.y) }) {
          result.append((.dots(ring, polarity: polarity), Double(ring.dots.count) + 6))
        }
      }
    }
    options.onStage?(.candidates)
    let order = result.indices.sorted {
      result[$0].1 != result[$1].1 ? result[$0].1 > result[$1].1 : $0 < $1
    }
    return order.map { result[$0].0 }
  }

  private func isWanted(_ x: Double, _ y: Double) -> Bool {
    options.region?.contains(Point(x: x, y: y)) ?? true
  }

  /// The circles of one plane and polarity, each without the bars of the one before.
  private func bars(_ plane: Plane, polarity: Polarity, factor: Double) -> [(DialCandidate, Double)] {
    let points = RidgeDetector(sigma: Self.sigma, threshold: Self.threshold, limit: 24000)
      .points(smoothed: plane.blurred(sigma: Self.sigma), polarity: polarity)
    var segments = SegmentLinker(lengths: 4...70, straightness: 0.45)
      .segments(points, width: plane.width, height: plane.height, factor: factor, polarity: polarity)
      .filter { isWanted($0.x, $0.y) }
    countNeighbours(&segments)
    options.onStage?(.marks)
    let longest = hypot(Double(plane.width), Double(plane.height)) * factor
    let search = CircleSearch(factor: factor, radii: (8 * factor)...(4 * longest))
    var result: [(DialCandidate, Double)] = []
    var remaining = segments
    for _ in 0..<4 {
      guard remaining.count >= 5 else { break }
      var best = search.best(remaining, polarity: polarity, count: 150)
      if result.isEmpty, (best?.score ?? 0) < Self.sureScore {
        let wider = search.best(remaining, polarity: polarity, count: 450)
        if (wider?.score ?? 0) > (best?.score ?? 0) { best = wider }
      }
      guard let best, best.score >= Self.possibleScore else { break }
      result.append((.bars(best, segments: remaining, factor: factor), best.score))
      let taken = Set(best.inliers)
      remaining = remaining.indices.filter { !taken.contains($0) && !lies(remaining[$0], on: best) }
        .map { remaining[$0] }
    }
    return result
  }

  /// Whether a bar belongs to a circle's ring, as a tick or between ticks.
  private func lies(_ segment: Segment, on circle: CircleCandidate) -> Bool {
    let distance = hypot(segment.x - circle.x, segment.y - circle.y)
    return distance < circle.radius * 1.1 && distance > circle.radius * 0.7
  }
}
