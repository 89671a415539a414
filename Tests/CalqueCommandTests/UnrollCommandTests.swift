import CalqueCommand
import CalqueFiles
import CalqueJSON
import Testing

@Suite struct UnrollCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func theStripHasTheSizeOfItsArc() throws {
    let output = folder.file("strip.png")
    let run = CommandRun(
      "unroll", try folder.picture("a.png"), "-o", output, "--center", "30,20", "--radius", "15", "--from", "-90",
      "--to",
      "90", "--inner", "8", "--outer", "18", "--json")
    #expect(run.exitCode == 0)
    let strip = try #require(try run.json()["strip"])
    #expect(strip["width"]?.double == 47)
    #expect(strip["height"]?.double == 10)
    #expect(strip["from"]?.double == -90)
    #expect(strip["measured"] == .bool(false))
    let bitmap = try readImage(path: output).bitmap
    #expect(bitmap.width == 47 && bitmap.height == 10)
    // Twelve o'clock, in the middle at the top: 18 px above the centre.
    let pixel = bitmap[23, 0]
    #expect((pixel.y * 255 - 5 * 2).magnitude < 2, "green says row 2.5")
  }

  @Test func marginsAreInPointsWhereTheScaleIsKnown() throws {
    let path = try folder.picture("a.png", width: 400, height: 300)
    let run = CommandRun(
      "unroll", path, "-o", folder.file("s.png"), "--center", "200,150", "--radius", "120", "--scale", "2", "--json")
    let strip = try #require(try run.json()["strip"])
    #expect(strip["inner"]?["px"]?.double == 52)
    #expect(strip["outer"]?["pt"]?.double == 68)
    let small = CommandRun(
      "unroll", path, "-o", folder.file("s.png"), "--center", "200,150", "--radius", "20", "--scale", "3", "--json")
    #expect(try small.json()["strip"]?["inner"]?["px"]?.double == 0, "34 pt inside would be beyond the centre")
  }

  @Test func theStripGoesToStandardOutputToo() throws {
    let path = try folder.picture("a.png")
    let ring = ["--center", "30,20", "--radius", "15", "-q"]
    let run = CommandRun(["unroll", path, "-o", "-"] + ring)
    #expect(run.exitCode == 0)
    #expect(run.output.dropFirst().hasPrefix("PNG"))
    #expect(CommandRun(["unroll", path, "-o", folder.file("s.png")] + ring).output.isEmpty)
  }

  @Test func hugeStripsAreRefused() throws {
    let run = CommandRun(
      "unroll", try folder.picture("a.png"), "-o", folder.file("s.png"), "--center", "30,20", "--radius", "1e8")
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("--cell"))
  }
}
