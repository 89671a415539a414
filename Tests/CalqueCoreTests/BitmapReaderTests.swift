import CalqueTestSupport
import Testing

@testable import CalqueCore

@Suite struct BitmapReaderTests {
  private static let (width, height) = (13, 9)

  /// The same levels with 8 and 16 bits a sample; a quarter of the rows has transparent pixels.
  private static func bitmaps() -> [Bitmap] {
    var random = RandomSource(seed: 3)
    var samples: [UInt8] = []
    for i in 0..<width * height * 4 {
      let isAlpha = i % 4 == 3
      let isOpaqueRow = i / (width * 4) % 4 != 0
      samples.append(isAlpha && isOpaqueRow ? 255 : UInt8(truncatingIfNeeded: random.next()))
    }
    return [
      Bitmap(width: width, height: height, rgba: samples),
      Bitmap(width: width, height: height, rgba16: samples.map { UInt16($0) * 257 }),
    ]
  }

  /// A level over white.
  private func level(_ bitmap: Bitmap, _ x: Int, _ y: Int, _ channel: Int) -> Double {
    let pixel = bitmap[x, y]
    return 255 * Double(pixel[channel] * pixel.w + 1 - pixel.w)
  }

  @Test func `a row is packed like its pixels`() {
    for bitmap in Self.bitmaps() {
      bitmap.withReader { reader in
        var line = [UInt32](repeating: 0, count: Self.width)
        for y in 0..<Self.height {
          line.withUnsafeMutableBufferPointer { reader.packRow(y, into: $0) }
          for x in 0..<Self.width {
            for channel in 0..<3 {
              let packed = Double(line[x] >> UInt32(8 * channel) & 255)
              #expect((packed - level(bitmap, x, y, channel)).magnitude < 0.501, "\(x), \(y)")
            }
          }
        }
      }
    }
  }

  @Test func `colours between pixels are blended over white`() {
    for bitmap in Self.bitmaps() {
      bitmap.withReader { reader in
        for y in 0..<Self.height - 1 {
          for x in 0..<Self.width - 1 {
            let color = reader.bilinear(Double(x) + 0.75, Double(y) + 1.125)
            for channel in 0..<3 {
              func row(_ y: Int) -> Double {
                0.75 * level(bitmap, x, y, channel) + 0.25 * level(bitmap, x + 1, y, channel)
              }
              let expected = 0.375 * row(y) + 0.625 * row(y + 1)
              #expect((Double(color[channel]) - expected).magnitude < 1e-3, "\(x), \(y)")
            }
          }
        }
      }
    }
  }
}
