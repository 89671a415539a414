import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

/// Two dials in one picture, and a picture taken in the middle of a cross-fade.
@Suite struct OptionsTests {
  static let left = DrawnDial("left") { $0 = small($0, x: 170.4) }
  static let right = DrawnDial("right") {
    $0 = small($0, x: 640.8)
    $0.law = .equal(degrees: 10, majorEvery: 3)
  }

  private static func small(_ dial: DrawnDial, x: Double) -> DrawnDial {
    var dial = dial
    dial.width = 820
    dial.height = 360
    dial.center = Point(x: x, y: 185.3)
    dial.radius = 130
    dial.law = .equal(degrees: 8, majorEvery: 5)
    dial.halfArc = 130
    dial.minorLength = 14
    dial.majorLength = 20
    return dial
  }

  private static let both: Bitmap = {
    var canvas = left.drawGround()
    left.draw(on: &canvas)
    right.draw(on: &canvas)
    return canvas.bitmap()
  }()

  @Test func bothAreFound() throws {
    let inventory = measure(Self.both)
    #expect(inventory.dials.count == 2)
    for dial in [Self.left, Self.right] {
      let comparison = try #require(dial.compare(inventory), "\(dial)")
      #expect(comparison.missed == 0 && comparison.invented == 0, Comment(rawValue: comparison.description))
    }
  }

  @Test(arguments: [left, right])
  func theRegionPicksOne(_ dial: DrawnDial) throws {
    let region = Rect<Pixels>(x: dial.center.x - 165, y: 0, width: 330, height: 360)
    let inventory = measure(Self.both, options: MeasureOptions(region: region))
    #expect(inventory.dials.count == 1)
    #expect(dial.compare(inventory) != nil)
  }

  @Test(arguments: [left, right])
  func thePlacePicksOne(_ dial: DrawnDial) throws {
    for place in [dial.center, dial.point(30, 120), dial.point(0, 170)] {
      let inventory = measure(Self.both, options: MeasureOptions(at: place))
      #expect(inventory.dials.count == 1 && dial.compare(inventory) != nil, "\(place)")
    }
  }

  @Test func anEmptyRegionHasNoDial() {
    let region = Rect<Pixels>(x: 345, y: 0, width: 120, height: 360)
    #expect(measure(Self.both, options: MeasureOptions(region: region)).dials.isEmpty)
  }

  @Test func stagesComeInTheirOrder() {
    let log = StageLog()
    _ = measure(Self.left.draw().bitmap(), options: MeasureOptions(onStage: { log.add($0) }))
    let stages = log.stages
    #expect(stages.first == .planes && Set(stages) == Set(MeasureStage.allCases))
    let first = MeasureStage.allCases.compactMap { stages.firstIndex(of: $0) }
    #expect(first == first.sorted())
  }
}

private final class StageLog: @unchecked Sendable {
  private(set) var stages: [MeasureStage] = []
  func add(_ stage: MeasureStage) { stages.append(stage) }
}

@Suite struct BlendTests {
  /// A page with a row of buttons, under which a dial appears.
  private func page(_ dial: DrawnDial) -> Canvas {
    var canvas = Canvas(width: dial.width, height: dial.height, color: SIMD3(28, 28, 30))
    for k in 0..<5 {
      canvas.disc(x: 70 + Double(k) * 115, y: 210, radius: 26, SIMD3(72, 72, 74))
      canvas.rect(Rect(x: 62 + Double(k) * 115, y: 202, width: 16, height: 16), SIMD3(repeating: 200))
    }
    return canvas
  }

  static let seeds: [UInt64] = [1, 2, 3]

  @Test(arguments: [0.35, 0.45, 0.55])
  func aCrossFadeIsRefused(opacity: Double) {
    let dial = DrawnDial("cross-fade") {
      $0.pointer = .triangle
      $0.ground = .plain(SIMD3(28, 28, 30))
    }
    var canvas = page(dial)
    canvas.blend(dial.draw(), alpha: Float(opacity))
    let inventory = measure(canvas.bitmap())
    #expect(inventory.dials.isEmpty && inventory.refused.map(\.code) == [.blended], "\(inventory.refused)")
  }

  /// Ticks that are meant to be translucent, under a pointer that is not.
  @Test(arguments: [Float(0.45), 0.6, 1])
  func translucentTicksAreMeasured(opacity: Float) throws {
    let dial = DrawnDial("ticks at \(opacity)") {
      $0.pointer = .triangle
      $0.inkAlpha = opacity
      $0.ground = .plain(SIMD3(28, 28, 30))
    }
    let inventory = measure(dial.draw().bitmap())
    let comparison = try #require(dial.compare(inventory), "\(inventory.refused)")
    #expect(comparison.missed == 0 && inventory.refused.isEmpty, Comment(rawValue: comparison.description))
  }
}
