import CalqueCommand
import Foundation
import Testing

/// Every exit code of the contract, and that nothing goes to standard output when one picture fails.
@Suite struct ExitCodeTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func zeroWithNothingFound() throws {
    let run = CommandRun("measure", try folder.picture("a.png"))
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Nothing was found. Looked for: dials, rings, arcs, rulers, tab bars, capsules, "))
    #expect(run.errors.isEmpty)
  }

  @Test func aKindThatIsNotThereGetsItsOwnHint() throws {
    let run = CommandRun("measure", try folder.picture("a.png"), "--kind", "dial")
    #expect(run.output.contains("Nothing was found. Looked for: dials.\nA dial needs at least seven ticks"))
  }

  @Test func oneWhereTheKindAskedForIsNotThere() throws {
    let run = CommandRun("measure", try folder.picture("a.png"), "--kind", "dial", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.json()["elements"]?.elements?.isEmpty == true)
  }

  @Test(arguments: [
    ["measure"], ["measure", "a", "--scale", "0"], ["measure", "a", "--scale", "x"], ["measure", "a", "--scale", "-2"],
    ["measure", "a", "--roi", "1,2,3"], ["measure", "a", "--roi", "0,0,0,5"], ["measure", "a", "--at", "1"],
    ["measure", "a", "--kind", "cube"], ["measure", "a", "--kind", ""], ["measure", "a", "--json", "--csv"],
    ["measure", "a", "b", "--annotate", "c.png"], ["measure", "a", "--combine"], ["measure", "-", "-"],
    ["measure", "a", "--annotate", "-"], ["measure", "a", "--annotate", "seen.jpg"],
    ["measure", "a", "--annotate", "seen.HEIC"], ["unroll", "a", "-o", "strip.webp"],
    ["measure", "a", "--scale", "@3"], ["measure", "a", "--scale", "x"], ["--scale", "3", "measure", "a"],
    ["shot.png"], ["unroll", "a", "-o", "-", "--json"],
    ["measure", "a", "--max-pixels", "0"], ["measure", "a", "--threads", "1.5"], ["measure", "a", "--nonsense"],
    ["profile", "a"], ["profile", "a", "--line", "1,2,3,4", "--arc", "1,2,3,4,5"], ["profile", "a", "--line", "1,2,3"],
    ["profile", "a", "--arc", "1,2,0,4,5"], ["profile", "a", "--line", "0,0,9,9", "--step", "0"],
    ["profile", "a", "--line", "0,0,1e9,9", "--step", "0.001"], ["unroll", "a"],
    ["unroll", "a", "-o", "b.png", "--center", "1,2"], ["unroll", "a", "-o", "b.png", "--radius", "2"],
    ["unroll", "a", "-o", "b.png", "--center", "1,2", "--radius", "-1"], ["frobnicate"], ["--frobnicate"],
  ])
  func sixtyFour(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.errors.contains("Usage: calque"))
  }

  @Test func sixtyFourNamesTheArgumentAndWhatItTakes() {
    #expect(CommandRun("measure", "a", "--roi", "1,2").errors.contains("'--roi': it takes four numbers x,y,w,h in px"))
    #expect(CommandRun("measure", "a", "--kind", "cube").errors.contains("'cube' is invalid for '--kind'"))
    #expect(CommandRun("measure", "a", "--kind", "cube").errors.contains("of: dial"))
    #expect(CommandRun("measure", "a", "--annotate", "b.jpg").errors.contains("written as PNG, so name it .png"))
    #expect(CommandRun("--scale", "3", "measure", "a").errors.contains("as in 'calque measure … --scale <px-per-pt>'"))
  }

  @Test func aPictureInTheVerbsPlaceIsTakenForOneToMeasure() throws {
    #expect(CommandRun("shot.PNG").errors.contains("Did you mean 'calque measure shot.PNG'?"))
    let path = try folder.text("without ending", "")
    #expect(CommandRun(path).errors.contains("Did you mean 'calque measure \(path)'?"))
    #expect(!CommandRun(folder.path).errors.contains("Did you mean"))
    #expect(CommandRun("mesure").errors.contains("Did you mean 'measure'?"))
  }

  @Test func sixtyFourWhereAnOutputWouldTakeThePicturesPlace() throws {
    let path = try folder.picture("a.png")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let detour = folder.path + "/../" + (folder.path.split(separator: "/").last ?? "") + "/a.png"
    for output in [path, detour] {
      for arguments in [
        ["measure", path, "--annotate", output], ["profile", path, "--line", "0,0,1,1", "-o", output],
        ["unroll", path, "-o", output, "--center", "30,20", "--radius", "10"],
      ] {
        let run = CommandRun(arguments)
        #expect(run.exitCode == 64, "\(arguments)")
        #expect(run.errors.contains("would overwrite"))
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: [["measure"], ["profile", "--line", "0,0,1,1"], ["unroll", "-o", "/nowhere/x.png"]])
  func sixtyFiveForWhatIsNoImage(arguments: [String]) throws {
    let path = try folder.text("notes.png", "These are notes, not a picture.")
    let run = CommandRun([arguments[0], path] + arguments.dropFirst())
    #expect(run.exitCode == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("notes.png: "))
  }

  @Test func sixtyFiveOverTheSizeLimit() throws {
    let path = try folder.picture("a.png")
    let run = CommandRun("measure", path, "--max-pixels", "2399")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("60 × 40"))
    #expect(run.errors.contains("--max-pixels"))
    #expect(CommandRun("measure", path, "--max-pixels", "2400").exitCode == 0)
  }

  @Test func sixtyFiveWhereThereIsNoDialToUnroll() throws {
    let run = CommandRun("unroll", try folder.picture("a.png"), "-o", folder.file("strip.png"))
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("no dial could be measured"))
    #expect(folder.names == ["a.png"])
  }

  @Test func sixtySix() {
    let run = CommandRun("measure", folder.file("none.png"), "--json")
    #expect(run.exitCode == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("none.png: there is no such file"))
  }

  @Test func seventyThree() throws {
    let path = try folder.picture("a.png")
    let place = folder.file("no such folder/out.png")
    for arguments in [
      ["measure", path, "--annotate", place], ["profile", path, "--line", "0,0,1,1", "-o", place],
      ["unroll", path, "-o", place, "--center", "30,20", "--radius", "10"],
    ] {
      let run = CommandRun(arguments)
      #expect(run.exitCode == 73, "\(arguments[0])")
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("out.png: "))
    }
    #expect(folder.names == ["a.png"])
  }

  @Test func seventyFourForADirectory() {
    let run = CommandRun("measure", folder.path)
    #expect(run.exitCode == 74)
    #expect(run.output.isEmpty)
  }

  @Test func seventyFourForAClosedPipe() throws {
    let path = try folder.picture("a.png")
    for arguments in [["measure", path], ["measure", path, path, "--json"], ["profile", path, "--line", "0,0,1,1"]] {
      #expect(CommandRun(arguments, outputFails: .closed).exitCode == 74)
      #expect(CommandRun(arguments, outputFails: .closed).errors.isEmpty, "a closed pipe is no news")
      #expect(CommandRun(arguments, outputFails: .failed).errors.contains("standard output"))
    }
  }

  @Test func theHighestOfSeveralWinsAndTheRestGoesOn() throws {
    let good = try folder.picture("good.png")
    let bad = try folder.text("bad.png", "no picture")
    let none = folder.file("none.png")
    let run = CommandRun("measure", good, bad, none, good, "--json")
    #expect(run.exitCode == 66)
    #expect(run.lines.count == 4)
    #expect(run.lines[0].hasPrefix(#"{"schema":"calque.measure/1""#))
    #expect(run.lines[1].hasPrefix(#"{"path":"\#(bad)","error":{"code":65,"message":""#))
    #expect(run.lines[2].contains(#""error":{"code":66"#))
    #expect(run.lines[3] == run.lines[0])
    #expect(CommandRun("measure", bad, good).exitCode == 65)
    #expect(CommandRun("measure", good, folder.path, none).exitCode == 74)
    #expect(CommandRun("measure", good, good, "--kind", "dial").exitCode == 1)
  }

  @Test func versionAndHelp() {
    #expect(CommandRun("--version").output == "calque 0.1.0\n")
    #expect(CommandRun("measure", "--version").output == "calque 0.1.0\n")
    for arguments in [[], ["--help"], ["measure", "-h"], ["help", "unroll"]] {
      let run = CommandRun(arguments)
      #expect(run.exitCode == 0)
      #expect(run.output.hasPrefix("OVERVIEW: "))
      #expect(run.errors.isEmpty)
    }
  }
}
