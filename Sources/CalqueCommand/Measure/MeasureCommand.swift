import CalqueArguments
import CalqueCore
import CalqueDraw
import CalqueFiles
import CalqueJSON
import CalqueMeasure
import CalqueSpec

/// `calque measure IMAGE…`
func runMeasure(_ values: ParsedArguments, _ console: Console) throws(CommandError) -> Int32 {
  let request = try MeasureRequest(values, processors: processorCount)
  let run = MeasureRun(request: request, console: console)
  if request.combines { return try run.combined() }
  if request.paths.count == 1 { return try run.single(request.paths[0]) }
  return try run.several()
}

struct MeasureRun: Sendable {
  let request: MeasureRequest
  let console: Console

  // MARK: One picture

  /// With one picture nothing goes to standard output unless all is well.
  func single(_ path: String) throws(CommandError) -> Int32 {
    let measurement = try measured(path, parallel: concurrentFor(threads: request.threads))
    try annotate(measurement)
    note(measurement)
    if request.format == .csv { try console.print(PictureMeasurement.csvHeader) }
    try console.print(output(measurement, layout: .pretty))
    return request.exitCode(measurement.inventory)
  }

  private func measured(_ path: String, parallel: @escaping ParallelFor) throws(CommandError) -> PictureMeasurement {
    let clock = StageClock()
    let picture = try Picture(path: path, options: request.pictures)
    clock.endDecoding()
    let options = request.options(scale: picture.scale.scale, parallel: parallel, clock: clock)
    let inventory = measure(picture.bitmap, options: options)
    return PictureMeasurement(
      picture: picture, inventory: inventory, warnings: picture.warnings,
      timings: request.showsTimings ? clock : nil)
  }

  // MARK: Several pictures

  /// Measured on several threads, written in the order given as soon as all before are done; one bad file does not stop
  /// the rest.
  func several() throws(CommandError) -> Int32 {
    let paths = request.paths
    let progress = Progress(console, total: paths.count, isQuiet: request.isQuiet)
    let queue = OrderedOutput(count: paths.count)
    if request.format == .csv { try console.print(PictureMeasurement.csvHeader) }
    concurrentFor(threads: min(request.threads, paths.count))(paths.count) { index in
      guard queue.broken == nil else { return }
      let outcome = self.outcome(paths[index], isFirst: index == 0)
      progress.advance()
      queue.finish(index, outcome) { ready in
        progress.clear()
        ready.notes.forEach(console.note)
        return ready.output.isEmpty ? .written : console.writeOutput(ready.output)
      }
    }
    progress.clear()
    if let broken = queue.broken { throw .brokenOutput(isClosed: broken == .closed) }
    return queue.exitCode
  }

  private func outcome(_ path: String, isFirst: Bool) -> OrderedOutput.Outcome {
    do {
      let measurement = try measured(path, parallel: sequentialFor)
      var text = output(measurement, layout: .compact)
      if request.format == .table && !isFirst { text = "\n" + text }
      return OrderedOutput.Outcome(
        output: Array(text.utf8), notes: notes(measurement), exitCode: request.exitCode(measurement.inventory))
    } catch {
      var outcome = OrderedOutput.Outcome(output: [], notes: ["Error: \(error.message)"], exitCode: error.exitCode)
      if request.format == .json { outcome.output = errorDocument(path: path, error).bytes() + [0x0A] }
      return outcome
    }
  }

  // MARK: One control in several pictures

  /// Fitted together and written as one result; a picture that cannot be read is left out with a warning.
  func combined() throws(CommandError) -> Int32 {
    let clock = StageClock()
    var pictures: [Picture] = []
    var errors: [CommandError] = []
    for path in request.paths {
      do { pictures.append(try Picture(path: path, options: request.pictures)) } catch { errors.append(error) }
    }
    clock.endDecoding()
    guard let first = pictures.first else {
      errors.sort { $0.exitCode < $1.exitCode }
      for error in errors.dropLast() { console.note("Error: \(error.message)") }
      throw errors[errors.count - 1]
    }
    var warnings = first.warnings
    warnings += errors.map { Warning(code: "unreadable", message: $0.message) }
    let scales = Set(pictures.map { $0.scale.scale?.pixelsPerPoint ?? 0 })
    if scales.count > 1 {
      warnings.append(
        Warning(code: "differentScales", message: "the pictures have different scales; the first one's is used"))
    }
    let options = request.options(
      scale: first.scale.scale, parallel: concurrentFor(threads: request.threads), clock: clock)
    let combined = measureCombined(pictures.map(\.bitmap), options: options)
    let inventory = combined.inventory
    for i in pictures.indices where !combined.pictures.contains(i) {
      let name = displayName(pictures[i].path)
      warnings.append(
        Warning(
          code: "notCombined",
          message: "\(name) shows no dial at the place and of the size of the first one's; left out"))
    }
    let measurement = PictureMeasurement(
      picture: first, inventory: inventory, sources: combined.pictures.map { pictures[$0].path }, warnings: warnings,
      timings: request.showsTimings ? clock : nil)
    try annotate(measurement)
    note(measurement)
    if request.format == .csv { try console.print(PictureMeasurement.csvHeader) }
    try console.print(output(measurement, layout: .pretty))
    return max(request.exitCode(inventory), errors.map(\.exitCode).max() ?? 0)
  }

  // MARK: Output

  private func output(_ measurement: PictureMeasurement, layout: JSONLayout) -> String {
    switch request.format {
    case .json: return measurement.document.text(layout) + "\n"
    case .csv: return measurement.csvRows
    case .table:
      return measurement.table(Style(isOn: console.allowsColor), kinds: request.kinds ?? ElementKind.allCases)
    }
  }

  private func annotate(_ measurement: PictureMeasurement) throws(CommandError) {
    guard let path = request.annotation else { return }
    if !request.isQuiet, measurement.inventory.elements.isEmpty, measurement.inventory.refused.isEmpty {
      console.note("Note: \(path): nothing was found, so nothing is drawn over the picture.")
    }
    let drawn: Bitmap
    do {
      drawn = try CalqueDraw.annotate(
        measurement.picture.bitmap, with: measurement.inventory, scale: measurement.picture.scale.scale)
    } catch {
      throw .drawing(path: path, error)
    }
    try write(png(drawn, for: path), to: path)
  }

  private func note(_ measurement: PictureMeasurement) { notes(measurement).forEach(console.note) }

  private func notes(_ measurement: PictureMeasurement) -> [String] {
    var notes: [String] = []
    let path = displayName(measurement.picture.path)
    if !request.isQuiet {
      notes += measurement.warnings.filter(\.isWorthANote).map { "Warning: \(path): \($0.message)." }
    }
    if let timings = measurement.timings {
      let entries = timings.entries
      let total = entries.reduce(0) { $0 + $1.milliseconds }
      notes.append(
        "\(path): "
          + (entries + [("total", total)]).map { "\($0.name) \(fixed($0.milliseconds, 1))" }.joined(separator: ", ")
          + " ms")
    }
    return notes
  }
}
