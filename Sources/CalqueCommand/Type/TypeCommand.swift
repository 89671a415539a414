import CalqueArguments
import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueType

/// `calque type IMAGE --text STRING --font NAME|FILE…`
func runType(_ values: ParsedArguments, _ console: Console) throws(CommandError) -> Int32 {
  let request = try TypeRequest(values, processors: processorCount)
  let run = try TypeRun(request: request)
  let result = try run.result()
  if !request.isQuiet {
    for note in result.notes { console.note("Note: \(note).") }
    for warning in result.picture.warnings where warning.isWorthANote {
      console.note("Warning: \(displayName(result.picture.path)): \(warning.message).")
    }
  }
  try console.print(
    request.printsJSON
      ? result.document(limit: request.limit).text(.pretty) + "\n"
      : result.table(Style(isOn: console.allowsColor), limit: request.limit))
  return 0
}

/// What `type` found.
struct TypeResult {
  var picture: Picture
  var text: String
  var ranking: TypeRanking
  var notes: [String]
}

struct TypeRun {
  let request: TypeRequest
  let picture: Picture
  let fonts: CandidateFonts
  let list: CandidateList

  init(request: TypeRequest) throws(CommandError) {
    self.request = request
    fonts = try CandidateFonts(request.fonts, weights: request.weights, library: FontLibrary())
    picture = try Picture(path: request.path, options: request.pictures)
    list = CandidateList(fonts: fonts.faces, pixelsPerPoint: picture.scale.scale?.pixelsPerPoint ?? 1)
  }

  func result() throws(CommandError) -> TypeResult {
    var best: TypeRanking?
    var hasInk = false
    for place in try places() {
      guard let coverage = inkCoverage(in: picture.bitmap, around: place.frame) else { continue }
      hasInk = true
      let candidates = try self.candidates(inkWidth: place.frame.width)
      guard let ranking = rankTypes(request.text, among: candidates, in: coverage, parallel: parallel),
        let match = ranking.matches.first
      else { continue }
      if match.correlation > best?.matches.first?.correlation ?? 0 { best = ranking }
    }
    guard let best else {
      throw .nothingToUse(
        path: picture.path,
        hasInk
          ? "none of the fonts has letters for '\(request.text)'"
          : "there is no ink at that place; pass another --at or --roi")
    }
    return TypeResult(picture: picture, text: request.text, ranking: best, notes: fonts.notes)
  }

  private var parallel: ParallelFor { concurrentFor(threads: request.threads) }

  private func candidates(inkWidth: Double) throws(CommandError) -> [TypeCandidate] {
    let sizes: [Double]
    if let given = request.sizes { sizes = given } else { sizes = try list.sizes(of: request.text, inkWidth: inkWidth) }
    guard sizes.count * fonts.faces.count <= TypeRequest.mostCandidates else {
      throw .usage(
        .conflict("that makes \(sizes.count * fonts.faces.count) candidates: narrow '--sizes' or '--weights'"))
    }
    return try list.candidates(sizes: sizes)
  }

  /// Where the word may stand.
  private func places() throws(CommandError) -> [WordPlace] {
    if let region = request.region {
      guard !region.intersection(picture.bitmap.bounds).isEmpty else {
        throw .usage(.conflict("'--roi' lies outside the picture"))
      }
      return [.region(region)]
    }
    let lines = textLines(in: picture, threads: request.threads)
    guard let at = request.at else {
      guard !lines.isEmpty else {
        throw .nothingToUse(path: picture.path, "no line of text was found in it; pass --at or --roi")
      }
      return lines.map { .line($0.ink) }
    }
    guard picture.bitmap.bounds.contains(at) else { throw .usage(.conflict("'--at' lies outside the picture")) }
    if let line = lines.first(where: { $0.ink.contains(at) }) { return [.line(line.ink)] }
    return [.region(try surroundings(of: at))]
  }

  /// As far around a place as the largest candidate reaches.
  private func surroundings(of at: Point<Pixels>) throws(CommandError) -> Rect<Pixels> {
    guard let sizes = request.sizes else {
      throw .nothingToUse(
        path: picture.path, "no line of text was found at that place; pass --roi, or --sizes beside --at")
    }
    var width = 0.0
    var height = 0.0
    for candidate in try list.candidates(sizes: [sizes.max() ?? 16]) {
      guard let ink = candidate.font.shape(request.text, size: candidate.size).ink else { continue }
      width = max(width, ink.width)
      height = max(height, ink.height)
    }
    return Rect(x: at.x - 0.6 * width, y: at.y - height, width: 1.2 * width, height: 2 * height)
  }
}
