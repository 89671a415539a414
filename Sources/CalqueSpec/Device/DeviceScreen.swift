import CalqueCore

/// The screen that one or several devices have, in one display mode.
public struct DeviceScreen: Equatable, Sendable {
  /// Marketing names, without the word "Apple".
  public var devices: [String]
  /// Width and height in portrait, points.
  public var portrait: Size<Points>
  /// Pixels per point of a screenshot (which the panel may then scale, as on the Plus and mini models).
  public var scale: Double
  public var portraitInsets: SafeAreaInsets
  public var landscapeInsets: SafeAreaInsets

  init(
    _ devices: [String], _ width: Double, _ height: Double, scale: Double, portrait: SafeAreaInsets,
    landscape: SafeAreaInsets
  ) {
    self.devices = devices
    self.portrait = Size(width: width, height: height)
    self.scale = scale
    self.portraitInsets = portrait
    self.landscapeInsets = landscape
  }
}

/// What the screens of one pixel size agree on.
public struct DeviceMatch: Equatable, Sendable {
  /// Every device whose screenshots have this size.
  public var devices: [String]
  public var scale: PixelScale
  /// The edges that all of them, on every system version of the table, agree on.
  public var safeArea: SafeAreaInsets
  public var isLandscape: Bool
  /// Whether App Store pictures are made in this size too: such a picture may hold a scaled device.
  public var isStoreSize: Bool
}

/// The devices whose screenshots are `width` × `height` pixels, in either orientation; nil where there are none or they
/// do not agree on the scale.
public func device(forWidth width: Int, height: Int) -> DeviceMatch? {
  var match: DeviceMatch?
  let isLandscape = width > height
  let (short, long) = isLandscape ? (height, width) : (width, height)
  for screen in deviceScreens {
    guard Int(screen.portrait.width * screen.scale) == short, Int(screen.portrait.height * screen.scale) == long else {
      continue
    }
    let insets = isLandscape ? screen.landscapeInsets : screen.portraitInsets
    if var known = match {
      guard known.scale.pixelsPerPoint == screen.scale else { return nil }
      known.devices += screen.devices
      known.safeArea = known.safeArea.agreeing(with: insets)
      match = known
    } else {
      match = DeviceMatch(
        devices: screen.devices, scale: PixelScale(screen.scale), safeArea: insets, isLandscape: isLandscape,
        isStoreSize: storeSizes.contains { $0.width == short && $0.height == long })
    }
  }
  return match
}
