import CalqueCore
import CalqueJSON
import CalqueSpec
import CalqueTestSupport
import Testing

@Suite struct DialJSONTests {
  let units = SpecUnits(scale: PixelScale(3), safeArea: SafeAreaInsets(top: 59, left: 0, bottom: 34, right: 0))

  @Test func lengthsHavePixelsPointsAndSigma() throws {
    let json = DialSpec.sample.json(units)
    let radius = try #require(json["radius"])
    #expect(radius.text() == #"{"px":706.14,"pt":235.38,"sigmaPx":0.0392}"#)
    #expect(json["rim"]?["px"]?.double == 724.143)
    #expect(json["rim"]?["radius"]?["pt"]?.double == 241.381)
    #expect(json["center"]?.text() == #"{"x":589.5,"y":2306.991,"sigmaX":0.0213,"sigmaY":0.0431}"#)
  }

  @Test func framesAreCountedFromTheCornerAndTheSafeArea() throws {
    let json = DialSpec.sample.json(units)
    #expect(json["frame"]?.text() == #"{"x":371.2,"y":1606.9,"width":470.4,"height":63.5}"#)
    #expect(json["framePt"]?["y"]?.double == 535.633333)
    #expect(json["frameSafeArea"]?["y"]?.double == 476.633333)
    #expect(json["frameSafeArea"]?["x"] == json["framePt"]?["x"])
  }

  @Test func withoutAScaleThereAreNoPoints() {
    let json = DialSpec.sample.json(SpecUnits())
    #expect(json["radius"]?["pt"]?.isNull == true)
    #expect(json["framePt"]?.isNull == true)
    #expect(json["frameSafeArea"] == nil)
    #expect(json["law"]?["perOctave"]?["pt"]?.isNull == true)
    #expect(json["law"]?["perOctave"]?["px"]?.double != nil)
  }

  @Test func unsettledSafeAreasGiveNoFrame() {
    let open = SpecUnits(scale: PixelScale(3), safeArea: SafeAreaInsets(top: nil, left: 62, bottom: nil, right: 62))
    #expect(DialSpec.sample.json(open)["frameSafeArea"] == nil)
  }

  @Test func anglesAreDegrees() throws {
    let json = DialSpec.sample.json(units)
    let law = try #require(json["law"])
    #expect(law["kind"]?.text == "logarithmic")
    #expect(law["degreesPerOctave"]?.double == 16)
    #expect(law["sigmaDegreesPerOctave"]?.double == 0.0011)
    let arc = 706.14 * 16 * Double.pi / 180
    expectClose(try #require(law["perOctave"]?["px"]?.double), arc, within: .pixels(1e-6))
    expectClose(try #require(law["perOctave"]?["pt"]?.double), arc / 3, within: .points(1e-6))
    expectClose(try #require(law["perOctaveAtRim"]?["px"]?.double), arc / 706.14 * 724.143, within: .pixels(1e-6))
    #expect(law["minorStepDegrees"]?.double == 1.6)
    #expect(law["minorEvery"] == nil)
    #expect(json["ticks"]?[0]?["angle"]?.double == -17.2)
    #expect(json["pointer"]?["angle"]?.double == 0.012)
    #expect(json["pointer"]?["color"]?.text == "#ffd60a")
    #expect(json["ends"]?["leading"]?["full"]?.double == -15.2)
    #expect(json["ends"]?["leading"]?["sigmaGone"]?.double == 0.42)
    #expect(json["ends"]?["trailing"]?["at"]?.double == 19.6)
    #expect(json["ends"]?["trailing"]?["shape"] == nil)
  }

  @Test func ticksHoldWhatIsKnown() throws {
    let ticks = try #require(DialSpec.sample.json(units)["ticks"]?.elements)
    #expect(ticks.count == 24)
    let major = ticks[11]
    #expect(major["weight"]?.text == "major")
    #expect(major["zoom"]?.double == 1)
    #expect(major["outer"]?["px"]?.double == 706.14)
    #expect(ticks[23]["cut"] == .bool(true))
    var unsettled = DialSpec.sample
    unsettled.ticks[0].zoom = nil
    #expect(unsettled.json(units)["ticks"]?[0]?["zoom"]?.isNull == true)
  }

  @Test func whatIsMissingIsNull() {
    var bare = DialSpec.sample
    bare.rim = nil
    bare.pointer = nil
    bare.disc = nil
    bare.notch = DialNotch()
    bare.law = DialLaw()
    bare.leading = DialEnd(kind: .fade)
    let json = bare.json(units)
    for key in ["rim", "pointer", "disc"] { #expect(json[key]?.isNull == true, "\(key)") }
    #expect(json["notch"]?["shape"]?.text == "none")
    #expect(json["notch"]?["depth"]?.isNull == true)
    #expect(json["law"]?["kind"]?.text == "unknown")
    #expect(json["law"]?["degreesPerOctave"] == nil)
    #expect(json["ends"]?["leading"]?["shape"]?.isNull == true)
  }

  @Test func minorTicksOfEqualValues() {
    var dial = DialSpec.sample
    dial.law.minor = .equalValues(0.1)
    #expect(dial.json(units)["law"]?["minorEvery"]?.double == 0.1)
    #expect(dial.json(units)["law"]?["minorStep"] == nil)
  }

  @Test func whatIsNotFiniteIsNull() throws {
    var dial = DialSpec.sample
    dial.radius.sigma = .nan
    dial.center.sigmaY = .infinity
    let json = try JSONValue(parsing: dial.json(units).text())
    #expect(json["radius"]?["sigmaPx"]?.isNull == true)
    #expect(json["center"]?["sigmaY"]?.isNull == true)
  }

  @Test func sourcesStandOnlyWithSeveralPictures() {
    #expect(DialSpec.sample.json(units)["sources"] == nil)
    #expect(DialSpec.sample.json(units, sources: ["a", "b"])["sources"]?.elements?.count == 2)
  }

  @Test func refusalsSayWhatWhereAndWhy() {
    let inventory = Inventory(
      refused: [
        Refusal(kind: .dial, frame: Rect(x: 3, y: 6, width: 30, height: 9), code: .shortArc, message: "It is short.")
      ])
    #expect(
      JSONValue.object(inventory.members(SpecUnits(scale: PixelScale(3)))).text()
        == #"{"elements":[],"refused":[{"kind":"dial","frame":{"x":3,"y":6,"width":30,"height":9},"#
        + #""framePt":{"x":1,"y":2,"width":10,"height":3},"code":"shortArc","message":"It is short."}]}"#)
  }

  @Test(arguments: [(720.0100001, "720.01"), (-1e-9, "0"), (0.1 + 0.2, "0.3"), (1e300, "1e+300"), (-2.0000004, "-2")])
  func numbersHaveNoNoise(value: Double, text: String) {
    #expect(JSONValue.rounded(value).text() == text)
  }
}
