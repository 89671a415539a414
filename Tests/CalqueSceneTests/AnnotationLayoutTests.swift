import CalqueCore
import CalqueScene
import CalqueSpec
import CalqueTestSupport
import Testing

/// Random dials: whatever the numbers, words must not lie on each other or leave the picture.
@Suite struct AnnotationLayoutTests {
  @Test(arguments: 0..<40) func wordsNeverOverlap(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let size = Size<Pixels>(
      width: Double.random(in: 290...1320, using: &random).rounded(),
      height: Double.random(in: 300...2868, using: &random).rounded())
    let dial = randomDial(in: size, &random)
    let scale: PixelScale? = Bool.random(using: &random) ? PixelScale(Double.random(in: 1...3, using: &random)) : nil
    let scene = annotation(of: dial, pictureSize: size, scale: scale)
    let boxes = scene.operations.compactMap { operation -> (String, Rect<Pixels>)? in
      guard case .text(let run) = operation else { return nil }
      let extent = TextMeasurer.estimated.measure(run.string, run.style)
      let o = run.origin(extent)
      return (run.string, Rect(x: o.x, y: o.y - extent.capHeight, width: extent.advance, height: extent.capHeight))
    }
    #expect(throws: Never.self) { try scene.validate() }
    for (i, a) in boxes.enumerated() {
      #expect(
        a.1.x >= 0 && a.1.y >= 0 && a.1.maxX <= size.width && a.1.maxY <= size.height,
        "\(a.0) leaves the picture, seed \(seed)")
      for b in boxes[(i + 1)...] {
        #expect(a.1.intersection(b.1).isEmpty, "\(a.0) lies on \(b.0), seed \(seed)")
      }
    }
  }

  @Test func aRefusalIsFramedAndExplained() {
    let refusal = Refusal(
      kind: .dial, frame: Rect(x: 40, y: 300, width: 200, height: 80), code: .blended,
      message: "Two dials shine through each other; take the screenshot when the animation has ended.")
    let scene = annotation(
      of: Inventory(refused: [refusal]), pictureSize: Size(width: 393, height: 852), scale: PixelScale(1))
    var words: [String] = []
    var dashed = 0
    for operation in scene.operations {
      switch operation {
      case .text(let run): words.append(run.string)
      case .stroke(_, let style, _): dashed += style.dash.isEmpty ? 0 : 1
      default: break
      }
    }
    #expect(words.joined(separator: " ") == refusal.message)
    #expect(dashed == 2)
  }

  private static let breakers: [@Sendable (inout DialSpec) -> Void] = [
    { $0.radius.value = .nan }, { $0.center.point.x = .infinity }, { $0.ticks[3].angle = Angle(radians: .nan) },
    { $0.ticks[0].inner.value = -.infinity }, { $0.notch.decay?.value = .nan }, { $0.frame.width = .infinity },
    { $0.leading.at = AngleEstimate(Angle(radians: .nan), sigma: Angle(radians: 0)) },
    { $0.pointer?.frame.x = .nan }, { $0.radius.value = 1e12 },
  ]

  /// A spec may come from a file; nonsense in it must not end the program.
  @Test(arguments: breakers.indices) func undefinedFiguresDrawNothing(index: Int) {
    var random = RandomSource(seed: 3)
    let size = Size<Pixels>(width: 400, height: 800)
    var dial = randomDial(in: size, &random)
    Self.breakers[index](&dial)
    #expect(annotation(of: dial, pictureSize: size, scale: nil).operations.isEmpty)
  }

  @Test(
    arguments: [
      { (dial: inout DialSpec) in dial.ticks = [] }, { $0.radius.value = 90_000 }, { $0.radius.sigma = .nan },
      { $0.ticks = Array($0.ticks.prefix(1)) }, { $0.notch.depth?.value = 0 }, { $0.center.sigmaX = .infinity },
      { $0.ticks[2].zoom = .nan }, { $0.notch.decay?.value = 1e-9 }, { $0.law.perOctave = Estimate(.nan, sigma: 1) },
    ] as [@Sendable (inout DialSpec) -> Void])
  func extremesAreDrawnAllTheSame(change: @Sendable (inout DialSpec) -> Void) throws {
    var random = RandomSource(seed: 4)
    let size = Size<Pixels>(width: 400, height: 800)
    var dial = randomDial(in: size, &random)
    change(&dial)
    let scene = annotation(of: dial, pictureSize: size, scale: nil)
    try scene.validate()
    #expect(!scene.operations.isEmpty)
  }

  @Test func nothingFoundDrawsNothing() {
    let scene = annotation(of: Inventory(), pictureSize: Size(width: 100, height: 100), scale: nil)
    #expect(scene.operations.isEmpty)
  }

  private func randomDial(in size: Size<Pixels>, _ random: inout RandomSource) -> DialSpec {
    let radius = Double.random(in: 0.2...1, using: &random) * min(size.width, size.height)
    let center = Point<Pixels>(
      x: Double.random(in: 0.3...0.7, using: &random) * size.width,
      y: Double.random(in: 0.4...1.1, using: &random) * size.height)
    let octave = Double.random(in: 0.05...0.4, using: &random)
    let unity = Double.random(in: -0.6...0.3, using: &random)
    var ticks: [DialTick] = []
    for step in -12...48 {
      let octaves = Double(step) / 12
      let isMajor = step % 12 == 0
      let angle = Angle(radians: unity + octaves * octave)
      ticks.append(
        DialTick(
          angle: angle, sigmaAngle: Angle(degrees: 0.01), weight: isMajor ? .major : .minor,
          zoom: exp2(octaves), outer: Estimate(radius, sigma: 0.1),
          inner: Estimate(radius * (isMajor ? 0.9 : 0.94), sigma: 0.1), width: Estimate(2, sigma: 0.05), strength: 1,
          sigmaStrength: 0.02))
    }
    func end(_ angle: Angle, _ sign: Double) -> DialEnd {
      let sigma = Angle(degrees: 0.2)
      if Bool.random(using: &random) { return DialEnd(kind: .clip, at: AngleEstimate(angle, sigma: sigma)) }
      return DialEnd(
        kind: .fade, shape: .linear, full: AngleEstimate(Angle(radians: angle.radians - sign * 0.1), sigma: sigma),
        gone: AngleEstimate(angle, sigma: sigma))
    }
    let frame = Rect<Pixels>(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: radius)
    var dial = DialSpec(
      frame: frame, edgeSigma: 0.1, confidence: 0.9, center: PointEstimate(center, sigmaX: 0.02, sigmaY: 0.3),
      radius: Estimate(radius, sigma: 0.05), rim: Estimate(radius * 1.04, sigma: 0.2), ticks: ticks,
      law: DialLaw(kind: .logarithmic, perOctave: Estimate(octave, sigma: 1e-4)),
      leading: end(ticks[0].angle, -1), trailing: end(ticks[ticks.count - 1].angle, 1))
    dial.notch = DialNotch(
      shape: .exponential, angle: AngleEstimate(Angle(radians: 0), sigma: Angle(degrees: 0.1)),
      depth: Estimate(9, sigma: 0.2), decay: Estimate(10, sigma: 0.3))
    dial.pointer = DialPointer(
      angle: AngleEstimate(Angle(radians: 0), sigma: Angle(degrees: 0.1)), shape: .triangle,
      color: SIMD3(255, 200, 0),
      frame: Rect(x: center.x - 6, y: center.y - radius - 16, width: 12, height: 11))
    return dial
  }
}
