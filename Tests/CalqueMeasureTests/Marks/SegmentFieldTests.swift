import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct SegmentFieldTests {
  /// No bar near a circle is left out, and hardly any far from it is let in, however large the circle.
  @Test(arguments: [30.0, 400, 9000], [0, 1, 7, 64, 250]) func `finds the bars near a circle`(
    radius: Double, count: Int
  ) {
    var random = RandomSource(seed: 7)
    func number(_ range: Double) -> Double { Double(random.next() % 1_000_000) / 1_000_000 * range }
    let segments = (0..<count).map { _ in
      Segment(
        x: number(1200), y: number(2600), ux: 1, uy: 0, length: 4 + number(60), strength: 1, polarity: .bright,
        sigmaDirection: 0.01)
    }
    let field = SegmentField(segments)
    let reach = 6.0
    for _ in 0..<50 {
      let circle = Circle(x: number(1200), y: number(2600) + (radius > 5000 ? radius : 0), radius: radius)
      var found: [Int] = []
      field.forEach(near: circle, reach: reach) { found.append($0) }
      func isNear(_ i: Int, within reach: Double) -> Bool {
        let (dx, dy) = (segments[i].x - circle.x, segments[i].y - circle.y)
        let outside = (dx * dx + dy * dy).squareRoot() - radius
        return outside <= reach && outside >= -segments[i].length - reach
      }
      #expect(found == found.sorted())
      #expect(Set(segments.indices.filter { isNear($0, within: reach) }).isSubset(of: found))
      #expect(found.allSatisfy { isNear($0, within: reach + 0.5) })
    }
  }
}
