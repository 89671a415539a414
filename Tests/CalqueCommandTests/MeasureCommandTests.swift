import CalqueCommand
import CalqueFiles
import CalqueJSON
import Testing

@Suite struct MeasureCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func theDocumentSaysWhatWasRead() throws {
    let path = try folder.picture("a@3x.png")
    let json = try CommandRun("measure", path, "--json").json()
    #expect(json["schema"]?.text == "calque.measure/1")
    let image = try #require(json["image"])
    #expect(image["path"]?.text == path)
    #expect(image["width"]?.double == 60)
    #expect(image["height"]?.double == 40)
    #expect(image["scale"]?.double == 3)
    #expect(image["scaleSource"]?.text == "fileName")
    #expect(image["colorSpace"]?.text == "sRGB")
    #expect(json["timings"] == nil)
  }

  @Test func aDeviceGivesScaleAndSafeArea() throws {
    let run = CommandRun("measure", try folder.picture("a.png", width: 1206, height: 2622), "--json")
    let image = try #require(try run.json()["image"])
    #expect(image["scale"]?.double == 3)
    #expect(image["scaleSource"]?.text == "device")
    #expect(image["safeArea"]?["top"]?.double == 62)
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["3", "3x", "@3x", " 3"]) func scalesAreReadAsFileNamesHaveThem(text: String) throws {
    let json = try CommandRun("measure", try folder.picture("a.png"), "--json", "--scale", text).json()
    #expect(json["image"]?["scale"]?.double == 3)
  }

  @Test func aStoreSizeIsToldInTheResultAlone() throws {
    let path = try folder.picture("a.png", width: 1290, height: 2796)
    let run = CommandRun("measure", path, "--json")
    #expect(try run.json()["warnings"]?[0]?["code"]?.text == "storeSize")
    #expect(run.errors.isEmpty)
    #expect(CommandRun("measure", path).lines[1].contains("an App Store size too"))
    #expect(!CommandRun("measure", path, "--scale", "3").lines[1].contains("App Store"))
  }

  @Test func contradictionsAreWarnedOfInBothPlaces() throws {
    let path = try folder.picture("a@3x.png")
    let run = CommandRun("measure", path, "--json", "--scale", "2")
    #expect(try run.json()["warnings"]?[0]?["code"]?.text == "scaleConflict")
    #expect(run.errors.hasPrefix("Warning: "))
    #expect(CommandRun("measure", path, "--json", "--scale", "2", "--quiet").errors.isEmpty)
  }

  @Test func unknownScalesAreNull() throws {
    let json = try CommandRun("measure", try folder.picture("a.png"), "--json").json()
    #expect(json["image"]?["scale"]?.isNull == true)
    #expect(json["image"]?["scaleSource"]?.isNull == true)
    #expect(json["image"]?["safeArea"]?.isNull == true)
  }

  @Test func timingsAreMillisecondsByStage() throws {
    let run = CommandRun("measure", try folder.picture("a.png"), "--json", "--timings")
    guard case .object(let members)? = try run.json()["timings"] else {
      Issue.record("no timings")
      return
    }
    #expect(
      members.map(\.name) == [
        "decode", "planes", "marks", "candidates", "refinement", "interpretation", "regions", "rings", "shapes",
        "rulers", "text", "tabs", "layout",
      ])
    for member in members { #expect(try #require(member.value.double) >= 0) }
    #expect(run.errors.contains("decode "))
  }

  @Test func severalPicturesKeepTheirOrder() throws {
    let paths = try (0..<9).map { try folder.picture("\($0).png", width: 10 + $0, height: 10) }
    let run = CommandRun(["measure", "--json", "--threads", "4"] + paths)
    #expect(try run.lines.map { try JSONValue(parsing: $0)["image"]?["path"]?.text } == paths)
    let single = CommandRun(["measure", "--json", "--threads", "1"] + paths)
    #expect(run.output == single.output)
  }

  @Test func csvHasOneHeader() throws {
    let path = try folder.picture("a.png")
    let run = CommandRun("measure", path, path, "--csv")
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix("path,element,kind,tick,angle_deg"))
  }

  @Test func annotatingWritesAPictureOfTheSameSize() throws {
    let output = folder.file("seen.png")
    let run = CommandRun("measure", try folder.picture("a.png"), "--annotate", output)
    #expect(run.exitCode == 0)
    let drawn = try readImage(path: output).bitmap
    #expect(drawn.width == 60 && drawn.height == 40)
    #expect(folder.names == ["a.png", "seen.png"])
    #expect(run.errors.contains("seen.png: nothing was found, so nothing is drawn"))
  }

  @Test func combiningPrintsOneObject() throws {
    let a = try folder.picture("a.png")
    let run = CommandRun("measure", a, try folder.picture("b.png"), folder.file("none.png"), "--combine", "--json")
    #expect(run.exitCode == 66)
    let json = try run.json()
    #expect(json["image"]?["path"]?.text == a)
    #expect(json["warnings"]?[0]?["code"]?.text == "unreadable")
    let none = CommandRun("measure", folder.file("x"), folder.file("y"), "--combine", "--json")
    #expect(none.exitCode == 66)
    #expect(none.output.isEmpty)
    #expect(none.errors.split(separator: "\n").count == 2)
  }
}
