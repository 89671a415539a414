import CalqueCore
import CalqueType

/// Every font, weight and size that is to be tried.
struct CandidateList {
  var fonts: [(face: FontFace, weight: Int)]
  /// px a point, or 1 where the scale is not known.
  var pixelsPerPoint: Double

  /// One candidate for each font, weight and size.
  func candidates(sizes: [Double]) throws(CommandError) -> [TypeCandidate] {
    var result: [TypeCandidate] = []
    for (face, weight) in fonts {
      var shared: Font?
      for size in sizes {
        let font: Font
        if let shared { font = shared } else { font = try open(face, weight, size) }
        if !face.hasOpticalSizes { shared = font }
        result.append(
          TypeCandidate(font: font, weight: weight, size: size * pixelsPerPoint, pointSize: size))
      }
    }
    return result
  }

  /// Half points at which any of the fonts sets the text about as wide as it is in the picture.
  func sizes(of text: String, inkWidth: Double) throws(CommandError) -> [Double] {
    var sizes = Set<Double>()
    for (face, weight) in fonts {
      let trial = Self.trialSize
      let font = try open(face, weight, trial)
      let run = font.shape(text, size: trial * pixelsPerPoint, pointSize: trial)
      guard let ink = run.ink, ink.width > 0 else { continue }
      let estimate = trial * inkWidth / ink.width
      let first = (2 * estimate * (1 - Self.spread)).rounded(.down)
      let last = (2 * estimate * (1 + Self.spread)).rounded(.up)
      for half in stride(from: max(1, first), through: max(1, last), by: 1) { sizes.insert(half / 2) }
    }
    return sizes.sorted()
  }

  /// pt; near the sizes of most text, so that tracking is about right.
  private static let trialSize = 16.0
  /// Tracking and optical sizes change a width by less.
  private static let spread = 0.12

  private func open(_ face: FontFace, _ weight: Int, _ size: Double) throws(CommandError) -> Font {
    do { return try face.font(weight: weight, pointSize: size) } catch { throw .noFont(path: face.path) }
  }
}
