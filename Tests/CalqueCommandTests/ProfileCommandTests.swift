import CalqueCommand
import Foundation
import Testing

@Suite struct ProfileCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func columnsAndValues() throws {
    let path = try folder.picture("a@2x.png")
    let run = CommandRun("profile", path, "--line", "10.5,20.5,12.5,20.5", "--step", "1")
    #expect(
      run.output == """
        s_px,s_pt,x,y,r,g,b,luma
        0,0,10.5,20.5,40.000,100.000,77.000,85.583
        1,0.5,11.5,20.5,44.000,100.000,77.000,86.434
        2,1,12.5,20.5,48.000,100.000,77.000,87.284

        """)
  }

  @Test func theDefaultStepIsHalfAPixel() throws {
    let run = CommandRun("profile", try folder.picture("a.png"), "--line", "10,20,13,20")
    #expect(run.lines.count == 8)
    #expect(run.lines[2].hasPrefix("0.5,,10.5,20,"), "without a scale s_pt is empty")
  }

  @Test func outsideIsEmptyAndWarnedOf() throws {
    let path = try folder.picture("a.png")
    let run = CommandRun("profile", path, "--line", "58,20,63,20", "--step", "1")
    #expect(run.exitCode == 0)
    #expect(run.lines.last == "5,,63,20,,,,")
    #expect(run.errors.contains("3 of 6 points"))
    #expect(CommandRun("profile", path, "--line", "58,20,63,20", "-q").errors.isEmpty)
  }

  @Test func arcsAndFiles() throws {
    let output = folder.file("arc.csv")
    let run = CommandRun("profile", try folder.picture("a.png"), "--arc", "30,20,10,-30,30", "-o", output)
    #expect(run.exitCode == 0)
    #expect(run.output.isEmpty)
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 23, "10.47 px of arc at half a pixel, and the end")
    #expect(lines[1].hasPrefix("0,,25,11.339746,"))
  }
}
