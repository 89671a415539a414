// Screens of iPhones and iPads since 2017.
//
// Sizes and scales: Apple, Human Interface Guidelines, "Layout: Device screen dimensions", and the models' technical
// specifications. The Plus and mini models draw at 3 px a point and let the panel shrink the picture, so their
// screenshots are larger than their panels.
//
// Safe areas up to iOS 18: the device configurations of swift-snapshot-testing (ViewImageConfig), Tinder Layout, and
// flutter_device_preview's device_frame. iOS 26 left portrait insets of phones alone and set 20 pt at the top and the
// bottom of phones in landscape (swift-snapshot-testing pull request 1046; flutterware's measured devices); iPadOS 26
// set 32 pt at the top of iPads. An edge that depends on the system version is nil here.
//
// Display Zoom: points are those of a smaller screen, and screenshots have those points times the scale.

/// A phone without a home button, held upright.
private func upright(_ top: Double) -> SafeAreaInsets { SafeAreaInsets(top: top, left: 0, bottom: 34, right: 0) }

/// A phone without a home button on its side: 0 and 21 pt at the top and the bottom up to iOS 18, others in iOS 26.
private func sideways(_ side: Double) -> SafeAreaInsets {
  SafeAreaInsets(top: nil, left: side, bottom: nil, right: side)
}

/// A phone with a home button, held upright.
private let buttonPhone = SafeAreaInsets(top: 20, left: 0, bottom: 0, right: 0)

/// The same on its side: 0 at the top up to iOS 18, not known in iOS 26.
private let buttonPhoneSideways = SafeAreaInsets(top: nil, left: 0, bottom: 0, right: 0)
private let unknown = SafeAreaInsets(top: nil, left: nil, bottom: nil, right: nil)

/// An iPad with a home button: 20 pt for the status bar up to iPadOS 18, 32 in iPadOS 26.
private let buttonPad = SafeAreaInsets(top: nil, left: 0, bottom: 0, right: 0)
/// An iPad without a home button: 24 and 20 pt up to iPadOS 18; the top is 32 in iPadOS 26, and the bottom is not
/// known there.
private let pad = SafeAreaInsets(top: nil, left: 0, bottom: nil, right: 0)

/// Every screen of the table, phones first, small to large.
public let deviceScreens: [DeviceScreen] = [
  DeviceScreen(
    ["iPhone 8 (zoomed)", "iPhone SE 2 (zoomed)", "iPhone SE 3 (zoomed)"], 320, 568, scale: 2, portrait: buttonPhone,
    landscape: buttonPhoneSideways),
  DeviceScreen(
    ["iPhone 8", "iPhone SE 2", "iPhone SE 3"], 375, 667, scale: 2, portrait: buttonPhone,
    landscape: buttonPhoneSideways),
  // It stops at iOS 16, so its landscape insets have one version only.
  DeviceScreen(
    ["iPhone 8 Plus"], 414, 736, scale: 3, portrait: buttonPhone,
    landscape: SafeAreaInsets(top: 0, left: 0, bottom: 0, right: 0)),
  DeviceScreen(
    ["iPhone X", "iPhone XS", "iPhone 11 Pro"], 375, 812, scale: 3, portrait: upright(44), landscape: sideways(44)),
  DeviceScreen(
    ["iPhone 12 mini", "iPhone 13 mini"], 375, 812, scale: 3, portrait: upright(50), landscape: sideways(50)),
  DeviceScreen(
    ["iPhone XS Max", "iPhone 11 Pro Max"], 414, 896, scale: 3, portrait: upright(44), landscape: sideways(44)),
  // 48 pt since iOS 14, 44 before.
  DeviceScreen(
    ["iPhone XR", "iPhone 11"], 414, 896, scale: 2, portrait: SafeAreaInsets(top: nil, left: 0, bottom: 34, right: 0),
    landscape: unknown),
  DeviceScreen(
    ["iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e"], 390, 844, scale: 3,
    portrait: upright(47), landscape: sideways(47)),
  DeviceScreen(
    ["iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"], 428, 926, scale: 3, portrait: upright(47),
    landscape: sideways(47)),
  DeviceScreen(
    ["iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"], 393, 852, scale: 3, portrait: upright(59),
    landscape: sideways(59)),
  DeviceScreen(
    ["iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"], 430, 932, scale: 3,
    portrait: upright(59), landscape: sideways(59)),
  DeviceScreen(
    ["iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro"], 402, 874, scale: 3, portrait: upright(62), landscape: sideways(62)),
  DeviceScreen(
    ["iPhone 16 Pro Max", "iPhone 17 Pro Max"], 440, 956, scale: 3, portrait: upright(62), landscape: sideways(62)),
  // It came with iOS 26, so its landscape insets have one version only.
  DeviceScreen(
    ["iPhone Air"], 420, 912, scale: 3, portrait: upright(68),
    landscape: SafeAreaInsets(top: 20, left: 68, bottom: 29, right: 68)),
  DeviceScreen(
    ["iPhone 11 (zoomed)", "iPhone XR (zoomed)"], 375, 812, scale: 2, portrait: unknown, landscape: unknown),
  DeviceScreen(["iPhone X to 17 Pro (zoomed)"], 320, 693, scale: 3, portrait: unknown, landscape: unknown),
  DeviceScreen(
    ["iPhone Plus and Pro Max since 11 (zoomed)"], 375, 812, scale: 3, portrait: unknown, landscape: unknown),

  DeviceScreen(["iPad mini 6", "iPad mini 7"], 744, 1133, scale: 2, portrait: pad, landscape: pad),
  DeviceScreen(["iPad 5", "iPad 6", "iPad mini 5"], 768, 1024, scale: 2, portrait: buttonPad, landscape: buttonPad),
  DeviceScreen(["iPad 7", "iPad 8", "iPad 9"], 810, 1080, scale: 2, portrait: buttonPad, landscape: buttonPad),
  DeviceScreen(
    ["iPad 10", "iPad (A16)", "iPad Air 4", "iPad Air 5", "iPad Air 11-inch"], 820, 1180, scale: 2, portrait: pad,
    landscape: pad),
  DeviceScreen(["iPad Pro 10.5-inch", "iPad Air 3"], 834, 1112, scale: 2, portrait: buttonPad, landscape: buttonPad),
  DeviceScreen(["iPad Pro 11-inch (2018 to 2022)"], 834, 1194, scale: 2, portrait: pad, landscape: pad),
  DeviceScreen(["iPad Pro 11-inch (M4, M5)"], 834, 1210, scale: 2, portrait: pad, landscape: pad),
  DeviceScreen(["iPad Pro 12.9-inch (2017)"], 1024, 1366, scale: 2, portrait: buttonPad, landscape: buttonPad),
  DeviceScreen(
    ["iPad Pro 12.9-inch (2018 to 2022)", "iPad Air 13-inch"], 1024, 1366, scale: 2, portrait: pad, landscape: pad),
  DeviceScreen(["iPad Pro 13-inch (M4, M5)"], 1032, 1376, scale: 2, portrait: pad, landscape: pad),
]

/// Sizes in which App Store Connect asks for pictures (its "Screenshot specifications"); those are often made by
/// setting a scaled device on a ground.
let storeSizes: [(width: Int, height: Int)] = [
  (1242, 2208), (1242, 2688), (1284, 2778), (1260, 2736), (1290, 2796), (1320, 2868), (2048, 2732), (2064, 2752),
]
