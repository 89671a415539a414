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

  /// A few candidates by which a word can be found, from small to large: sizes that lie apart, and a light, a middle and
  /// a heavy face of each family.
  /// - Parameter sizes: Those that are to be tried; nil where any of ordinary text may be meant.
  func sample(sizes: [Double]?) throws(CommandError) -> [TypeCandidate] {
    let all = sizes?.sorted() ?? Self.ordinarySizes
    var chosen: [Double] = []
    for size in all where chosen.last.map({ size >= Self.apart * $0 }) ?? true { chosen.append(size) }
    if let last = all.last, let largest = chosen.last, last > largest { chosen.append(last) }
    var families: [String: [(face: FontFace, weight: Int)]] = [:]
    for font in fonts { families[font.face.family, default: []].append(font) }
    var result: [TypeCandidate] = []
    for family in families.keys.sorted() {
      guard let group = families[family] else { continue }
      for index in Set([0, group.count / 2, group.count - 1]).sorted() {
        let font = CandidateList(fonts: [group[index]], pixelsPerPoint: pixelsPerPoint)
        result += try font.candidates(sizes: chosen)
      }
    }
    return result.sorted { $0.size < $1.size }
  }

  /// pt
  private static let ordinarySizes = Array(stride(from: 8.0, through: 40, by: 0.5))
  /// The ratio of two sizes of which one finds what is set in the other.
  private static let apart = 1.06

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
