import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// The edge of a disc, among ticks at any pitch.
@Suite struct RimFinderTests {
  private func find(_ dial: DrawnDial) -> RimFinder.Rim? {
    let circle = Circle(x: dial.center.x, y: dial.center.y, radius: dial.radius)
    return dial.draw().bitmap().withReader {
      RimFinder().find(
        $0, circle: circle, distances: (dial.radius - 1.5)...(dial.radius * 1.08 + 4),
        angles: (-Double.pi)...Double.pi, ring: 0)
    }
  }

  /// Among them the pitch of the rays that look for it, and its half and its double.
  @Test(arguments: [6.0, 8, 9.7, 12, 15, 18, 24, 36])
  func besideTicksOfAnyPitch(pitch: Double) throws {
    let dial = DrawnDial("pitch \(pitch)") {
      $0.rim = 422.3
      $0.ground = .photo(mean: 110, deviation: 18, grain: 3, seed: 17)
      $0.law = .equal(degrees: pitch / 400 * 180 / Double.pi, majorEvery: 4)
      $0.minorWidth = 1.5
      $0.majorWidth = 2.5
    }
    let rim = try #require(find(dial), "\(dial)")
    expectClose(rim.radius, 422.3, within: .pixels(1), "\(dial)")
    let start = Circle(x: dial.center.x + 2, y: dial.center.y - 2, radius: 420)
    let fit = try #require(CircleFit(points: rim.points, rays: [], rings: 1, start: start, startRadii: [420]))
    expectClose(fit.x, dial.center.x, within: .pixels(4 * fit.sigmaX), "\(dial)")
    expectClose(fit.y, dial.center.y, within: .pixels(4 * fit.sigmaY), "\(dial)")
    #expect(fit.sigmaY < 0.5 && rim.step > 0, "\(dial)")
  }

  /// Ticks alone, on plain ground and on grain, are no edge.
  @Test(arguments: [6.0, 9.7, 12, 24], [Float(0), 6])
  func noneWithoutADisc(pitch: Double, grain: Float) {
    let dial = DrawnDial("pitch \(pitch), grain \(grain)") {
      $0.ground = .photo(mean: 110, deviation: 0, grain: grain, seed: 17)
      $0.law = .equal(degrees: pitch / 400 * 180 / Double.pi, majorEvery: 4)
      $0.minorWidth = 1.5
      $0.majorWidth = 2.5
    }
    let rim = find(dial)
    #expect(rim == nil, "\(dial): \(rim?.radius ?? 0), significance \(rim?.significance ?? 0)")
  }
}
