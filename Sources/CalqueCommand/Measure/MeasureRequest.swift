import CalqueArguments
import CalqueCore
import CalqueMeasure
import CalqueSpec

/// What `measure` was asked for.
struct MeasureRequest: Sendable {
  enum Format: Equatable, Sendable { case table, json, csv }
  var paths: [String]
  var pictures: PictureOptions
  var format: Format
  var region: Rect<Pixels>?
  var at: Point<Pixels>?
  /// nil where every kind is looked for and nothing need be found.
  var kinds: [ElementKind]?
  var annotation: String?
  var combines: Bool
  var threads: Int
  var showsTimings: Bool
  var isQuiet: Bool

  init(_ values: ParsedArguments, processors: Int) throws(CommandError) {
    paths = values.all("image")
    pictures = try PictureOptions(values)
    if values.flag("json") && values.flag("csv") {
      throw .usage(.conflict("'--json' and '--csv' exclude each other: give one of them"))
    }
    format = values.flag("json") ? .json : values.flag("csv") ? .csv : .table
    region = try values.numbers(
      "roi", count: 4, takes: "four numbers x,y,w,h in px, with w and h greater than 0",
      where: { $0[2] > 0 && $0[3] > 0 }
    ).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    at = try values.numbers("at", count: 2, takes: "two numbers x,y in px").map { Point(x: $0[0], y: $0[1]) }
    kinds = try Self.kinds(values)
    annotation = values.value("annotate")
    combines = values.flag("combine")
    threads = try values.count("threads", takes: "a whole number from 1") ?? processors
    showsTimings = values.flag("timings")
    isQuiet = values.flag("quiet")
    if paths.filter({ $0 == "-" }).count > 1 {
      throw .usage(.conflict("'-' stands for standard input, which can be read once"))
    }
    if annotation != nil && paths.count > 1 && !combines {
      throw .usage(.conflict("'--annotate' takes one image, or several with '--combine': run it once for each image"))
    }
    if annotation == "-" {
      throw .usage(.conflict("'--annotate' takes a file, because standard output holds the numbers"))
    }
    if let annotation { try expectPNG(annotation, of: "--annotate") }
    try expectOutput(annotation, of: "--annotate", isNone: paths)
    if combines && paths.count < 2 {
      throw .usage(.conflict("'--combine' takes two or more images of one control"))
    }
  }

  private static func kinds(_ values: ParsedArguments) throws(CommandError) -> [ElementKind]? {
    let given = values.all("kind")
    guard !given.isEmpty else { return nil }
    var kinds: [ElementKind] = []
    for list in given {
      for name in list.split(separator: ",", omittingEmptySubsequences: false) {
        guard let kind = ElementKind.allCases.first(where: { $0.name == name }) else {
          let names = ElementKind.allCases.map(\.name).joined(separator: ", ")
          throw .usage(values.invalid("kind", String(name), takes: "kinds separated by commas, of: \(names)"))
        }
        if !kinds.contains(kind) { kinds.append(kind) }
      }
    }
    return kinds
  }

  func options(scale: PixelScale?, parallel: @escaping ParallelFor, clock: StageClock) -> MeasureOptions {
    var options = MeasureOptions(
      scale: scale, region: region, at: at, kinds: Set(kinds ?? ElementKind.allCases), parallel: parallel)
    if showsTimings { options.onStage = { stage in clock.end(stage) } }
    return options
  }

  /// 0, or 1 where a kind was asked for and none was measured.
  func exitCode(_ inventory: Inventory) -> Int32 { kinds != nil && inventory.elements.isEmpty ? 1 : 0 }
}
