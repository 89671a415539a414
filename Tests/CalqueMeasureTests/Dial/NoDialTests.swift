import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

/// Where there is no dial, none is found.
@Suite struct NoDialTests {
  @Test(arguments: UInt64(1)...20)
  func inNoiseLikePhotographs(seed: UInt64) {
    let canvas = Canvas.photo(
      width: 500, height: 420, mean: 120, deviation: 15 + Float(seed) * 2.5, grain: Float(seed % 5) * 4, seed: seed)
    expectNothing(canvas.bitmap(), "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...6)
  func inWhiteNoise(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var canvas = Canvas(width: 400, height: 300, color: SIMD3(repeating: 128))
    canvas.addGrain(10 * Float(seed), random: &random)
    expectNothing(canvas.bitmap(), "seed \(seed)")
  }

  @Test func inGradients() {
    var canvas = Canvas(width: 500, height: 400)
    for y in 0..<400 {
      for x in 0..<500 {
        let distance = Float(hypot(Double(x) - 240, Double(y) - 500))
        canvas.colors[y * 500 + x] = SIMD4(distance / 3, 255 - distance / 3, Float(x) / 2, 255)
      }
    }
    expectNothing(canvas.bitmap(), "radial gradient")
  }

  @Test(arguments: [4, 8, 13, 21])
  func inStripesAndGrids(pitch: Int) {
    for isGrid in [false, true] {
      var canvas = Canvas(width: 420, height: 360, color: SIMD3(repeating: 30))
      for k in stride(from: 5, to: 420, by: pitch) {
        canvas.rect(Rect(x: Double(k), y: 20, width: 2, height: 320), SIMD3(repeating: 220))
        if isGrid, k < 350 { canvas.rect(Rect(x: 5, y: Double(k), width: 410, height: 2), SIMD3(repeating: 220)) }
      }
      expectNothing(canvas.bitmap(), "pitch \(pitch), grid \(isGrid)")
    }
  }

  /// A ruler's ticks stand side by side like a dial's and do not turn: no dial, and where it is refused, as collinear.
  @Test(arguments: [0.0, 20, 45, 90], [6.0, 9, 14])
  func onStraightRulers(degrees: Double, pitch: Double) {
    var canvas = Canvas(width: 600, height: 600, color: SIMD3(repeating: 245))
    let along = Angle(degrees: degrees + 90)
    let up = Angle(degrees: degrees)
    let middle = Point<Pixels>(x: 300.3, y: 300.7)
    for k in -20...20 {
      let foot = middle.moved(Double(k) * pitch, towards: along)
      canvas.bar(
        from: foot, to: foot.moved(k % 5 == 0 ? 30 : 20, towards: up), width: 2, SIMD3(repeating: 20))
    }
    let inventory = measure(canvas.bitmap())
    #expect(inventory.dials.isEmpty, "ruler at \(degrees)°, pitch \(pitch)")
    #expect(inventory.refused.allSatisfy { $0.code == .collinear }, "ruler at \(degrees)°, pitch \(pitch)")
  }

  /// Short strokes in lines, in all directions, as in text.
  @Test(arguments: UInt64(1)...8)
  func inTextLikePatterns(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var canvas = Canvas(width: 520, height: 420, color: SIMD3(repeating: 255))
    for line in stride(from: 30.0, to: 400, by: 26) {
      var x = 20.0
      while x < 480 {
        let height = random.next() % 3 == 0 ? 16.0 : 11
        let letter = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (
            Point<Pixels>(x: x + .random(in: 0...7, using: &random), y: line - .random(in: 0...height, using: &random)),
            Point<Pixels>(x: x + .random(in: 0...7, using: &random), y: line - .random(in: 0...height, using: &random))
          )
        }
        canvas.bar(from: Point(x: x, y: line), to: Point(x: x, y: line - height), width: 1.8, SIMD3(repeating: 20))
        for (a, b) in letter where a.distance(to: b) > 1 {
          canvas.bar(from: a, to: b, width: 1.8, SIMD3(repeating: 20))
        }
        x += random.next() % 6 == 0 ? 18 : 10
      }
    }
    expectNothing(canvas.bitmap(), "seed \(seed)")
  }

  /// A circle without marks, a pie, rings and a row of buttons are no dials.
  @Test func inOtherControls() {
    var canvas = Canvas(width: 600, height: 500, color: SIMD3(repeating: 240))
    canvas.disc(x: 200, y: 250, radius: 120, SIMD3(0, 122, 255))
    canvas.disc(x: 200, y: 250, radius: 100, SIMD3(repeating: 240))
    canvas.disc(x: 450, y: 200, radius: 60, SIMD3(255, 59, 48))
    for k in 0..<6 {
      canvas.bar(
        from: Point(x: 60 + Double(k) * 90, y: 440), to: Point(x: 110 + Double(k) * 90, y: 440), width: 40, round: true,
        SIMD3(52, 199, 89))
    }
    expectNothing(canvas.bitmap(), "controls")
  }

  @Test(arguments: [(1, 1), (1, 40), (32, 1), (2, 2), (16, 16), (31, 31), (32, 32), (33, 500), (500, 33), (17, 90)])
  func tinyPictures(width: Int, height: Int) {
    for factor in [0, 1] {
      var random = RandomSource(seed: UInt64(width * 1000 + height))
      var canvas = Canvas(width: width, height: height, color: SIMD3(repeating: 128))
      if factor == 1 { canvas.addGrain(70, random: &random) }
      expectNothing(canvas.bitmap(), "\(width)×\(height)")
      expectNothing(canvas.bitmap16(), "\(width)×\(height), 16 bits")
    }
  }

  @Test func noKindsNothingDone() {
    let bitmap = DrawnDial().draw().bitmap()
    #expect(measure(bitmap, options: MeasureOptions(kinds: [])) == Inventory())
  }

  private func expectNothing(_ bitmap: Bitmap, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let inventory = measure(bitmap)
    #expect(
      inventory.dials.isEmpty,
      "\(what): \(inventory.dials.map { "\($0.ticks.count) ticks, radius \($0.radius.value), \($0.confidence)" })",
      sourceLocation: sourceLocation)
  }
}
