import CalqueCore
import CalqueDraw
import CalqueScene
import CalqueTestSupport
import Testing

@Suite struct RenderTests {
  private func fill(_ r: Rect<Pixels>, _ color: RGBAColor) -> SceneOperation {
    .fill(.rectangle(r), .color(color), .nonZero)
  }

  private func scene(_ width: Int, _ height: Int, _ operations: [SceneOperation]) -> Scene {
    Scene(size: Size(width: Double(width), height: Double(height)), operations: operations)
  }

  private func flat(_ width: Int, _ height: Int, _ level: UInt8, _ space: ColorSpace = .sRGB) -> Bitmap {
    var rgba = [UInt8](repeating: level, count: width * height * 4)
    for i in stride(from: 3, to: rgba.count, by: 4) { rgba[i] = 255 }
    return Bitmap(width: width, height: height, rgba: rgba, colorSpace: space)
  }

  private func level(_ bitmap: Bitmap, _ x: Int, _ y: Int, _ channel: Int = 0) -> Double {
    Double(bitmap[x, y][channel]) * 255
  }

  @Test func aRectangleCoversExactlyItsPixels() throws {
    let picture = try render(
      scene(20, 20, [fill(Rect(x: 3, y: 4, width: 5, height: 6), .white)]), over: flat(20, 20, 0))
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (3..<8).contains(x) && (4..<10).contains(y)
        #expect(level(picture, x, y) == (isInside ? 255 : 0), "\(x), \(y)")
      }
    }
  }

  @Test func halfAPixelIsHalfCovered() throws {
    let picture = try render(
      scene(20, 20, [fill(Rect(x: 3.5, y: 4.5, width: 5, height: 6), .white)]), over: flat(20, 20, 0))
    expectClose(level(picture, 3, 7), 127.5, within: .levels(1))
    expectClose(level(picture, 8, 7), 127.5, within: .levels(1))
    expectClose(level(picture, 5, 4), 127.5, within: .levels(1))
    expectClose(level(picture, 3, 4), 63.75, within: .levels(1))
    #expect(level(picture, 5, 7) == 255)
  }

  @Test(arguments: [0.1, 0.35, 0.5, 0.8], [0, 60, 200, 255] as [UInt8])
  func opacityBlendsEncodedValues(opacity: Double, ground: UInt8) throws {
    let color = RGBAColor(0xE08020, opacity: opacity)
    let picture = try render(
      scene(4, 4, [fill(Rect(x: 0, y: 0, width: 4, height: 4), color)]), over: flat(4, 4, ground))
    for (channel, value) in [(0, 0xE0), (1, 0x80), (2, 0x20)] {
      let expected = Double(value) * opacity + Double(ground) * (1 - opacity)
      expectClose(level(picture, 1, 1, channel), expected, within: .levels(1.5))
    }
    #expect(level(picture, 1, 1, 3) == 255)
  }

  @Test func alphaComesOutStraight() throws {
    let picture = try render(
      scene(4, 4, [fill(Rect(x: 0, y: 0, width: 2, height: 4), RGBAColor(0xFF8000, opacity: 0.5))]))
    expectClose(level(picture, 0, 0, 0), 255, within: .levels(1))
    expectClose(level(picture, 0, 0, 1), 128, within: .levels(2))
    expectClose(level(picture, 0, 0, 2), 0, within: .levels(0))
    expectClose(level(picture, 0, 0, 3), 127.5, within: .levels(1))
    #expect(picture[3, 0] == SIMD4(0, 0, 0, 0))
  }

  @Test(arguments: [ColorSpace.sRGB, .displayP3]) func untouchedPixelsKeepTheirNumbers(space: ColorSpace) throws {
    var random = RandomSource(seed: 11)
    let rgba = (0..<(16 * 16 * 4)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let base = Bitmap(width: 16, height: 16, rgba: rgba, colorSpace: space)
    let picture = try render(scene(16, 16, [fill(Rect(x: 0, y: 0, width: 16, height: 2), .white)]), over: base)
    #expect(picture.colorSpace == space)
    var changed = 0
    for y in 2..<16 {
      for x in 0..<16 where picture[x, y] != base[x, y] { changed += 1 }
    }
    #expect(changed == 0)
    for x in 0..<16 { #expect(picture[x, 1] == SIMD4(1, 1, 1, 1)) }
  }

  @Test func sixteenBitsAreRounded() throws {
    let wide = [0, 128, 129, 257, 65535, 32768, 1000, 65535] as [UInt16]
    let picture = try render(scene(2, 1, []), over: Bitmap(width: 2, height: 1, rgba16: wide))
    guard case .eight(let samples) = picture.samples else {
      Issue.record("8 bits expected")
      return
    }
    // The first pixel is nearly transparent and keeps its numbers all the same.
    #expect(samples == [0, 0, 1, 1, 255, 128, 4, 255])
  }

  @Test func coloursAreConvertedIntoTheBase() throws {
    // sRGB's red in Display P3: 0.9175, 0.2003, 0.1386 (CSS Color 4's conversion).
    let picture = try render(
      scene(2, 2, [fill(Rect(x: 0, y: 0, width: 2, height: 2), RGBAColor(0xFF0000))]),
      over: flat(2, 2, 0, .displayP3))
    expectClose(level(picture, 0, 0, 0), 233.96, within: .levels(0.6))
    expectClose(level(picture, 0, 0, 1), 51.08, within: .levels(0.6))
    expectClose(level(picture, 0, 0, 2), 35.34, within: .levels(0.6))
  }

  @Test func aGroupIsScaledBeforeItIsClipped() throws {
    let content = fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
    let group = SceneGroup(
      transform: .scale(3, 3), clip: .rectangle(Rect(x: 5, y: 0, width: 10, height: 20)), operations: [content])
    let picture = try render(scene(30, 20, [.group(group)]), over: flat(30, 20, 0))
    for x in 0..<30 { #expect(level(picture, x, 10) == ((5..<15).contains(x) ? 255 : 0), "\(x)") }
  }

  @Test func aGroupFadesAsAWhole() throws {
    let group = SceneGroup(
      opacity: 0.5,
      operations: [
        fill(Rect(x: 0, y: 0, width: 6, height: 4), .white), fill(Rect(x: 2, y: 0, width: 6, height: 4), .white),
      ])
    let picture = try render(scene(8, 4, [.group(group)]), over: flat(8, 4, 0))
    for x in 0..<8 { expectClose(level(picture, x, 2), 127.5, within: .levels(1)) }
  }

  @Test func dashesAlternate() throws {
    let path = Path.segment(Point(x: 0, y: 2), Point(x: 20, y: 2))
    let style = StrokeStyle(width: 2, dash: [3, 2], dashPhase: 1)
    let picture = try render(scene(20, 4, [.stroke(path, style, .color(.white))]), over: flat(20, 4, 0))
    for x in 0..<20 { #expect(level(picture, x, 1) == ((x + 1) % 5 < 3 ? 255 : 0), "\(x)") }
    for x in 0..<20 { #expect(level(picture, x, 0) == 0) }
  }

  /// Coverage summed down a column is the circle's height there, free of the pixel grid.
  @Test(arguments: [240.0, 720, 3000]) func circlesAreRound(radius: Double) throws {
    let center = Point<Pixels>(x: 50, y: radius + 10.3)
    let picture = try render(
      scene(100, 60, [.fill(.circle(center: center, radius: radius), .color(.white), .nonZero)]),
      over: flat(100, 60, 0))
    var sum = 0.0
    var worst = 0.0
    for x in 0..<100 {
      let drawn = 60 - (0..<60).reduce(0.0) { $0 + level(picture, x, $1) / 255 }
      // The mean height over the column's width, by Simpson's rule.
      let h = [0.0, 0.5, 1].map { d in
        center.y - (radius * radius - (Double(x) + d - center.x) * (Double(x) + d - center.x)).squareRoot()
      }
      let error = drawn - (h[0] + 4 * h[1] + h[2]) / 6
      sum += error
      worst = max(worst, error.magnitude)
    }
    expectClose(sum / 100, 0, within: .pixels(0.02))
    expectClose(worst, 0, within: .pixels(0.08))
  }

  @Test func anImageLandsInItsFrame() throws {
    let tile = Bitmap(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 0, 255, 255])
    let placement = ImagePlacement(
      bitmap: tile, frame: Rect(x: 2, y: 1, width: 8, height: 4), interpolation: .nearest)
    let picture = try render(scene(12, 6, [.image(placement)]), over: flat(12, 6, 0))
    #expect(picture[2, 1] == SIMD4(1, 0, 0, 1))
    #expect(picture[5, 4] == SIMD4(1, 0, 0, 1))
    #expect(picture[6, 1] == SIMD4(0, 0, 1, 1))
    #expect(picture[9, 4] == SIMD4(0, 0, 1, 1))
    #expect(picture[1, 1] == SIMD4(0, 0, 0, 1))
    #expect(picture[10, 4] == SIMD4(0, 0, 0, 1))
  }

  @Test func whatCannotBeDrawnIsRefused() {
    #expect(throws: DrawError.tooLarge(width: 40000, height: 2)) { try render(scene(40000, 2, [])) }
    #expect(throws: DrawError.scene(.outOfRange)) {
      try render(scene(4, 4, [fill(Rect(x: 0, y: 0, width: 1, height: 1), RGBAColor.white.faded(3))]))
    }
    #expect(DrawError.tooLarge(width: 40000, height: 2).message.contains("40000"))
  }
}
