import CalqueCore
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

/// How far measured dials are from their truth, and whether σ says so.
@Suite struct AccuracyTests {
  /// Clean drawings: every figure to some hundredths of a pixel.
  static let clean = [0.0, 40, 90, 180, -110].flatMap { degrees in
    [200.0, 400, 700].map { FindingTests.facing(degrees, ground: FindingTests.grounds[0], radius: $0) }
  }

  @Test(arguments: clean)
  func cleanDrawings(_ dial: DrawnDial) throws {
    let comparison = try #require(dial.compare(measure(dial.draw().bitmap())))
    let comment = Comment(rawValue: comparison.description)
    // The arc of 530 px is 152°, 76° and 43° of its circle; what the centre is off by goes with 1 over its sagitta.
    let slack = max(1, (dial.radius / 400) * (dial.radius / 400))
    #expect(rms(comparison.across) < 0.04 * slack && worst(comparison.across) < 0.08 * slack, comment)
    #expect(rms(comparison.outer) < 0.1 * slack * slack && rms(comparison.inner) < 0.1 * slack * slack, comment)
    #expect(rms(comparison.widths) < 0.02, comment)
    #expect(comparison.centerError < 0.1 * slack * slack, comment)
    #expect(comparison.radius.error.magnitude < 0.1 * slack * slack, comment)
    for figure in [comparison.centerX, comparison.centerY, comparison.radius] + comparison.across {
      #expect(figure.error.magnitude < 4 * figure.sigma, comment)
    }
  }

  /// Dials over photographs, drawn with random numbers.
  static func random(_ seed: UInt64) -> DrawnDial {
    var random = RandomSource(seed: seed)
    return DrawnDial("random \(seed)") { dial in
      let radius = Double.random(in: 330...620, using: &random)
      dial.radius = radius
      dial.center = Point(
        x: .random(in: 270...330, using: &random), y: 90 + radius + .random(in: 0...40, using: &random))
      dial.rim = seed % 3 == 0 ? nil : radius + .random(in: 14...26, using: &random)
      dial.halfArc = min(38, 250 / radius * 180 / Double.pi)
      dial.law = .logarithmic(degreesPerOctave: 96 / radius * 180 / Double.pi, minors: 8)
      dial.value = exp2(.random(in: 1...1.9, using: &random))
      dial.isRound = seed % 4 == 1
      dial.end = seed % 2 == 0 ? .clip : .fade(degrees: 8)
      dial.inkAlpha = .random(in: 0.6...1, using: &random)
      dial.ground = .photo(
        mean: .random(in: 50...130, using: &random), deviation: .random(in: 6...25, using: &random),
        grain: .random(in: 0.5...5, using: &random), seed: seed &+ 1000)
    }
  }

  @Test func overPhotographs() throws {
    var ratios: [String: [Double]] = [:]
    var across: [DialComparison.Figure] = []
    var missed = 0
    var needed = 0
    var invented = 0
    var weightsWrong = 0
    var zoomsWrong = 0
    var octaves: [Double] = []
    for seed in UInt64(1)...36 {
      let dial = Self.random(seed)
      let inventory = measure(dial.draw().bitmap())
      guard let comparison = dial.compare(inventory) else {
        Issue.record("\(dial) not found: \(inventory.refused.map(\.code))")
        continue
      }
      func add(_ name: String, _ figures: [DialComparison.Figure]) {
        ratios[name, default: []] += figures.map { $0.error / $0.sigma }
        for figure in figures where figure.error.magnitude > 6 * figure.sigma {
          Issue.record("\(name) is \(figure.error / figure.sigma) σ off; \(comparison)")
        }
      }
      add("centre", [comparison.centerX, comparison.centerY])
      add("radius", [comparison.radius])
      add("rim", comparison.rim.map { [$0] } ?? [])
      add("across", comparison.across)
      add("outer", comparison.outer)
      across += comparison.across
      missed += comparison.missed
      needed += comparison.needed
      invented += comparison.invented
      weightsWrong += comparison.weightsWrong
      zoomsWrong += comparison.zoomsWrong
      if case .logarithmic(let perOctave, _) = dial.law, let told = comparison.dial.law.perOctave {
        octaves.append((told.value - perOctave * Double.pi / 180) / told.sigma)
      }
      if comparison.missed + comparison.invented + comparison.weightsWrong + comparison.zoomsWrong > 0 {
        print(comparison)
      }
    }
    #expect(missed * 100 <= needed && invented <= 2, "missed \(missed) of \(needed), invented \(invented)")
    #expect(weightsWrong == 0 && zoomsWrong == 0, "weights wrong \(weightsWrong), zooms wrong \(zoomsWrong)")
    #expect(rms(across) < 0.06, "across rms \(rms(across))")
    ratios["perOctave"] = octaves
    var shares: [(name: String, one: Double, two: Double)] = []
    for (name, values) in ratios.sorted(by: { $0.key < $1.key }) {
      let n = Double(values.count)
      shares.append(
        (
          name, Double(values.count(where: { $0.magnitude < 1 })) / n,
          Double(values.count(where: { $0.magnitude < 2 })) / n
        ))
      expectHonest(values, name, one: 0.5...0.85, two: 0.75)
    }
    // Every kind of figure counts equally.
    let kinds = Double(shares.count)
    let one = shares.reduce(0) { $0 + $1.one } / kinds
    let two = shares.reduce(0) { $0 + $1.two } / kinds
    #expect((0.55...0.8).contains(one) && two >= 0.9, "within σ \(one), within 2σ \(two): \(shares)")
  }

  /// A σ ten times too large is as wrong as one ten times too small: on clean drawings it must be small.
  @Test func sigmaIsSmallOnCleanDrawings() throws {
    let dial = FindingTests.facing(0, ground: FindingTests.grounds[0])
    let comparison = try #require(dial.compare(measure(dial.draw().bitmap())))
    let comment = Comment(rawValue: comparison.description)
    #expect(comparison.dial.radius.sigma < 0.1 && comparison.dial.center.sigmaY < 0.1, comment)
    #expect(median(comparison.across.map(\.sigma)) < 0.02, comment)
    #expect(median(comparison.outer.map(\.sigma)) < 0.12, comment)
  }

  /// The shorter the arc, the less sure the centre; an arc of a few degrees is no dial or says its σ.
  @Test func sigmaGrowsAsArcsGetShorter() throws {
    var last = 0.0
    for halfArc in [36.0, 24, 15] {
      let dial = DrawnDial("±\(halfArc)°") {
        $0.radius = 600
        $0.center = Point(x: 300.3, y: 690.4)
        $0.halfArc = halfArc
        $0.law = .equal(degrees: 1.4, majorEvery: 5)
        $0.ground = .photo(mean: 90, deviation: 12, grain: 4, seed: 4)
      }
      let inventory = measure(dial.draw().bitmap())
      let spec = try #require(inventory.dials.first, "\(dial)")
      let comment = Comment(rawValue: DialComparison(spec, dial).description)
      #expect(spec.center.sigmaY > last * 1.3, comment)
      #expect((spec.center.point.y - dial.center.y).magnitude < 4 * spec.center.sigmaY, comment)
      last = spec.center.sigmaY
    }
  }
}
