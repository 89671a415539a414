import CalqueCore
import CalqueFiles
import CalqueMeasure
import CalqueSpec
import CalqueTestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

/// The folder of cases and pictures outside the package, or nil.
private let shared = ProcessInfo.processInfo.environment["CALQUE_SHARED"]

private func listing(_ folder: String, _ suffix: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: "\(shared ?? "")/\(folder)").filter { $0.hasSuffix(suffix) }
    .sorted()
}

/// Checks against drawn cases and real pictures that are no part of the package.
@Suite(
  .enabled(if: shared != nil, "CALQUE_SHARED is not set, so the checks against cases and real pictures are left out"))
struct SharedCasesTests {
  /// Every case of a folder with its truth.
  private func cases(_ folder: String) throws -> [(truth: DialTruth, bitmap: Bitmap)] {
    try listing("cases/\(folder)", ".json").map { file in
      let path = "\(shared ?? "")/cases/\(folder)/\(file)"
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let name = String(file.dropLast(5))
      let truth =
        folder == "dial" ? try DialTruth(browser: data, name: name) : try DialTruth(supersampled: data, name: name)
      return (truth, try readImage(path: String(path.dropLast(4)) + "png").bitmap)
    }
  }

  private func score(_ folder: String) throws -> DialScore {
    var score = DialScore()
    for (truth, bitmap) in try cases(folder) { score.add(truth, measure(bitmap)) }
    return score
  }

  @Test func dialsOfTheBrowserAndPlainOnes() throws {
    var screens = try score("dial")
    #expect(screens.found == 16, "\(screens.lost)")
    #expect(
      screens.missed * 50 <= screens.needed && screens.invented <= 2,
      "missed \(screens.missed) of \(screens.needed), invented \(screens.invented)")
    #expect(screens.weightsWrong.isEmpty)
    #expect(screens.zoomsWrong.isEmpty)
    #expect(screens.zoomsMissing.isEmpty)
    #expect(screens.lawsWrong.isEmpty)
    #expect(screens.endsWrong.isEmpty, "of \(screens.ends)")
    #expect(screens.notchesWrong.isEmpty)
    #expect(median(screens.decays) <= 0.15 && (screens.decays.max() ?? 0) <= 0.4, "decays \(screens.decays)")
    #expect(screens.tickError <= 0.03)

    let plain = try score("dial_plain")
    #expect(plain.found == 5, "\(plain.lost)")
    #expect(plain.missed == 0 && plain.invented == 0)
    #expect(plain.weightsWrong.isEmpty && plain.zoomsWrong.isEmpty && plain.zoomsMissing.isEmpty)
    #expect(plain.endsWrong.isEmpty && plain.notchesWrong.isEmpty)
    #expect(plain.tickError <= 0.006)
    #expect(
      median(plain.octavesAtRim) <= 0.0010 && (plain.octavesAtRim.max() ?? 0) <= 0.004,
      "octaves at the rim \(plain.octavesAtRim)")
    #expect(median(plain.full) <= 0.3 && median(plain.gone) <= 0.3, "full \(plain.full), gone \(plain.gone)")

    screens.merge(plain)
    let honesty = screens.honesty
    #expect(
      (0.55...0.8).contains(honesty.one) && honesty.two >= 0.9 && honesty.ratio <= 2,
      "\(honesty): \(screens.honestyByKind)")
  }

  /// Copies resampled to 90 % are still found.
  @Test(arguments: ["dial", "dial_plain"])
  func resampledCopies(folder: String) throws {
    for (truth, bitmap) in try cases(folder) {
      let inventory = measure(bitmap.shrunk(0.9))
      let center = Point<Pixels>(x: truth.center.x * 0.9, y: truth.center.y * 0.9)
      let found = inventory.dials.contains {
        $0.center.point.distance(to: center) < 5 && ($0.radius.value / truth.radius / 0.9 - 1).magnitude < 0.01
      }
      #expect(found, "\(truth.name) at 90 %: \(inventory.refused.map(\.code))")
    }
  }

  private func real(_ name: String) throws -> Inventory {
    try measure(readImage(path: "\(shared ?? "")/data/real/\(name)").bitmap)
  }

  @Test(arguments: ["frame22_dial", "frame26_dial_2.4x"])
  func zoomWheel(frame: String) throws {
    let dials = try real("dials/CameraZoomWheel__\(frame).png").dials
    let dial = try #require(dials.count == 1 ? dials[0] : nil)
    expectClose(dial.rim?.value ?? 0, 161.73, within: .pixels(161.73 * 0.004), "rim")
    expectClose(dial.radius.value, 158.43, within: .pixels(158.43 * 0.004), "tick circle")
    #expect(dial.law.kind == .logarithmic)
  }

  @Test func crossFadeIsRefused() throws {
    let inventory = try real("dials/CameraZoomWheel__frame19_crossfade_in.png")
    #expect(inventory.dials.isEmpty && inventory.refused.contains { $0.code == .blended })
  }

  @Test(arguments: ["testDefaultClockView", "testClockViewWithFace", "testClockViewDifferentColors"])
  func sixtyDots(clock: String) throws {
    let dials = try real("dials/SwiftClockUI__\(clock).1.png").dials
    let angles = try #require(dials.first).ticks.map(\.angle.degrees)
    let places = angles.map { ($0 / 6).rounded() }
    #expect(angles.count == 60)
    #expect(Set(places.map { (Int($0) % 60 + 60) % 60 }).count == 60)
    for (angle, place) in zip(angles, places) { expectClose(angle, 6 * place, within: .degrees(0.05)) }
  }

  @Test(arguments: ["screens", "pills", "tabs", "labels"])
  func noDial(category: String) throws {
    let files = try listing("data/real/\(category)", ".png")
    #expect(!files.isEmpty)
    for file in files {
      let dials = try real("\(category)/\(file)").dials
      #expect(dials.isEmpty, "\(file): \(dials.map { "\($0.ticks.count) ticks, radius \($0.radius.value)" })")
    }
  }
}

extension Bitmap {
  /// Resampled by area, each sample the mean of what it covers.
  fileprivate func shrunk(_ share: Double) -> Bitmap {
    let w = Int(Double(width) * share)
    let h = Int(Double(height) * share)
    /// For each new sample, the old ones that it covers and by how much.
    func spans(_ count: Int) -> [(first: Int, weights: [Float])] {
      (0..<count).map { i in
        let from = Double(i) / share
        let to = Double(i + 1) / share
        let first = Int(from)
        let last = Int((to - 1e-9).rounded(.down))
        return (first, (first...last).map { Float((min(to, Double($0 + 1)) - max(from, Double($0))) * share) })
      }
    }
    let columns = spans(w)
    let rows = spans(h)
    var rgba = [UInt8](repeating: 255, count: w * h * 4)
    for y in 0..<h {
      for x in 0..<w {
        var sum = SIMD4<Float>.zero
        for (j, wy) in rows[y].weights.enumerated() {
          for (i, wx) in columns[x].weights.enumerated() {
            sum += self[min(width - 1, columns[x].first + i), min(height - 1, rows[y].first + j)] * (wx * wy)
          }
        }
        for k in 0..<3 { rgba[(y * w + x) * 4 + k] = UInt8(max(0, min(255, (sum[k] * 255).rounded()))) }
      }
    }
    return Bitmap(width: w, height: h, rgba: rgba)
  }
}
