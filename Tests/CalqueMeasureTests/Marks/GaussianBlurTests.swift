import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct GaussianBlurTests {
  static let sizes = [(1, 1), (1, 9), (7, 1), (8, 8), (17, 13), (40, 3), (33, 50)]

  @Test(arguments: sizes)
  func equalsDirectConvolution(width: Int, height: Int) {
    var random = RandomSource(seed: UInt64(width * 100 + height))
    let values = (0..<(width * height)).map { _ in Float.random(in: 0...255, using: &random) }
    let plane = Plane(width: width, height: height, values: values)
    for sigma in [0.6, 1.1, 2.5] {
      let radius = Int((3 * sigma).rounded(.up))
      let kernel = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let norm = kernel.reduce(0, +)
      let blurred = plane.blurred(sigma: sigma)
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0.0
          for j in -radius...radius {
            for i in -radius...radius {
              let value = plane[max(0, min(width - 1, x + i)), max(0, min(height - 1, y + j))]
              sum += kernel[i + radius] * kernel[j + radius] * Double(value)
            }
          }
          expectClose(
            Double(blurred[x, y]), sum / (norm * norm), within: .levels(1e-3), "σ \(sigma) at \(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: sizes)
  func aConstantStays(width: Int, height: Int) {
    let plane = Plane(width: width, height: height, repeating: 137.5).blurred(sigma: 1.7)
    #expect(plane.values.allSatisfy { ($0 - 137.5).magnitude < 1e-3 })
  }

  @Test func theSumIsKept() {
    var plane = Plane(width: 41, height: 29)
    plane[17, 12] = 1000
    plane[23, 15] = 500
    let sum = plane.blurred(sigma: 1.5).values.reduce(0, +)
    expectClose(Double(sum), 1500, within: .levels(0.01))
  }
}
