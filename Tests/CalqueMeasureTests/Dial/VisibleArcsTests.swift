import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct VisibleArcsTests {
  static let circles: [(Double, Double, Double)] = [
    (300, 250, 200), (300.5, 480, 400), (300, 20, 300), (-100, 250, 300), (700, 250, 350), (300, 250, 290),
    (20, 20, 100),
    (300, 900, 200), (300, 250, 380),
  ]

  /// The arcs against a direct look at every angle: what is inside is in exactly one arc, what is outside in none.
  @Test(arguments: circles)
  func arcsCoverWhatIsSeen(x: Double, y: Double, radius: Double) {
    let circle = Circle(x: x, y: y, radius: radius)
    let bitmap = Canvas(width: 600, height: 500).bitmap()
    let arcs = bitmap.withReader { visibleArcs($0, circle: circle, depth: 20) }
    for k in 0..<3600 {
      let angle = (Double(k) / 10 - 180 + 0.05) * Double.pi / 180
      // Within a step of a border either answer is right.
      let seen = [-1.5, 0, 1.5].map { shift in
        let turn = shift / radius
        return [radius + 1, radius - 20].allSatisfy { distance in
          let p = circle.point(angle + turn, distance)
          return p.x >= 0.5 && p.y >= 0.5 && p.x <= 599.5 && p.y <= 499.5
        }
      }
      let containing = arcs.count { arc in
        let turns = ((angle - arc.from.radians) / (2 * Double.pi)).rounded(.down)
        return angle - turns * 2 * Double.pi <= arc.to.radians
      }
      if seen.allSatisfy({ $0 }), angle.magnitude < Double.pi - 3 / radius {
        #expect(containing == 1, "circle \(circle), \(angle * 180 / Double.pi)° is in \(containing) arcs")
      }
      if seen.allSatisfy({ !$0 }) {
        #expect(containing == 0, "circle \(circle), \(angle * 180 / Double.pi)° is in \(containing) arcs")
      }
    }
    #expect(arcs.allSatisfy { $0.to >= $0.from })
  }

  /// A ring that is seen at the bottom only is one stretch, across six o'clock.
  @Test func oneStretchAcrossSixOClock() throws {
    let arcs = Canvas(width: 600, height: 500).bitmap().withReader {
      visibleArcs($0, circle: Circle(x: 300, y: -100, radius: 400), depth: 20)
    }
    let arc = try #require(arcs.count == 1 ? arcs[0] : nil, "\(arcs)")
    expectClose((arc.from.degrees + arc.to.degrees) / 2, 180, within: .degrees(0.3))
  }

  @Test func aWholeCircleIsOneTurn() throws {
    let arcs = Canvas(width: 600, height: 500).bitmap().withReader {
      visibleArcs($0, circle: Circle(x: 300, y: 250, radius: 200), depth: 20)
    }
    #expect(arcs.count == 1)
    expectClose(arcs.reduce(0) { $0 + $1.to.degrees - $1.from.degrees }, 360, within: .degrees(0.5))
  }
}
