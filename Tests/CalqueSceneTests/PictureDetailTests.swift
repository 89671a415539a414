import CalqueCore
import CalqueScene
import CalqueTestSupport
import Testing

@Suite struct PictureDetailTests {
  /// Stripes on the right half of a picture.
  private func stripes() -> Bitmap {
    var rgba = [UInt8](repeating: 255, count: 128 * 64 * 4)
    for y in 0..<64 {
      for x in 64..<128 where x / 2 % 2 == 0 { for c in 0..<3 { rgba[(y * 128 + x) * 4 + c] = 0 } }
    }
    return Bitmap(width: 128, height: 64, rgba: rgba)
  }

  @Test func detailIsWhereTheEdgesAre() {
    let detail = PictureDetail(stripes())
    #expect(detail.share(in: Rect(x: 0, y: 0, width: 48, height: 64)) == 0)
    let dense = detail.share(in: Rect(x: 64, y: 0, width: 64, height: 64))
    let half = detail.share(in: Rect(x: 0, y: 0, width: 128, height: 64))
    expectClose(half, dense / 2, within: .absolute(0.02))
    #expect(detail.share(in: Rect(x: 500, y: 0, width: 64, height: 64)) == 0)
    #expect(detail.share(in: Rect(x: .nan, y: 0, width: 64, height: 64)) == 0)
  }

  @Test func bothDepthsSeeTheSame() {
    let eight = stripes()
    guard case .eight(let samples) = eight.samples else { return }
    let wide = Bitmap(width: 128, height: 64, rgba16: samples.map { UInt16($0) * 257 })
    for x in stride(from: 0.0, to: 100, by: 16) {
      let box = Rect<Pixels>(x: x, y: 8, width: 28, height: 40)
      #expect(PictureDetail(eight).share(in: box) == PictureDetail(wide).share(in: box))
    }
  }
}
