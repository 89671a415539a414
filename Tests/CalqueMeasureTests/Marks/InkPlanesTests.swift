import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct InkPlanesTests {
  struct Case: Sendable, CustomStringConvertible {
    var width: Int
    var height: Int
    var factor: Int
    var isOpaque: Bool
    var description: String { "\(width)×\(height) by \(factor)\(isOpaque ? "" : " with alpha")" }
  }

  static let cases = [(4, 4), (5, 7), (8, 8), (9, 6), (16, 16), (31, 9), (64, 5)].flatMap { width, height in
    (1...4).flatMap { factor in
      [true, false].map { Case(width: width, height: height, factor: factor, isOpaque: $0) }
    }
  }

  @Test(arguments: cases)
  func averagesOfTheExtremeChannels(_ c: Case) {
    var random = RandomSource(seed: UInt64(c.width * 64 + c.height))
    let count = c.width * c.height * 4
    let rgba = (0..<count).map { i in
      c.isOpaque && i % 4 == 3 ? UInt8(255) : UInt8.random(in: 0...255, using: &random)
    }
    let eight = InkPlanes(Bitmap(width: c.width, height: c.height, rgba: rgba), factor: c.factor)
    let sixteen = InkPlanes(
      Bitmap(width: c.width, height: c.height, rgba16: rgba.map { UInt16($0) * 257 }), factor: c.factor)
    #expect(eight.darkest.width == c.width / c.factor && eight.darkest.height == c.height / c.factor)
    for y in 0..<eight.darkest.height {
      for x in 0..<eight.darkest.width {
        var low = 0.0
        var high = 0.0
        for j in 0..<c.factor {
          for i in 0..<c.factor {
            let k = ((y * c.factor + j) * c.width + x * c.factor + i) * 4
            let alpha = Double(rgba[k + 3]) / 255
            let channels = (0..<3).map { Double(rgba[k + $0]) * alpha + 255 * (1 - alpha) }
            low += channels.min() ?? 0
            high += channels.max() ?? 0
          }
        }
        let area = Double(c.factor * c.factor)
        // Compositing over white is rounded to the depth's own levels.
        let slack = c.isOpaque ? 1e-3 : 0.501
        expectClose(Double(eight.darkest[x, y]), low / area, within: .levels(slack), "\(c)")
        expectClose(Double(eight.brightest[x, y]), high / area, within: .levels(slack), "\(c)")
        expectClose(Double(sixteen.darkest[x, y]), low / area, within: .levels(0.01), "\(c), 16 bits")
        expectClose(Double(sixteen.brightest[x, y]), high / area, within: .levels(0.01), "\(c), 16 bits")
      }
    }
  }
}
