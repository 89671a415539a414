import CalqueArguments
import CalqueCore

/// What `type` was asked for.
struct TypeRequest: Sendable {
  var path: String
  var pictures: PictureOptions
  var text: String
  /// Names of families and paths of files.
  var fonts: [String]
  /// pt, or px where the scale is not known; nil for those that the ink's width allows.
  var sizes: [Double]?
  /// nil for those that the fonts have.
  var weights: [Int]?
  var region: Rect<Pixels>?
  var at: Point<Pixels>?
  /// How many candidates are shown; nil for all.
  var limit: Int?
  var printsJSON: Bool
  var threads: Int
  var isQuiet: Bool

  /// More than this would be a slip of the pen.
  static let mostCandidates = 20_000
  private static let largestSize = 1000.0

  init(_ values: ParsedArguments, processors: Int) throws(CommandError) {
    path = values.value("image") ?? "-"
    pictures = try PictureOptions(values)
    text = values.value("text") ?? ""
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .usage(values.invalid("text", text, takes: "the word or line as it stands in the picture"))
    }
    if text.contains(where: \.isNewline) {
      throw .usage(values.invalid("text", text, takes: "one line; run it once for each line"))
    }
    fonts = values.all("font")
    sizes = try Self.sizes(values)
    weights = try Self.weights(values)
    region = try values.numbers(
      "roi", count: 4, takes: "four numbers x,y,w,h in px, with w and h greater than 0",
      where: { $0[2] > 0 && $0[3] > 0 }
    ).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    at = try values.numbers("at", count: 2, takes: "two numbers x,y in px").map { Point(x: $0[0], y: $0[1]) }
    if region != nil && at != nil {
      throw .usage(.conflict("'--at' and '--roi' exclude each other: give one of them"))
    }
    limit = try values.count("limit", takes: "a whole number from 1")
    printsJSON = values.flag("json")
    threads = try values.count("threads", takes: "a whole number from 1") ?? processors
    isQuiet = values.flag("quiet")
  }

  /// Sizes separated by commas, each a number or `from:to:step`.
  private static func sizes(_ values: ParsedArguments) throws(CommandError) -> [Double]? {
    let takes = "sizes above 0 and up to 1000, as 14:18:0.5 (from, to, step) or 14,15,17"
    guard let text = values.value("sizes") else { return nil }
    var sizes: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let fields = part.split(separator: ":", omittingEmptySubsequences: false).map { plainNumber(String($0)) }
      switch fields.count {
      case 1:
        guard let size = fields[0] else { throw .usage(values.invalid("sizes", text, takes: takes)) }
        sizes.append(size)
      case 2, 3:
        guard let from = fields[0], let to = fields[1], let step = fields.count == 3 ? fields[2] : 1, from <= to,
          step > 0, (to - from) / step < Double(mostCandidates)
        else { throw .usage(values.invalid("sizes", text, takes: takes)) }
        // The end belongs to the range, whatever rounding does to the steps.
        let count = Int(((to - from) / step + 1e-6).rounded(.down))
        for i in 0...count { sizes.append(from + Double(i) * step) }
      default: throw .usage(values.invalid("sizes", text, takes: takes))
      }
    }
    guard sizes.allSatisfy({ $0 > 0 && $0 <= largestSize }) else {
      throw .usage(values.invalid("sizes", text, takes: takes))
    }
    return withoutRepetitions(sizes)
  }

  private static func weights(_ values: ParsedArguments) throws(CommandError) -> [Int]? {
    guard let text = values.value("weights") else { return nil }
    var weights: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let weight = Int(part), (1...1000).contains(weight) else {
        throw .usage(values.invalid("weights", text, takes: "whole numbers from 1 to 1000, as 400,600"))
      }
      weights.append(weight)
    }
    return withoutRepetitions(weights)
  }

  private static func withoutRepetitions<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen = Set<Value>()
    return values.filter { seen.insert($0).inserted }
  }
}
