import CalqueCore
import CalqueFiles
import CalqueTestSupport
import Foundation
import Testing

/// The folder of pictures outside the package, or nil.
private let shared = ProcessInfo.processInfo.environment["CALQUE_SHARED"]

private func shared(_ path: String) -> String { "\(shared ?? "")/data/\(path)" }

private func listing(_ folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: shared(folder)).sorted()
}

/// Checks against real pictures that are no part of the package.
@Suite(.enabled(if: shared != nil, "CALQUE_SHARED is not set, so the checks against real pictures are left out"))
struct SharedPictureTests {
  /// Willem van Schaik's PngSuite against its raw samples.
  @Test func pngSuiteIsExact() throws {
    let names = try listing("real/pngsuite").filter { $0.hasPrefix("Common__") }
    #expect(names.count == 161)
    for name in names {
      let image = try readImage(path: shared("real/pngsuite/\(name)"), options: DecodeOptions(applyProfile: false))
      let factor = image.bitmap.isSixteenBit ? 1 : 257
      #expect(try image.bitmap.integers.map { $0 * factor } == rawSamples(name), "\(name)")
    }
  }

  @Test func crushedPngSuiteIsExactOncePremultiplied() throws {
    let names = try listing("real/pngsuite").filter { $0.hasPrefix("iOS__") }
    #expect(names.count == 32)
    for name in names {
      let image = try readImage(path: shared("real/pngsuite/\(name)"), options: DecodeOptions(applyProfile: false))
      let ours = image.bitmap.integers
      let truth = try rawSamples(name).map { ($0 + 128) / 257 }
      #expect(ours.count == truth.count)
      let product = { (s: [Int], i: Int) in i % 4 == 3 ? s[i] : (s[i] * s[i | 3] + 127) / 255 }
      #expect(ours.indices.allSatisfy { product(ours, $0) == product(truth, $0) }, "\(name)")
    }
  }

  private func rawSamples(_ name: String) throws -> [Int] {
    let stem = try #require(name.range(of: "__")).upperBound
    let raw = try bytes(shared("real/pngsuite/rgba/\(name[stem...]).rgba"))
    return stride(from: 0, to: raw.count, by: 2).map { Int(raw[$0]) | Int(raw[$0 + 1]) << 8 }
  }

  @Test func theLargeCrushedPicturesAreTheirOriginal() throws {
    let original = try readImage(path: shared("real/pngsuite/iPhoneOptimized-rgb8.png")).bitmap
    #expect(try readImage(path: shared("real/pngsuite/iPhoneOptimized-bgr8.png")).bitmap == original)
    #expect(try readImage(path: shared("real/pngsuite/iPhoneOptimized.png")).bitmap == original)
  }

  @Test(arguments: ["Landscape", "Portrait"])
  func theEightOrientationsLookAlike(set: String) throws {
    // The first is not tagged; the others have one profile, and are compared with the second.
    let reference = try readImage(path: shared("real/awkward/exif__\(set)_2.jpg")).bitmap
    #expect(reference.width == (set == "Landscape" ? 600 : 450))
    #expect(reference.height == (set == "Landscape" ? 450 : 600))
    for value in 1...8 {
      let bitmap = try readImage(path: shared("real/awkward/exif__\(set)_\(value).jpg")).bitmap
      #expect(bitmap.width == reference.width && bitmap.height == reference.height)
      let upright = difference(bitmap, reference) { ($0, $1) }
      let (right, bottom) = (bitmap.width - 1, bitmap.height - 1)
      for wrong in [
        difference(bitmap, reference) { (right - $0, $1) }, difference(bitmap, reference) { ($0, bottom - $1) },
        difference(bitmap, reference) { (right - $0, bottom - $1) },
      ] { #expect(upright < wrong / 2, "\(set) \(value)") }
    }
  }

  /// The mean difference of green on a grid of every ninth pixel, in 8-bit levels.
  private func difference(_ a: Bitmap, _ b: Bitmap, at place: (Int, Int) -> (Int, Int)) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in stride(from: 0, to: a.height, by: 9) {
      for x in stride(from: 0, to: a.width, by: 9) {
        let (u, v) = place(x, y)
        sum += Double(abs(a[u, v][1] - b[x, y][1])) * 255
        count += 1
      }
    }
    return sum / count
  }

  @Test func anInvalidOrientationIsUpright() throws {
    let image = try readImage(path: shared("real/awkward/exif__Landscape_9.jpg"))
    #expect(image.orientation == 1)
    #expect(image.bitmap.width == 480 && image.bitmap.height == 369)
  }

  /// What must be refused; everything else must decode.
  private static let refused: Set<String> = [
    "ctphp__corrupted_PR30.jpg", "image-rs__bmp_Bad_badbitcount.bmp", "image-rs__bmp_Bad_clrsUsed.bmp",
    "image-rs__bmp_Bad_height.bmp", "image-rs__bmp_Bad_reallybig.bmp", "image-rs__bmp_Bad_shortfile.bmp",
    "image-rs__bmp_Bad_unusual_extend_buffer_usage.bmp", "image-rs__bmp_Bad_width.bmp",
    "libheif__clap-overflow-divide-zero.heic", "libheif__github_138.heic", "libheif__github_15.heic",
    "libheif__github_46_2.heic", "odiff__clouds-2.bmp", "odiff__clouds.bmp", "odiff__laptops-2.tiff",
    "odiff__laptops.tiff", "sharp__65536-uint32-limit.png", "sharp__Crash_test.gif", "sharp__cielab-dagams.tiff",
    "sharp__corrupt-header.jpg", "sharp__giant-image.jpg", "sharp__tifftag-photoshop.tiff", "sharp__truncated.jpg",
    "sharp__truncated.png",
  ]

  @Test func everyRealPictureDecodesOrIsRefusedForAReason() throws {
    var decoded = 0
    for folder in try listing("real") where !folder.contains(".") {
      for name in try listing("real/\(folder)") where name.contains(".") {
        do {
          _ = try readImage(path: shared("real/\(folder)/\(name)"))
          decoded += 1
          #expect(!Self.refused.contains(name) && !name.hasPrefix("Invalid__"), "\(name) should be refused")
        } catch {
          #expect(error.exitCode == 65)
          #expect(Self.refused.contains(name) || name.hasPrefix("Invalid__"), "\(name): \(error.message)")
        }
      }
    }
    #expect(decoded > 500)
  }

  @Test func bombsAreNamedAsTooLarge() throws {
    #expect(throws: FileError.tooLarge(width: 65536, height: 65536, limit: 200_000_000)) {
      try readImage(path: shared("real/awkward/sharp__65536-uint32-limit.png"))
    }
    #expect(throws: FileError.tooLarge(width: 20000, height: 14000, limit: 200_000_000)) {
      try readImage(path: shared("real/awkward/sharp__giant-image.jpg"))
    }
  }

  /// A monitor's profile: its root mean squares show whether it is honoured.
  @Test(
    arguments: [
      ([0, 0, 501, 101], [232, 148, 50]), ([0, 0, 100, 100], [248, 225, 53]), ([133, 0, 100, 100], [240, 139, 51]),
      ([450, 0, 50, 100], [229, 68, 50]),
    ] as [([Int], [Double])])
  func theMonitorProfileIsHonoured(crop: [Int], expected: [Double]) throws {
    let image = try readImage(path: shared("real/colour/fast-average-color-node__fruits.png"))
    #expect(image.colorProfile == "Display")
    let means = averages(image.bitmap, x: crop[0]..<crop[0] + crop[2], y: crop[1]..<crop[1] + crop[3])
    for c in 0..<3 { expectClose(means.rms[c], expected[c], within: .levels(1), "channel \(c)") }
  }

  /// Photoshop's YCCK with the profile of a printing press, and the same without a profile, whose means differ by 19
  /// levels of red; the figures are those of Pillow with Little CMS.
  @Test(
    arguments: [
      ("color", "U.S. Web Coated (SWOP) v2", [128.36, 132.99, 123.01]),
      ("color_no_profile", "CMYK", [109.04, 132.09, 109.59]),
    ] as [(String, String, [Double])])
  func inksBecomeLight(name: String, profile: String, expected: [Double]) throws {
    let image = try readImage(path: shared("real/colour/sharp__Channel_digital_image_CMYK_\(name).jpg"))
    #expect(image.colorProfile == profile)
    let means = averages(image.bitmap, x: 0..<image.bitmap.width, y: 0..<image.bitmap.height)
    for c in 0..<3 { expectClose(means.simple[c], expected[c], within: .levels(0.5), "channel \(c)") }
  }

  @Test(arguments: ["colour/expected_averages.json", "colour/generated/expected.json"])
  func averagesAreThoseOfAnotherDecoder(list: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: shared(list)))
    let entries = try #require(JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    let folder = list.contains("generated") ? "colour/generated" : "colour"
    var compared = 0
    for (name, entry) in entries where !name.hasSuffix(".gif") {
      let figures = entry["srgb"] as? [String: Any] ?? entry
      guard let simple = figures["simple"] as? [Double], let rms = figures["rms"] as? [Double],
        let alpha = figures["alpha"] as? Double, alpha > 0
      else { continue }
      let bitmap = try readImage(path: shared("\(folder)/\(name)")).bitmap
      let ours = averages(bitmap, x: 0..<bitmap.width, y: 0..<bitmap.height)
      // Little CMS rounds its P3 to sRGB to 8 bits there; other decoders of JPEG differ by up to 0.3.
      for c in 0..<3 {
        expectClose(ours.simple[c], simple[c], within: .levels(0.35), name)
        expectClose(ours.rms[c], rms[c], within: .levels(0.35), name)
      }
      expectClose(ours.alpha, alpha, within: .levels(0.01), name)
      compared += 1
    }
    #expect(compared >= 20)
  }

  /// Alpha-weighted means in sRGB levels.
  private func averages(
    _ bitmap: Bitmap, x: Range<Int>, y: Range<Int>
  ) -> (simple: [Double], rms: [Double], alpha: Double) {
    var (sum, squares, weight) = ([0.0, 0, 0], [0.0, 0, 0], 0.0)
    for v in y {
      for u in x {
        let pixel = bitmap[u, v]
        var color = (0..<3).map { Double(pixel[$0]) }
        if bitmap.colorSpace == .displayP3 { color = ReferenceSpace.displayP3.converted(color, to: .sRGB) }
        let alpha = Double(pixel[3])
        for c in 0..<3 {
          sum[c] += alpha * color[c]
          squares[c] += alpha * color[c] * color[c]
        }
        weight += alpha
      }
    }
    return (
      sum.map { $0 / weight * 255 }, squares.map { ($0 / weight).squareRoot() * 255 },
      weight / Double(x.count * y.count) * 255
    )
  }
}
