import CalqueCore
import CalqueScene
import CalqueTestSupport
import Testing

@Suite struct TransformTests {
  @Test func aQuarterTurnIsClockwise() {
    let p = Transform.rotation(Angle(degrees: 90), about: Point(x: 10, y: 20)).apply(Point(x: 10, y: 15))
    expectClose(p.x, 15, within: .pixels(1e-12))
    expectClose(p.y, 20, within: .pixels(1e-12))
  }

  @Test func compositionAppliesTheFirstFirst() {
    var random = RandomSource(seed: 7)
    for _ in 0..<50 {
      func transform() -> Transform {
        Transform(
          a: random.gaussian(), b: random.gaussian(), c: random.gaussian(), d: random.gaussian(),
          tx: random.gaussian(), ty: random.gaussian())
      }
      let first = transform()
      let second = transform()
      let p = Point<Pixels>(x: random.gaussian(), y: random.gaussian())
      let expected = second.apply(first.apply(p))
      let got = first.then(second).apply(p)
      expectClose(got.x, expected.x, within: .pixels(1e-12))
      expectClose(got.y, expected.y, within: .pixels(1e-12))
      expectClose(
        first.then(second).determinant, first.determinant * second.determinant, within: .absolute(1e-12))
    }
  }
}
