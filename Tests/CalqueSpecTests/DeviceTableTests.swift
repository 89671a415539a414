import CalqueSpec
import Testing

@Suite struct DeviceTableTests {
  @Test(arguments: [
    (1206, 2622, 3.0, "iPhone 17"), (1179, 2556, 3, "iPhone 15"), (1290, 2796, 3, "iPhone 15 Pro Max"),
    (1320, 2868, 3, "iPhone 17 Pro Max"), (1260, 2736, 3, "iPhone Air"), (750, 1334, 2, "iPhone SE 3"),
    (1242, 2208, 3, "iPhone 8 Plus"), (828, 1792, 2, "iPhone 11"), (1242, 2688, 3, "iPhone XS Max"),
    (1170, 2532, 3, "iPhone 14"), (1284, 2778, 3, "iPhone 13 Pro Max"), (1125, 2436, 3, "iPhone 13 mini"),
    (2048, 2732, 2, "iPad Air 13-inch"), (1488, 2266, 2, "iPad mini 6"), (1640, 2360, 2, "iPad 10"),
    (1668, 2388, 2, "iPad Pro 11-inch (2018 to 2022)"), (2064, 2752, 2, "iPad Pro 13-inch (M4, M5)"),
    (1620, 2160, 2, "iPad 9"), (1536, 2048, 2, "iPad 6"), (1668, 2224, 2, "iPad Air 3"),
    (960, 2079, 3, "iPhone X to 17 Pro (zoomed)"),
  ])
  func sizesInBothOrientations(width: Int, height: Int, scale: Double, name: String) throws {
    let portrait = try #require(device(forWidth: width, height: height))
    #expect(portrait.scale.pixelsPerPoint == scale)
    #expect(portrait.devices.contains(name))
    #expect(!portrait.isLandscape)
    let landscape = try #require(device(forWidth: height, height: width))
    #expect(landscape.isLandscape)
    #expect(landscape.devices == portrait.devices)
  }

  @Test(arguments: [(1000, 1000), (1206, 2621), (0, 0), (-1206, -2622), (1080, 1920), (1440, 3120)])
  func otherSizesAreNoDevice(width: Int, height: Int) {
    #expect(device(forWidth: width, height: height) == nil)
  }

  @Test func screensThatShareASizeGiveWhatTheyAgreeOn() throws {
    // iPhone X has 44 pt at the top, the 13 mini 50: nothing to count from, but the scale is the same.
    let shared = try #require(device(forWidth: 1125, height: 2436))
    #expect(shared.safeArea.top == nil)
    #expect(shared.devices.contains("iPhone X"))
    #expect(shared.devices.contains("iPhone 12 mini"))
    // 12.9-inch iPads with and without a home button.
    #expect(try #require(device(forWidth: 2048, height: 2732)).safeArea.bottom == nil)
  }

  @Test(arguments: [
    (1206, 2622, SafeAreaInsets(top: 62, left: 0, bottom: 34, right: 0)),
    (1179, 2556, SafeAreaInsets(top: 59, left: 0, bottom: 34, right: 0)),
    (1170, 2532, SafeAreaInsets(top: 47, left: 0, bottom: 34, right: 0)),
    (750, 1334, SafeAreaInsets(top: 20, left: 0, bottom: 0, right: 0)),
    (1260, 2736, SafeAreaInsets(top: 68, left: 0, bottom: 34, right: 0)),
    (2736, 1260, SafeAreaInsets(top: 20, left: 68, bottom: 29, right: 68)),
    (2622, 1206, SafeAreaInsets(top: nil, left: 62, bottom: nil, right: 62)),
    (2208, 1242, SafeAreaInsets(top: 0, left: 0, bottom: 0, right: 0)),
  ])
  func safeAreas(width: Int, height: Int, insets: SafeAreaInsets) {
    #expect(device(forWidth: width, height: height)?.safeArea == insets)
  }

  @Test func theTableIsConsistent() {
    for screen in deviceScreens {
      #expect(!screen.devices.isEmpty)
      #expect(screen.portrait.width < screen.portrait.height, "\(screen.devices)")
      #expect(screen.scale == 2 || screen.scale == 3)
      for insets in [screen.portraitInsets, screen.landscapeInsets] {
        for edge in [insets.top, insets.left, insets.bottom, insets.right] {
          #expect((0...70).contains(edge ?? 0), "\(screen.devices)")
        }
        #expect(insets.left == insets.right, "\(screen.devices)")
      }
    }
    let names = deviceScreens.flatMap(\.devices)
    #expect(Set(names).count == names.count, "a device stands twice in the table")
  }
}
