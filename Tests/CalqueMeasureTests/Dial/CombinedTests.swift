import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

@Suite struct CombinedTests {
  /// One dial at a value, over a photograph of its own.
  private func picture(_ value: Double, seed: UInt64, radius: Double = 400) -> Bitmap {
    DrawnDial("at \(value)") {
      $0.value = value
      $0.radius = radius
      $0.ground = .photo(mean: 80, deviation: 25, grain: 2, seed: seed)
      $0.pointer = .triangle
      $0.notchDepth = 26
      $0.notchDecay = 20
    }.draw().bitmap()
  }

  private func dial(_ inventory: Inventory) throws -> DialSpec {
    guard case .dial(let dial) = try #require(inventory.elements.first) else { throw CancellationError() }
    return dial
  }

  @Test func severalPicturesTellMoreThanOne() throws {
    let bitmaps = [(2.37, 1), (2.0, 2), (2.93, 3), (3.4, 4)].map { picture($0.0, seed: $0.1) }
    let combined = measureCombined(bitmaps)
    #expect(combined.pictures == [0, 1, 2, 3])
    let together = try dial(combined.inventory)
    let alone = try dial(measure(bitmaps[0]))
    let decay = try #require(together.notch.decay)
    let single = try #require(alone.notch.decay)
    #expect((decay.value - 20).magnitude < 4 * decay.sigma && decay.sigma <= single.sigma, "\(decay), alone \(single)")
    #expect(together.center.sigmaY < alone.center.sigmaY)
    #expect((together.center.point.x - 300.3).magnitude < 4 * together.center.sigmaX)
    #expect((together.center.point.y - 480.6).magnitude < 4 * together.center.sigmaY)
    #expect((together.radius.value - 400).magnitude < 4 * together.radius.sigma)
    // Ticks are the first picture's.
    #expect(together.ticks.count == alone.ticks.count)
  }

  @Test func whatDoesNotAgreeIsLeftOut() {
    let first = picture(2.37, seed: 1)
    let blank = Bitmap(width: 600, height: 500, rgba: [UInt8](repeating: 90, count: 600 * 500 * 4))
    let others = [picture(2.0, seed: 2, radius: 372), blank, first]
    for other in others { #expect(measureCombined([first, other]).pictures == [0]) }
    #expect(measureCombined([blank, first]).inventory.elements.isEmpty)
  }
}
