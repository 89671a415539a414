import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// The profile across a bar against boxes integrated over pixels analytically.
@Suite struct BarProfileTests {
  /// A box as half-pixel samples of a picture: its share of every pixel, read bilinearly between pixel centres.
  /// - Parameter origin: Where t = 0 is on the pixels.
  private func samples(
    center: Double, width: Double, height: Double, ground: Double, slope: Double, reach: Int, at origin: Double
  ) -> [Double] {
    func pixel(_ i: Int) -> Double {
      let share = min(Double(i) + 1, center + width / 2) - max(Double(i), center - width / 2)
      return height * max(0, share) + ground + slope * (Double(i) + 0.5)
    }
    return (0...(4 * reach)).map { k in
      let t = Double(k - 2 * reach) / 2 + origin
      let i = Int((t - 0.5).rounded(.down))
      let f = t - 0.5 - Double(i)
      return pixel(i) * (1 - f) + pixel(i + 1) * f
    }
  }

  /// What the model itself describes: exact.
  @Test(arguments: [1.0, 1.5, 2, 3, 4.5, 6, 9])
  func blurredBoxes(width: Double) throws {
    for phase in stride(from: -0.5, through: 0.5, by: 0.1) {
      let reach = width / 2 + 5
      let values = stride(from: -reach, through: reach, by: 0.5).map {
        0.8 * BarProfile.shape($0 - phase, width: width) + 0.1 + 0.004 * $0
      }
      let bar = try #require(
        BarProfile.fit(
          values, start: -reach, step: 0.5, center: 0, width: width * 1.2 + 0.2, widths: 0.4...20, fixedWidth: false))
      let comment = "width \(width), phase \(round(phase))"
      expectClose(bar.center, phase, within: .pixels(1e-3), comment)
      expectClose(bar.width, width, within: .pixels(0.02), comment)
      expectClose(bar.height * bar.width, 0.8 * width, within: .absolute(0.01), comment)
      expectClose(bar.ground, 0.1, within: .absolute(1e-3), comment)
      expectClose(bar.slope, 0.004, within: .absolute(1e-3), comment)
    }
  }

  /// A tick crosses the rows' pixels at all phases as soon as it leans by a pixel over its length; its profile is then
  /// the mean of them, which the model describes to a hundredth of a pixel.
  @Test(arguments: [1.0, 1.5, 2, 3, 4.5, 6, 9])
  func boxesOverPixels(width: Double) throws {
    for phase in stride(from: -0.5, through: 0.5, by: 0.1) {
      let reach = Int(width / 2) + 6
      let count = 4 * reach - 7
      var mean = [Double](repeating: 0, count: count)
      for k in 0..<20 {
        // The tick's own frame moves along with it over the pixels.
        let shift = (Double(k) + 0.5) / 20
        let values = samples(
          center: phase + shift, width: width, height: 0.8, ground: 0.1, slope: 0, reach: reach + 2, at: shift)
        for i in 0..<count { mean[i] += values[i + 8] / 20 }
      }
      let start = -2 * Double(reach + 2) / 2 + 4
      for isKnown in [true, false] {
        let bar = try #require(
          BarProfile.fit(
            mean, start: start, step: 0.5, center: 0, width: isKnown ? width : width * 1.2 + 0.2, widths: 0.4...20,
            fixedWidth: isKnown))
        let comment = "width \(width) \(isKnown ? "known" : "fitted"), phase \(round(phase))"
        expectClose(bar.center, phase, within: .pixels(0.01), comment)
        expectClose(bar.height * bar.width, 0.8 * width, within: .absolute(0.03 * width), comment)
        if width >= 2 { expectClose(bar.width, width, within: .pixels(0.06), comment) }
      }
    }
  }

  /// One row alone, parallel to the pixels: what is read between centres is blurred more than what is read at them, which
  /// moves the middle by up to a twentieth of a pixel, this way and that way in turn.
  @Test(arguments: [1.5, 2.0, 3, 4.5, 6, 9])
  func oneRowOfPixels(width: Double) throws {
    var errors: [Double] = []
    for phase in stride(from: -0.475, through: 0.475, by: 0.05) {
      let reach = Int(width / 2) + 5
      let values = samples(
        center: phase, width: width, height: 0.8, ground: 0.1, slope: 0.004, reach: reach, at: 0)
      let bar = try #require(
        BarProfile.fit(
          values, start: -Double(reach), step: 0.5, center: 0, width: width, widths: 0.4...20, fixedWidth: true))
      errors.append(bar.center - phase)
      expectClose(bar.center, phase, within: .pixels(0.06), "width \(width), phase \(round(phase))")
    }
    expectClose(errors.reduce(0, +) / Double(errors.count), 0, within: .pixels(0.005), "mean, width \(width)")
  }

  /// |error| over σ is that of a normal deviate, up to what the model itself leaves.
  @Test func sigmaIsHonest() throws {
    var random = RandomSource(seed: 21)
    var ratios: [Double] = []
    for _ in 0..<600 {
      let phase = Double.random(in: -0.5...0.5, using: &random)
      // Noise belongs to pixels; between them it is read bilinearly, as the picture is.
      let pixels = (0..<24).map { _ in 0.04 * random.gaussian() }
      let clean = samples(center: phase, width: 3, height: 0.8, ground: 0, slope: 0, reach: 8, at: 0)
      let values = clean.indices.map { k in
        let t = Double(k) / 2 + 3.5
        let i = Int(t)
        return clean[k] + pixels[i] * (1 - t + Double(i)) + pixels[i + 1] * (t - Double(i))
      }
      let bar = try #require(
        BarProfile.fit(values, start: -8, step: 0.5, center: 0, width: 3, widths: 0.4...20, fixedWidth: true))
      ratios.append((bar.center - phase).magnitude / bar.sigmaCenter)
    }
    expectHonest(ratios, "centre of a bar")
  }

  @Test func nothingToFit() {
    #expect(
      BarProfile.fit([1, 2, 3], start: 0, step: 0.5, center: 0, width: 2, widths: 0.4...9, fixedWidth: true) == nil)
  }
}
