import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueScene

@Suite struct EnvelopeTests {
  /// Full is where 99 % of the strength is left and gone where 1 % is, whatever the shape.
  @Test(arguments: [DialEnd.Shape.linear, .exponential, .smoothstep, .gaussian, nil])
  func fallsFromFullToGone(shape: DialEnd.Shape?) {
    #expect((DialEnd.Shape.envelope(shape, 0) - 0.99).magnitude < 1e-5)
    #expect((DialEnd.Shape.envelope(shape, 1) - 0.01).magnitude < 1e-5)
    let values = (0...50).map { DialEnd.Shape.envelope(shape, Double($0) / 50) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
  }
}
