import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// One drawn bar, fitted: where it is across, where it points, and where its flat or round ends are.
@Suite struct TickFitterTests {
  struct Case: Sendable, CustomStringConvertible {
    var degrees: Double
    var width: Double
    var isRound: Bool
    var description: String { "\(degrees)°, width \(width), \(isRound ? "round" : "flat") ends" }
  }

  static let cases = [0.0, 11.3, 45, 90, 163, 180, -77].flatMap { degrees in
    [2.0, 3, 6].flatMap { width in [false, true].map { Case(degrees: degrees, width: width, isRound: $0) } }
  }

  @Test(arguments: cases)
  func placesAndEnds(_ bar: Case) throws {
    for phase in [0.0, 0.23, 0.5, 0.77] {
      let circle = Circle(x: 60 + phase, y: 60.37 - 0.4 * phase, radius: 50)
      let center = Point<Pixels>(x: circle.x, y: circle.y)
      let angle = Angle(degrees: bar.degrees)
      var canvas = Canvas(width: 120, height: 120, color: SIMD3(30, 60, 90))
      canvas.bar(
        from: center.moved(22, towards: angle), to: center.moved(46, towards: angle), width: bar.width,
        round: bar.isRound, SIMD3(repeating: 255))
      let fitter = TickFitter(circle: circle, ink: SIMD4(repeating: 255), widths: 0.4...12, side: 3)
      // As in a dial: once near it, and again along the ray through what was found.
      let bitmap = canvas.bitmap()
      func fit(_ angle: Double) -> TickMeasurement? {
        bitmap.withReader {
          fitter.fit($0, angle: angle, band: 28...40, reach: 8...56, width: bar.width * 1.1, fixedWidth: false)
        }
      }
      let first = try #require(fit(angle.radians + 0.006))
      let tick = try #require(fit(atan2(first.x - circle.x, circle.y - first.y)))
      let comment = "\(bar), phase \(phase)"
      let place = Point<Pixels>(x: tick.x, y: tick.y)
      let toPlace = Angle.direction(from: center, to: place)
      let reach = place.distance(to: center)
      let across = (toPlace - angle).wrapped.radians * reach
      // Along the pixels all rows are read at one phase (see BarProfileTests); leaning, a tick averages them.
      let isLeaning = (bar.degrees / 90 - (bar.degrees / 90).rounded()).magnitude > 0.05
      let isNarrow = bar.width < 2.5
      expectClose(across, 0, within: .pixels(isLeaning ? 0.025 : 0.09), comment)
      let turn = (Angle(radians: tick.direction) - angle).wrapped.radians * 24
      expectClose(turn, 0, within: .pixels(0.06), "direction over its length, \(comment)")
      let ends = bar.isRound ? tick.round : tick.flat
      expectClose(reach + ends.outer, 46, within: .pixels(isNarrow ? 0.15 : 0.1), "outer end, \(comment)")
      expectClose(reach + ends.inner, 22, within: .pixels(isNarrow ? 0.15 : 0.1), "inner end, \(comment)")
      expectClose(tick.width, bar.width, within: .pixels(isLeaning ? 0.06 : 0.25), "width, \(comment)")
      expectClose(tick.contrast, 1, within: .absolute(isLeaning ? 0.03 : isNarrow ? 0.2 : 0.08), "contrast, \(comment)")
      // Half a disc of three pixels is told by many ticks, not by one.
      if bar.width > 5 { #expect((tick.roundEvidence > 0) == bar.isRound, "\(comment)") }
      #expect(!tick.isCut, "\(comment)")
    }
  }

  @Test func aBarAtTheBorderIsCut() throws {
    var canvas = Canvas(width: 80, height: 80)
    canvas.bar(from: Point(x: 40.2, y: -4), to: Point(x: 40.2, y: 30), width: 3, SIMD3(repeating: 255))
    let fitter = TickFitter(
      circle: Circle(x: 40.2, y: 70, radius: 72), ink: SIMD4(repeating: 255), widths: 0.4...9, side: 3)
    let tick = canvas.bitmap().withReader {
      fitter.fit($0, angle: 0, band: 46...62, reach: 30...80, width: 3, fixedWidth: false)
    }
    #expect(try #require(tick).isCut)
  }

  @Test func noBarInAPlainPicture() {
    let fitter = TickFitter(
      circle: Circle(x: 40, y: 70, radius: 60), ink: SIMD4(repeating: 255), widths: 0.4...9, side: 3)
    let tick = Canvas(width: 80, height: 80, color: SIMD3(repeating: 90)).bitmap().withReader {
      fitter.fit($0, angle: 0, band: 40...55, reach: 30...65, width: 3, fixedWidth: false)
    }
    #expect(tick == nil || tick!.contrast < 0.02)
  }
}
