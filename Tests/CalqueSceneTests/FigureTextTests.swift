import Testing

@testable import CalqueScene

@Suite struct FigureTextTests {
  @Test(arguments: [
    (240.0, 0.0213, "240.00 ± 0.02"), (3.3, 0.14, "3.30 ± 0.14"), (196.5, 0.0101, "196.500 ± 0.010"),
    (-48.93, 0.5, "−48.9 ± 0.5"), (1200, 7, "1200 ± 7"), (5, 0, "5.00"), (5, .infinity, "5.00"),
  ])
  func aFigureShowsAsManyDigitsAsItsSigmaDeserves(value: Double, sigma: Double, text: String) {
    #expect(FigureText.withSigma(value, sigma) == text)
  }

  @Test(arguments: [(0.5, "0.5×"), (1.0, "1×"), (2.0000001, "2×"), (1.25, "1.25×"), (12, "12×"), (0.999, "1×")])
  func aZoomIsShort(value: Double, text: String) {
    #expect(FigureText.zoom(value) == text)
  }

  @Test func whatCannotBeWrittenIsADash() {
    #expect(FigureText.fixed(.nan, decimals: 2) == "–")
    #expect(FigureText.fixed(1e300, decimals: 2) == "–")
    #expect(FigureText.fixed(-0.001, decimals: 2) == "0.00")
  }
}
