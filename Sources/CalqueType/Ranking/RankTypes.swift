import CalqueCore
import CalqueMeasure

/// Ranks candidates by how well each explains a word in a picture.
///
/// Every candidate is shaped and drawn at its own size, unhinted, because the width of a system font is not
/// proportional to its size; its offset is fitted to a fraction of a pixel.
/// - Parameters:
///   - text: The word or line, known beforehand.
///   - candidates: What it may be set in; the order of equals.
///   - coverage: Of the word's ink in the picture.
///   - frame: Roughly around the word's ink in the picture, px; nil where the coverage holds the word alone.
/// - Returns: nil where there is no ink, or no candidate has any for the text.
public func rankTypes(
  _ text: String, among candidates: [TypeCandidate], in coverage: InkCoverage, within frame: Rect<Pixels>? = nil
) -> TypeRanking? {
  TypeRanker(text: text, candidates: candidates, word: WordCoverage(coverage))
    .rank(within: frame)
}

struct TypeRanker {
  let text: String
  let candidates: [TypeCandidate]
  let word: WordCoverage

  private struct Fitted {
    var candidate: TypeCandidate
    var outlines: [OutlineElement]
    var fit: WordFit
  }

  func rank(within frame: Rect<Pixels>?) -> TypeRanking? {
    let whole = Rect<Pixels>(
      x: Double(word.x), y: Double(word.y), width: Double(word.width), height: Double(word.height))
    guard let rough = word.ink(within: frame ?? whole), word.energy > 0 else { return nil }
    var fitted: [Fitted] = []
    for candidate in candidates {
      let outlines = candidate.outlines(of: text)
      guard let fitter = WordFitter(outlines, over: word, contrast: 0) else { continue }
      let fit = fitter.fit(around: rough.center, reachX: Self.reach, reachY: Self.reach)
      fitted.append(Fitted(candidate: candidate, outlines: outlines, fit: fit))
    }
    guard !fitted.isEmpty else { return nil }
    sort(&fitted)
    let contrast = contrast(fitted)
    if contrast != 0 {
      for i in fitted.indices {
        guard let fitter = WordFitter(fitted[i].outlines, over: word, contrast: contrast) else { continue }
        fitted[i].fit = fitter.refined(fitted[i].fit.origin)
      }
      sort(&fitted)
    }
    return ranking(fitted, contrast: contrast, whole: whole)
  }

  /// Whole pixels around the ink's middle that are tried, either way.
  private static let reach = 3

  private func sort(_ fitted: inout [Fitted]) {
    let order = fitted.indices.sorted {
      (-fitted[$0].fit.correlation, $0) < (-fitted[$1].fit.correlation, $1)
    }
    fitted = order.map { fitted[$0] }
  }

  /// The contrast with which the best of the front-runners explains the picture best.
  private func contrast(_ fitted: [Fitted]) -> Double {
    var best = (correlation: fitted[0].fit.correlation, contrast: 0.0)
    for entry in fitted.prefix(Self.frontRunners) {
      guard let plain = WordFitter(entry.outlines, over: word, contrast: 0) else { continue }
      let contrast = min(max(plain.contrastExplaining(entry.fit), Self.contrasts.lowerBound), Self.contrasts.upperBound)
      guard let fitter = WordFitter(entry.outlines, over: word, contrast: contrast) else { continue }
      let correlation = fitter.refined(entry.fit.origin).correlation
      if correlation > best.correlation { best = (correlation, contrast) }
    }
    return best.contrast
  }

  private static let frontRunners = 6
  /// Text drawn with gamma 1.4 to 2.2 either way lies well within.
  private static let contrasts = -0.6...0.8

  private func ranking(_ fitted: [Fitted], contrast: Double, whole: Rect<Pixels>) -> TypeRanking? {
    let first = fitted[0]
    let around = Rect<Pixels>(
      minX: first.fit.ink.x - 3, minY: first.fit.ink.y - 3, maxX: first.fit.ink.maxX + 3, maxY: first.fit.ink.maxY + 3)
    guard let ink = word.ink(within: around), let leader = patches(first, contrast) else { return nil }
    let sigma = hypot(Self.extremeSigma, Double(word.noise))
    let difference = sigma * 2.0.squareRoot()
    let least = max(1 - first.fit.correlation, 1e-9)
    var matches: [TypeMatch] = []
    for (place, entry) in fitted.enumerated() {
      let ratio = (1 - entry.fit.correlation) / least
      var margin = 0.0
      if place > 0, let other = patches(entry, contrast) { margin = Self.margin(leader, other) }
      let isWithinNoise =
        place == 0 || ratio < Self.leastRatio || margin < Self.leastMargin || isSameButForSize(entry, first)
      matches.append(
        TypeMatch(
          candidate: entry.candidate, ink: entry.fit.ink,
          widthResidual: Estimate(entry.fit.ink.width - ink.width, sigma: difference),
          heightResidual: Estimate(entry.fit.ink.height - ink.height, sigma: difference),
          correlation: entry.fit.correlation, ratio: place == 0 ? 1 : ratio, margin: margin,
          isWithinNoise: isWithinNoise))
    }
    return TypeRanking(ink: ink, inkSigma: sigma, contrast: contrast, matches: matches)
  }

  /// What remains unknown of an outline's extreme within the last pixel, px.
  private static let extremeSigma = 0.15
  /// A worse candidate's share of unexplained coverage over the best's.
  static let leastRatio = 1.2
  static let leastMargin = 2.0

  /// Letters stand on quarters of a pixel in most systems, which makes a word by so much wider or narrower, px.
  private static let placement = 0.4

  /// Whether two candidates of one face differ by less than the places of letters do.
  private func isSameButForSize(_ a: Fitted, _ b: Fitted) -> Bool {
    a.candidate.font.path == b.candidate.font.path && a.candidate.weight == b.candidate.weight
      && (a.fit.ink.width - b.fit.ink.width).magnitude < Self.placement
      && (a.fit.ink.height - b.fit.ink.height).magnitude < Self.placement
  }

  /// Squared residuals, summed over patches of the picture's part.
  private func patches(_ entry: Fitted, _ contrast: Double) -> [Double]? {
    WordFitter(entry.outlines, over: word, contrast: contrast)?.patches(entry.fit)
  }

  private static func margin(_ best: [Double], _ other: [Double]) -> Double {
    var sum = 0.0
    var squares = 0.0
    for i in best.indices {
      let difference = other[i] - best[i]
      sum += difference
      squares += difference * difference
    }
    return squares > 0 ? sum / squares.squareRoot() : 0
  }
}
