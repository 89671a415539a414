import CalqueCore
import CalqueSpec
import Testing

@Suite struct ScaleResolutionTests {
  @Test(arguments: [
    ("a@2x.png", 2.0 as Double?), ("dir@3x/a.png", nil), ("dir/a@3x.png", 3), ("a@3x~iphone.png", 3), ("a@1x", 1),
    ("a@3X.PNG", 3), ("a@0x.png", nil), ("a@2xy.png", nil), ("a2x.png", nil), ("a@x.png", nil), ("a@10x.png", nil),
    ("", nil), ("@2x", 2), ("a@2x@3x.png", 3), ("mail@2xample.org.png", nil),
  ])
  func fileNames(name: String, expected: Double?) {
    #expect(scale(inFileName: name) == expected)
  }

  func resolve(_ flag: Double?, _ name: String, _ width: Int, _ height: Int) -> ScaleResolution {
    resolveScale(flag: flag, fileName: name, width: width, height: height)
  }

  @Test func theFlagComesFirstThenTheNameThenTheDevice() {
    let all = resolve(3, "a@3x.png", 1206, 2622)
    #expect(all.scale == PixelScale(3))
    #expect(all.source == .flag)
    #expect(all.warnings.isEmpty)
    #expect(all.device?.devices.contains("iPhone 17") == true)
    let named = resolve(nil, "a@3x.png", 1206, 2622)
    #expect(named.source == .fileName)
    #expect(named.warnings.isEmpty)
    let sized = resolve(nil, "a.png", 1206, 2622)
    #expect(sized.scale == PixelScale(3))
    #expect(sized.source == .device)
    #expect(sized.warnings.isEmpty)
  }

  @Test func nothingKnown() {
    let none = resolve(nil, "a.png", 640, 480)
    #expect(none.scale == nil && none.source == nil && none.device == nil && none.warnings.isEmpty)
  }

  @Test func contradictionsWarn() {
    let flagged = resolve(2, "a@3x.png", 1206, 2622)
    #expect(flagged.scale == PixelScale(2))
    #expect(flagged.warnings.map(\.code) == ["scaleConflict"])
    #expect(flagged.warnings[0].message.contains("--scale says 2"))
    #expect(flagged.warnings[0].message.contains("the file name says 3"))
    #expect(flagged.warnings[0].message.contains("iPhone 16 Pro"))
    #expect(flagged.device == nil, "a device whose scale is another does not lend its safe area")
    let named = resolve(nil, "a@2x.png", 1206, 2622)
    #expect(named.scale == PixelScale(2))
    #expect(named.warnings.map(\.code) == ["scaleConflict"])
    #expect(resolve(2, "a@3x.png", 640, 480).warnings.map(\.code) == ["scaleConflict"])
  }

  @Test func storePicturesMayHoldAScaledPhone() {
    #expect(resolve(nil, "a.png", 1290, 2796).warnings.map(\.code) == ["storeSize"])
    #expect(resolve(nil, "a.png", 2796, 1290).warnings.map(\.code) == ["storeSize"])
    #expect(resolve(3, "a.png", 1290, 2796).warnings.isEmpty)
    #expect(resolve(nil, "a@3x.png", 1290, 2796).warnings.isEmpty)
    #expect(resolve(nil, "a.png", 1179, 2556).warnings.isEmpty)
  }
}
