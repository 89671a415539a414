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
      var frame = place
      for _ in 0..<Self.passes {
        guard let coverage = inkCoverage(in: picture.bitmap, around: frame) else { break }
        hasInk = true
        let candidates = try self.candidates(inkWidth: frame.width)
        guard let ranking = rankTypes(request.text, among: candidates, in: coverage),
          let match = ranking.matches.first
        else { break }
        if match.correlation > best?.matches.first?.correlation ?? 0 { best = ranking }
        // The ground is read best right around the ink.
        if isSame(match.ink, frame) { break }
        frame = match.ink
      }
    }
    guard let best else {
      throw .nothingToUse(
        path: picture.path,
        hasInk
          ? "none of the fonts has letters for '\(request.text)'"
          : "there is no ink at that place; pass another --at or --roi")
    }
    var notes = fonts.notes
    if let match = best.matches.first, match.correlation < Self.goodCorrelation {
      notes.append(
        "even the best candidate agrees only to \(fixed(match.correlation, 3)): the text, the font or the place may be "
          + "another")
    }
    return TypeResult(picture: picture, text: request.text, ranking: best, notes: notes)
  }

  /// Right candidates reach 0.99 over photographs and 0.998 on plain grounds, a wrong weight or family at most 0.98.
  private static let goodCorrelation = 0.985

  private static let passes = 3

  private func isSame(_ a: Rect<Pixels>, _ b: Rect<Pixels>) -> Bool {
    max((a.x - b.x).magnitude, (a.maxX - b.maxX).magnitude) < 1.5
      && max((a.y - b.y).magnitude, (a.maxY - b.maxY).magnitude) < 1.5
  }

  private func candidates(inkWidth: Double) throws(CommandError) -> [TypeCandidate] {
    let sizes: [Double]
    if let given = request.sizes { sizes = given } else { sizes = try list.sizes(of: request.text, inkWidth: inkWidth) }
    guard sizes.count * fonts.faces.count <= TypeRequest.mostCandidates else {
      throw .usage(
        .conflict("that makes \(sizes.count * fonts.faces.count) candidates: narrow '--sizes' or '--weights'"))
    }
    return try list.candidates(sizes: sizes)
  }

  /// Where the word may stand: around its ink, px.
  private func places() throws(CommandError) -> [Rect<Pixels>] {
    if let region = request.region {
      guard !region.intersection(picture.bitmap.bounds).isEmpty else {
        throw .usage(.conflict("'--roi' lies outside the picture"))
      }
      return [try located(within: region, at: nil)]
    }
    if let at = request.at {
      guard picture.bitmap.bounds.contains(at) else { throw .usage(.conflict("'--at' lies outside the picture")) }
      return [try located(within: surroundings(of: at), at: at)]
    }
    let lines = textLines(in: picture, threads: request.threads)
    guard !lines.isEmpty else {
      throw .nothingToUse(path: picture.path, "no line of text was found in it; pass --at or --roi")
    }
    return lines.flatMap(frames)
  }

  /// A line's ink, and that of as many neighbouring words as the text has.
  private func frames(_ line: TextSpec) -> [Rect<Pixels>] {
    let count = request.text.split(separator: " ").count
    guard line.words.count > count else { return [line.ink] }
    return [line.ink]
      + (0...line.words.count - count).map { first in
        line.words[first..<first + count].dropFirst().reduce(line.words[first]) { $0.union($1) }
      }
  }

  private func located(within region: Rect<Pixels>, at place: Point<Pixels>?) throws(CommandError) -> Rect<Pixels> {
    let found = locateWord(
      request.text, among: try list.sample(sizes: request.sizes), in: picture.bitmap, within: region, at: place)
    guard let found else {
      throw .nothingToUse(
        path: picture.path,
        "no candidate fits there: none has the letters, or all are too large for the place; pass other --sizes")
    }
    return found.ink
  }

  /// As far around a place as the largest candidate reaches.
  private func surroundings(of at: Point<Pixels>) throws(CommandError) -> Rect<Pixels> {
    var width = 0.0
    var height = 0.0
    for candidate in try list.sample(sizes: request.sizes).suffix(1) {
      guard let ink = candidate.font.shape(request.text, size: candidate.size).ink else { continue }
      width = max(width, 1.2 * ink.width)
      height = max(height, 2 * ink.height)
    }
    return Rect(x: at.x - width, y: at.y - height, width: 2 * width, height: 2 * height)
  }
}
