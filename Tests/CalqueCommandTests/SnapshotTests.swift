import CalqueCore
import CalqueJSON
import CalqueSpec
import CalqueTestSupport
import Foundation
import Testing

@testable import CalqueCommand

/// Text that people see, against files. `CALQUE_RECORD=1` writes the files anew.
@Suite struct SnapshotTests {
  func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snapshots")
    let file = folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["CALQUE_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "differs from Snapshots/\(name).txt", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["measure", "unroll", "profile", "type"]) func helpOfVerbs(verb: String) throws {
    try expectSnapshot(CommandRun("help", verb).output, "help-\(verb)")
  }

  @Test func helpOfTheTool() throws { try expectSnapshot(CommandRun("--help").output, "help") }

  @Test func helpFitsInEightyColumns() {
    for arguments in [["--help"], ["help", "measure"], ["help", "unroll"], ["help", "profile"], ["help", "type"]] {
      for line in CommandRun(arguments).lines { #expect(line.count <= 80, "\(line)") }
    }
  }

  func measurement(_ inventory: Inventory, scale: Double?) throws -> PictureMeasurement {
    let folder = try TemporaryFolder()
    var picture = try Picture(path: folder.picture("shot.png"), options: PictureOptions(scale: scale))
    picture.path = "shot.png"
    return PictureMeasurement(picture: picture, inventory: inventory, warnings: picture.warnings)
  }

  @Test func tableOfADial() throws {
    let measurement = try measurement(Inventory(elements: [.dial(.sample)]), scale: 3)
    let table = measurement.table(Style(isOn: false), kinds: [.dial])
    try expectSnapshot(table, "table-dial")
    for line in table.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func tableOfADialWithoutAScale() throws {
    var dial = DialSpec.sample
    dial.rim = nil
    dial.pointer = nil
    dial.notch = DialNotch()
    dial.disc = nil
    dial.labels = []
    dial.law = DialLaw(alternatives: [DialLaw.Candidate(kind: .linear, residual: 3.2)])
    dial.leading = DialEnd(kind: .outside)
    dial.ticks = dial.ticks.suffix(4)
    for index in dial.ticks.indices { dial.ticks[index].zoom = nil }
    let measurement = try measurement(Inventory(elements: [.dial(dial), .dial(.sample)]), scale: nil)
    try expectSnapshot(measurement.table(Style(isOn: false), kinds: [.dial]), "table-two-dials-px")
  }

  @Test func tableOfNothing() throws {
    let refusal = Refusal(
      kind: .dial, frame: Rect(x: 10, y: 20, width: 300, height: 80), code: .shortArc,
      message: "The visible arc of 4° is too short to tell its radius.")
    let measurement = try measurement(Inventory(refused: [refusal]), scale: 3)
    try expectSnapshot(measurement.table(Style(isOn: false), kinds: [.dial]), "table-nothing")
  }

  @Test func csvOfADial() throws {
    let measurement = try measurement(Inventory(elements: [.dial(.sample)]), scale: 3)
    try expectSnapshot(PictureMeasurement.csvHeader + measurement.csvRows, "csv-dial")
  }

  @Test func jsonOfADial() throws {
    let measurement = try measurement(Inventory(elements: [.dial(.sample)]), scale: 3)
    try expectSnapshot(measurement.document.text(.pretty) + "\n", "json-dial")
  }

  @Test func colourAddsNothingButEscapes() throws {
    let measurement = try measurement(Inventory(elements: [.dial(.sample)]), scale: 3)
    let colored = measurement.table(Style(isOn: true), kinds: [.dial])
    #expect(colored.contains("\u{1B}["))
    #expect(
      colored.replacingOccurrences(of: "\u{1B}\\[[0-9]+m", with: "", options: .regularExpression)
        == measurement.table(Style(isOn: false), kinds: [.dial]))
  }
}
