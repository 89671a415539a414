import CalqueCore
import CalqueFiles
import CalqueJSON
import CalqueTestSupport
import Foundation
import Testing

@testable import CalqueCommand

@Suite struct TypeCommandTests {
  static let font = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("CalqueTypeTests/Fixtures/axes.ttf").path

  /// HUE at 14.5 pt, weight 600, in a picture of 3 px a point.
  private func picture(in folder: TemporaryFolder) throws -> (path: String, word: SlabWord) {
    let word = SlabWord("HUE", size: 43.5, pointSize: 14.5, weight: 600, origin: Point(x: 60.3, y: 90.7))
    let bitmap = word.picture(width: 300, height: 160, ink: 245) { x, y in 40 + 0.1 * Double(x + y) }
    try writeAtomically(encodePNG(bitmap), to: folder.file("word@3x.png"))
    return (folder.file("word@3x.png"), word)
  }

  private func type(_ path: String, _ more: String...) -> CommandRun {
    CommandRun(["type", path, "--text", "HUE", "--font", Self.font] + more)
  }

  @Test(arguments: [["--at", "100,75"], ["--roi", "50,45,130,60"]])
  func ranksFontsAtAPlace(place: [String]) throws {
    let folder = try TemporaryFolder()
    let (path, word) = try picture(in: folder)
    let run = CommandRun(
      [
        "type", path, "--text", "HUE", "--font", Self.font, "--sizes", "12:18:0.5", "--weights", "400,500,600,700",
        "--json",
      ]
        + place)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] == .string("calque.type/1"))
    #expect(document["compared"] == .integer(52))
    #expect(document["decided"] == .bool(true))
    let candidates = try #require(document["candidates"]?.elements)
    #expect(candidates.count == 52)
    #expect(candidates[0]["size"]?.double == 14.5 && candidates[0]["weight"]?.double == 600)
    #expect(abs((candidates[0]["ink"]?["x"]?.double ?? 0) - word.ink.x) < 0.1)
    let ratios = candidates.compactMap { $0["ratio"]?.double }
    #expect(ratios == ratios.sorted() && ratios[1] > 2)
  }

  @Test func choosesSizesByItself() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    let best = try #require(try type(path, "--json", "--at", "100,75").json()["candidates"]?.elements?.first)
    #expect(best["size"]?.double == 14.5 && best["weight"]?.double == 600)
  }

  @Test func aMissingWeightIsSaid() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    let run = type(path, "--at", "100,75", "--weights", "600,1000")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("has no weight 1000; it has 100 to 900"))
    #expect(type(path, "--weights", "1000").exitCode == 64)
  }

  @Test func sizesArePixelsWithoutAScale() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    let renamed = folder.file("word.png")
    try FileManager.default.moveItem(atPath: path, toPath: renamed)
    let run = type(renamed, "--at", "100,75", "--sizes", "40:46", "--weights", "600")
    #expect(run.output.contains("Sizes are in px, because the scale is not known"))
    #expect(try type(renamed, "--at", "100,75", "--json").json()["sizeUnit"] == .string("px"))
  }

  @Test func limitsWhatItPrints() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    let document = try type(path, "--at", "100,75", "--json", "--limit", "3").json()
    #expect(document["candidates"]?.elements?.count == 3)
  }

  @Test(arguments: [
    ["--sizes", "0"], ["--sizes", "14:12:1"], ["--sizes", "14:18:0"], ["--sizes", "14:18:1:2"], ["--sizes", "x"],
    ["--weights", "0"], ["--weights", "400,"], ["--at", "1"], ["--at", "9999,0"], ["--roi", "0,0,0,5"],
    ["--roi", "900,900,5,5"], ["--at", "1,1", "--roi", "0,0,5,5"], ["--limit", "0"],
    ["--sizes", "1:900:0.01", "--at", "100,75"],
  ]) func wrongArgumentsAre64(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    let run = CommandRun(["type", path, "--text", "HUE", "--font", Self.font] + arguments)
    #expect(run.exitCode == 64 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func fontsThatAreNotThere() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try picture(in: folder)
    func run(_ font: String) -> CommandRun { CommandRun("type", path, "--text", "HUE", "--font", font) }
    let unknown = run("DejaVu Sanz")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("'DejaVu Sans'"))
    #expect(run(folder.file("none.ttf")).exitCode == 66)
    #expect(try run(folder.text("words.ttf", "no font")).exitCode == 65)
  }

  @Test func picturesWithoutTheWord() throws {
    let folder = try TemporaryFolder()
    let flat = Bitmap(width: 200, height: 100, rgba: [UInt8](repeating: 200, count: 80_000))
    try writeAtomically(encodePNG(flat), to: folder.file("flat.png"))
    #expect(type(folder.file("flat.png")).exitCode == 65)
    #expect(type(folder.file("flat.png"), "--at", "100,50").exitCode == 65)
    #expect(type(folder.file("none.png")).exitCode == 66)
  }
}
