import CalqueArguments
import CalqueCore
import CalqueFiles
import CalqueMeasure
import CalqueSpec

/// `calque profile IMAGE --line … | --arc …`
func runProfile(_ values: ParsedArguments, _ console: Console) throws(CommandError) -> Int32 {
  let path = try profilePath(values)
  let step = try values.number("step", takes: "a number of px from 0.001") { $0 >= 0.001 } ?? 0.5
  let width = try values.number("width", takes: "a number of px from 0 to 10000") { $0 >= 0 && $0 <= 10_000 } ?? 0
  guard path.length / step <= 10_000_000 else {
    throw .usage(.conflict("'--step' is too small for this path: it would give more than 10 million rows"))
  }
  let options = try PictureOptions(values)
  let input = values.value("image") ?? "-"
  if let output = values.value("output"), output != "-" {
    try expectOutput(output, of: "--output", isNone: [input])
  }
  let picture = try Picture(path: input, options: options)
  let samples = brightnessProfile(of: picture.bitmap, along: path, step: step, width: width)
  let csv = profileCSV(samples, scale: picture.scale.scale)
  if !values.flag("quiet") {
    for warning in picture.warnings where warning.isWorthANote {
      console.note("Warning: \(displayName(picture.path)): \(warning.message).")
    }
    let empty = samples.filter { $0.color == nil }.count
    if empty > 0 {
      console.note(
        "Warning: \(empty) of \(samples.count) points lie outside the picture or on clear pixels; their colours are empty."
      )
    }
  }
  if let output = values.value("output"), output != "-" {
    try write(Array(csv.utf8), to: output)
  } else {
    try console.print(csv)
  }
  return 0
}

private func profilePath(_ values: ParsedArguments) throws(CommandError) -> ProfilePath {
  let line = try values.numbers("line", count: 4, takes: "four numbers x0,y0,x1,y1 in px")
  let arc = try values.numbers(
    "arc", count: 5, takes: "five numbers cx,cy,r,from,to in px and degrees, with r greater than 0",
    where: { $0[2] > 0 })
  switch (line, arc) {
  case (let line?, nil): return .line(from: Point(x: line[0], y: line[1]), to: Point(x: line[2], y: line[3]))
  case (nil, let arc?):
    return .arc(
      center: Point(x: arc[0], y: arc[1]), radius: arc[2], from: Angle(degrees: arc[3]), to: Angle(degrees: arc[4]))
  case (nil, nil): throw .usage(.missingArgument("--line <x0,y0,x1,y1> or --arc <cx,cy,r,from,to>"))
  default: throw .usage(.conflict("'--line' and '--arc' exclude each other: give one of them"))
  }
}

/// The table with its header; `s_pt` is empty without a scale, colours are empty where the picture has none.
func profileCSV(_ samples: [ProfileSample], scale: PixelScale?) -> String {
  var text = "s_px,s_pt,x,y,r,g,b,luma\n"
  for sample in samples {
    var fields = [csvNumber(sample.distance), scale.map { csvNumber($0.points(sample.distance)) } ?? ""]
    fields += [csvNumber(sample.point.x), csvNumber(sample.point.y)]
    if let color = sample.color, let luma = sample.luma {
      fields += [color.x, color.y, color.z, luma].map { fixed($0, 3) }
    } else {
      fields += ["", "", "", ""]
    }
    text += fields.joined(separator: ",") + "\n"
  }
  return text
}
