import CalqueArguments
import CalqueCore
import CalqueFiles
import CalqueJSON
import CalqueMeasure
import CalqueSpec

/// `calque unroll IMAGE -o FILE.png`
func runUnroll(_ values: ParsedArguments, _ console: Console) throws(CommandError) -> Int32 {
  let request = try UnrollRequest(values)
  let picture = try Picture(path: request.path, options: request.pictures)
  let ring = try request.ring(in: picture)
  let geometry = try request.geometry(ring, picture: picture)
  let strip = polarStrip(of: picture.bitmap, geometry)
  let encoded = try png(strip.bitmap(like: picture.bitmap), for: request.output)
  if request.output == "-" {
    try console.print(encoded)
  } else {
    try write(encoded, to: request.output)
  }
  if !request.isQuiet {
    for warning in picture.warnings where warning.isWorthANote {
      console.note("Warning: \(displayName(picture.path)): \(warning.message).")
    }
  }
  if request.printsJSON {
    let document = unrollDocument(picture, geometry, output: request.output, isMeasured: ring.isMeasured)
    try console.print(document.text(.pretty) + "\n")
  } else if !request.isQuiet {
    console.note(
      "\(request.output == "-" ? "strip" : request.output): \(geometry.width) × \(geometry.height) px, \(fixed(geometry.from.degrees, 2))° to "
        + "\(fixed(geometry.to.degrees, 2))°, radius \(fixed(geometry.inner, 1)) to \(fixed(geometry.outer, 1)) px")
  }
  return 0
}

struct UnrollRequest {
  struct Ring {
    var center: Point<Pixels>
    var radius: Double
    var from: Angle
    var to: Angle
    /// Whether it is a dial that was found, and not passed.
    var isMeasured: Bool
  }

  var path: String
  var output: String
  var pictures: PictureOptions
  var center: Point<Pixels>?
  var radius: Double?
  var from: Double?
  var to: Double?
  var inner: Double?
  var outer: Double?
  var cell: Double
  var printsJSON: Bool
  var isQuiet: Bool

  init(_ values: ParsedArguments) throws(CommandError) {
    path = values.value("image") ?? "-"
    output = values.value("output") ?? ""
    pictures = try PictureOptions(values)
    center = try values.numbers("center", count: 2, takes: "two numbers x,y in px").map { Point(x: $0[0], y: $0[1]) }
    radius = try values.number("radius", takes: "a number of px greater than 0") { $0 > 0 }
    from = try values.number("from", takes: "an angle in degrees")
    to = try values.number("to", takes: "an angle in degrees")
    inner = try values.number("inner", takes: "a number of px from 0") { $0 >= 0 }
    outer = try values.number("outer", takes: "a number of px greater than 0") { $0 > 0 }
    cell = try values.number("cell", takes: "a number of px from 0.05 to 1000") { $0 >= 0.05 && $0 <= 1000 } ?? 1
    printsJSON = values.flag("json")
    isQuiet = values.flag("quiet")
    if output == "-" && printsJSON {
      throw .usage(.conflict("'--json' needs a file as '--output', because both would go to standard output"))
    }
    if output != "-" {
      try expectPNG(output, of: "--output")
      try expectOutput(output, of: "--output", isNone: [path])
    }
    if (center == nil) != (radius == nil) {
      throw .usage(.conflict("'--center' and '--radius' need each other: give both, or neither to find the dial"))
    }
  }

  /// The ring that was passed, or the first dial that is found.
  func ring(in picture: Picture) throws(CommandError) -> Ring {
    if let center, let radius {
      return Ring(
        center: center, radius: radius, from: Angle(degrees: from ?? -180), to: Angle(degrees: to ?? 180),
        isMeasured: false)
    }
    let options = MeasureOptions(
      scale: picture.scale.scale, kinds: [.dial], parallel: concurrentFor(threads: processorCount))
    let inventory = measure(picture.bitmap, options: options)
    guard case .dial(let dial)? = inventory.elements.first else {
      let reason = inventory.refused.first.map { ": \($0.message)" } ?? ""
      throw .nothingToUse(
        path: picture.path, "no dial could be measured in it\(reason); pass --center and --radius to unroll it anyway")
    }
    let (first, last) = extent(of: dial, pixelsPerPoint: picture.scale.scale?.pixelsPerPoint ?? 1)
    return Ring(
      center: dial.center.point, radius: dial.radius.value, from: from.map { Angle(degrees: $0) } ?? first,
      to: to.map { Angle(degrees: $0) } ?? last, isMeasured: true)
  }

  /// From the first tick to the last and beyond either by a step, or by 16 pt where that is more, so that a label under
  /// the last tick stays whole; a whole turn where those overlap.
  private func extent(of dial: DialSpec, pixelsPerPoint: Double) -> (Angle, Angle) {
    guard let first = dial.ticks.first, let last = dial.ticks.last, dial.ticks.count > 1 else {
      return (Angle(degrees: -180), Angle(degrees: 180))
    }
    let span = last.angle.radians - first.angle.radians
    let margin = max(span / Double(dial.ticks.count - 1), 16 * pixelsPerPoint / dial.radius.value)
    guard dial.leading.kind != .none, span > 0, span + 2 * margin < 2 * Double.pi else {
      return (Angle(degrees: -180), Angle(degrees: 180))
    }
    return (Angle(radians: first.angle.radians - margin), Angle(radians: last.angle.radians + margin))
  }

  func geometry(_ ring: Ring, picture: Picture) throws(CommandError) -> PolarStripGeometry {
    let pixelsPerPoint = picture.scale.scale?.pixelsPerPoint ?? 1
    let inside = inner ?? max(0, ring.radius - 34 * pixelsPerPoint)
    let outside = outer ?? ring.radius + 8 * pixelsPerPoint
    guard inside < outside else {
      throw .usage(
        .conflict("'--inner' (\(fixed(inside, 1)) px) must be less than '--outer' (\(fixed(outside, 1)) px)"))
    }
    let geometry = PolarStripGeometry(
      center: ring.center, radius: ring.radius, from: ring.from, to: ring.to, inner: inside, outer: outside,
      pixelsPerCell: cell)
    guard let geometry, Double(geometry.width) * Double(geometry.height) <= Double(pictures.maximumPixels) else {
      throw .usage(
        .conflict("the strip would have more than \(pictures.maximumPixels) px: narrow it, or give a larger '--cell'"))
    }
    return geometry
  }
}

/// The document `calque.unroll/1`.
func unrollDocument(
  _ picture: Picture, _ geometry: PolarStripGeometry, output: String, isMeasured: Bool
) -> JSONValue {
  let units = picture.units
  return .object([
    JSONMember("schema", .string("calque.unroll/1")), JSONMember("image", picture.json),
    JSONMember(
      "strip",
      .object([
        JSONMember("path", .string(output)), JSONMember("width", .integer(geometry.width)),
        JSONMember("height", .integer(geometry.height)),
        JSONMember(
          "center",
          .object([JSONMember("x", .rounded(geometry.center.x)), JSONMember("y", .rounded(geometry.center.y))])),
        JSONMember("radius", units.length(geometry.radius)), JSONMember("inner", units.length(geometry.inner)),
        JSONMember("outer", units.length(geometry.outer)), JSONMember("from", .degrees(geometry.from)),
        JSONMember("to", .degrees(geometry.to)),
        JSONMember(
          "degreesPerColumn", .rounded((geometry.to.degrees - geometry.from.degrees) / Double(geometry.width))),
        JSONMember("pxPerRow", .rounded((geometry.outer - geometry.inner) / Double(geometry.height))),
        JSONMember("measured", .bool(isMeasured)),
      ])), JSONMember("warnings", .array(picture.warnings.map(\.json))),
  ])
}
