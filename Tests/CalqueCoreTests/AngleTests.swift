import CalqueCore
import CalqueTestSupport
import Testing

@Suite struct AngleTests {
  @Test(arguments: [(0.0, -1.0, 0.0), (1, 0, 90), (0, 1, 180), (-1, 0, -90)])
  func directionIsClockwiseFromTwelve(dx: Double, dy: Double, degrees: Double) {
    let center = Point<Pixels>(x: 10, y: 20)
    let angle = Angle.direction(from: center, to: Point(x: 10 + dx, y: 20 + dy))
    expectClose(angle.degrees, degrees, within: .degrees(1e-12))
    let back = center.moved(1, towards: angle)
    expectClose(back.x, 10 + dx, within: .pixels(1e-12))
    expectClose(back.y, 20 + dy, within: .pixels(1e-12))
  }
}
