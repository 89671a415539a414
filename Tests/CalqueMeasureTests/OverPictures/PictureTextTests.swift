import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Letters made of bars on grounds like photographs, and on layers over them.
@Suite struct PictureTextTests {
  private static let shape = DrawnShape(Rect(x: 30.5, y: 30.25, width: 300, height: 110), radius: 20)

  /// Letters like H, u and n at uneven places; returns the ink's frame.
  private func drawLetters(_ canvas: inout Canvas, x: Double, baseline: Double, _ ink: SIMD3<Float>) -> Rect<Pixels> {
    var pen = x
    func bar(_ x: Double, _ y: Double, _ w: Double, _ h: Double) {
      canvas.rect(Rect(x: x, y: baseline - y, width: w, height: h), ink)
    }
    for height in [30.0, 22, 22] {
      bar(pen, height, 4, height)
      bar(pen + 4, height / 2, 9, 4)
      bar(pen + 13, height, 4, height)
      pen += 22
    }
    return Rect(x: x, y: baseline - 30, width: pen - 5 - x, height: 30)
  }

  private func texts(_ canvas: Canvas) -> [TextSpec] {
    canvas.elements().compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `text on a photograph`(seed: UInt64) throws {
    var canvas = Canvas.photo(width: 380, height: 220, mean: 90, deviation: 22, grain: 2, seed: seed)
    let truth = drawLetters(
      &canvas, x: 120.3 + 0.21 * Double(seed), baseline: 120.4 - 0.17 * Double(seed), SIMD3(repeating: 255))
    let found = texts(canvas)
    #expect(found.count == 1)
    let text = try #require(found.first)
    expectClose(text.ink.x, truth.x, within: .pixels(0.4))
    expectClose(text.ink.maxX, truth.maxX, within: .pixels(0.4))
    expectClose(text.ink.y, truth.y, within: .pixels(0.4))
    expectClose(text.ink.maxY, truth.maxY, within: .pixels(0.4))
    #expect(text.color.x > 245)
  }

  @Test(arguments: [(0.35, 0), (0.5, 255), (0.7, 0)] as [(Float, Float)])
  func `text on a translucent layer`(alpha: Float, paint: Float) throws {
    var canvas = Canvas.photo(width: 380, height: 220, mean: 120, deviation: 30, grain: 1.5, seed: 5)
    canvas.draw(Self.shape, SIMD3(repeating: paint), alpha: alpha)
    let ink: Float = paint == 0 ? 255 : 0
    let truth = drawLetters(&canvas, x: 140.6, baseline: 100.25, SIMD3(repeating: ink))
    let found = texts(canvas)
    #expect(found.count == 1)
    let text = try #require(found.first)
    expectClose(text.ink.width, truth.width, within: .pixels(0.4))
    expectClose(text.ink.height, truth.height, within: .pixels(0.4))
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `texture alone has no text`(seed: UInt64) {
    let canvas = Canvas.photo(
      width: 400, height: 400, mean: 200, deviation: Float(30 + 4 * (seed % 4)), grain: Float(seed % 3),
      seed: 300 + seed)
    #expect(texts(canvas).isEmpty)
  }
}
