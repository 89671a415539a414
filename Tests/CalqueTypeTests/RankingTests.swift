import CalqueCore
import CalqueMeasure
import CalqueTestSupport
import CalqueType
import Testing

@Suite struct RankingTests {
  private static let weights = [400, 500, 600, 700]
  private static let sizes = Array(stride(from: 12.0, through: 18, by: 0.5))

  private func candidates(_ face: FontFace, scale: Double, sizes: [Double] = Self.sizes) throws -> [TypeCandidate] {
    try sizes.flatMap { size in
      try Self.weights.map { weight in
        TypeCandidate(
          font: try face.font(weight: weight, pointSize: size), weight: weight, size: size * scale, pointSize: size)
      }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var size: Double
    var weight: Int
    var scale: Double
    var offset: Double
    var ground: Ground
    var testDescription: String { "\(text) \(size) pt \(weight) @\(scale)x, \(ground)" }
  }

  enum Ground: CaseIterable, Sendable {
    case white, black, slope, texture
    var ink: Double { self == .white ? 20 : 250 }
    func level(_ x: Int, _ y: Int) -> Double {
      switch self {
      case .white: return 255
      case .black: return 12
      case .slope: return 40 + 0.3 * Double(x) + 0.4 * Double(y)
      case .texture: return 90 + 25 * sine(0.11 * Double(x) + 0.05 * Double(y)) + 20 * sine(0.07 * Double(x))
      }
    }
    private func sine(_ x: Double) -> Double {
      // A parabola through a sine's zeros and extremes is as wavy, and the same on every platform.
      let turn = (x / (2 * Double.pi)) - (x / (2 * Double.pi)).rounded(.down)
      return turn < 0.5 ? 16 * turn * (0.5 - turn) : -16 * (turn - 0.5) * (1 - turn)
    }
  }

  static let cases: [Case] = Ground.allCases.enumerated().flatMap { index, ground in
    [
      Case(text: "HUE", size: 14.5, weight: 500, scale: 3, offset: 0.31 + 0.1 * Double(index), ground: ground),
      Case(text: "HI", size: 16, weight: 700, scale: 2, offset: 0.77, ground: ground),
      Case(text: "EH U", size: 12.5, weight: 400, scale: 3, offset: 0.5, ground: ground),
    ]
  }

  @Test(arguments: cases) func theTruthComesFirst(_ c: Case) throws {
    let text = c.text.filter { $0 != " " }
    let word = SlabWord(
      text, size: c.size * c.scale, pointSize: c.size, weight: Double(c.weight),
      origin: Point(x: 30 + c.offset, y: 70 + c.offset))
    let picture = word.picture(width: 240, height: 110, ink: c.ground.ink, ground: c.ground.level)
    let coverage = try #require(inkCoverage(in: picture, around: word.ink))
    let ranking = try #require(
      rankTypes(text, among: try candidates(VariableFontTests.face(), scale: c.scale), in: coverage))
    let best = try #require(ranking.matches.first)
    #expect(best.candidate.pointSize == c.size && best.candidate.weight == c.weight)
    #expect(ranking.undecided.count == 1)
    #expect(best.correlation > 0.99)
    #expect(abs(best.ink.x - word.ink.x) < 0.05 && abs(best.ink.y - word.ink.y) < 0.05)
    #expect(abs(ranking.ink.width - word.ink.width) < 3 * ranking.inkSigma)
    #expect(abs(ranking.ink.height - word.ink.height) < 3 * ranking.inkSigma)
  }

  @Test func whatDiffersByLessThanLettersPlacesIsUndecided() throws {
    let word = SlabWord("HUE", size: 45, pointSize: 15, weight: 400, origin: Point(x: 30.4, y: 70.2))
    let picture = word.picture(width: 240, height: 110, ink: 20) { _, _ in 250 }
    let coverage = try #require(inkCoverage(in: picture, around: word.ink))
    let ranking = try #require(
      rankTypes(
        "HUE", among: try candidates(VariableFontTests.face(), scale: 3, sizes: [14.95, 15, 15.05]), in: coverage))
    let undecided = Set(ranking.undecided.map { $0.candidate.pointSize })
    #expect(undecided == [14.95, 15, 15.05])
    #expect(ranking.undecided.allSatisfy { $0.candidate.weight == 400 })
  }

  @Test(arguments: [(12.5, 400), (14, 700), (17, 400)])
  func wordsDrawnByFreeTypeAreRanked(size: Double, weight: Int) throws {
    try expectRanked(family: "DejaVu Sans", weights: [400, 700], size: size, weight: weight)
  }

  @Test(
    .enabled(if: (try? FontLibrary().faces(family: "Inter").isEmpty) == false, "Inter is not installed (fonts-inter)"),
    arguments: [(12.5, 500), (14, 600), (17, 400), (15.5, 700)])
  func staticFacesOfFourWeightsAreRanked(size: Double, weight: Int) throws {
    try expectRanked(family: "Inter", weights: Self.weights, size: size, weight: weight)
  }

  private func expectRanked(family: String, weights: [Int], size: Double, weight: Int) throws {
    let faces = try FontLibrary().faces(family: family)
    let all = try weights.flatMap { weight in
      let face = try #require(faces.first { $0.has(weight: weight) })
      let font = try face.font(weight: weight)
      return Self.sizes.map { TypeCandidate(font: font, weight: weight, size: 2 * $0, pointSize: $0) }
    }
    let face = try #require(faces.first { $0.has(weight: weight) })
    let text = "2.4× Photo"
    let run = try face.font(weight: weight).shape(text, size: 2 * size)
    let plane = try freeTypeCoverage(run, origin: Point(x: 20.37, y: 60.61), width: 320, height: 90)
    let picture = bitmap(of: plane, ink: 240) { x, _ in 30 + 0.2 * Double(x) }
    let frame = Rect<Pixels>(minX: 18, minY: 30, maxX: 300, maxY: 64)
    let place = try #require(locateWord(text, among: all, in: picture, within: frame))
    let coverage = try #require(inkCoverage(in: picture, around: place.ink))
    let ranking = try #require(rankTypes(text, among: all, in: coverage))
    let best = try #require(ranking.matches.first)
    #expect(best.candidate.pointSize == size && best.candidate.weight == weight)
    #expect(best.correlation > 0.998)
    #expect(ranking.undecided.count == 1)
  }

  @Test(arguments: [(x: 0.0, y: 0.0), (x: 31, y: -9)]) func aWordIsFoundOverTexture(off: (x: Double, y: Double)) throws
  {
    let word = SlabWord("HUE", size: 45, pointSize: 15, weight: 500, origin: Point(x: 150.3, y: 120.8))
    let picture = word.picture(width: 420, height: 240, ink: 250, ground: Ground.texture.level)
    let at = Point<Pixels>(x: word.ink.center.x + off.x, y: word.ink.center.y + off.y)
    let around = Rect<Pixels>(minX: at.x - 150, minY: at.y - 70, maxX: at.x + 150, maxY: at.y + 70)
    let all = try candidates(VariableFontTests.face(), scale: 3, sizes: [14, 15, 16])
    let found = try #require(locateWord("HUE", among: all, in: picture, within: around, at: at))
    #expect(abs(found.ink.center.x - word.ink.center.x) < 3 && abs(found.ink.center.y - word.ink.center.y) < 3)
  }
}
