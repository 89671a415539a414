import CalqueCore

/// A colour in sRGB with straight opacity, components in 0…1.
public struct RGBAColor: Equatable, Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// A colour from its usual notation, 0xRRGGBB.
  public init(_ rgb: UInt32, opacity: Double = 1) {
    self.init(
      red: Double((rgb >> 16) & 255) / 255, green: Double((rgb >> 8) & 255) / 255, blue: Double(rgb & 255) / 255,
      opacity: opacity)
  }

  /// The same colour with its opacity multiplied by a factor.
  public func faded(_ factor: Double) -> RGBAColor {
    RGBAColor(red: red, green: green, blue: blue, opacity: opacity * factor)
  }

  public static let black = RGBAColor(0x000000)
  public static let white = RGBAColor(0xFFFFFF)

  /// The red, green and blue numbers of this colour in a colour space, 0…1.
  ///
  /// Matrix: sRGB to Display P3 through CIE XYZ with the D65 white, as CSS Color Module Level 4 lists it (section 10).
  public func components(in space: ColorSpace) -> SIMD3<Double> {
    switch space {
    case .sRGB:
      return SIMD3(red, green, blue)
    case .displayP3:
      let r = Self.decode(red)
      let g = Self.decode(green)
      let b = Self.decode(blue)
      return SIMD3(
        Self.encode(0.8224619687143623 * r + 0.1775380312856378 * g),
        Self.encode(0.0331941988509615 * r + 0.9668058011490385 * g),
        Self.encode(0.0170826307211200 * r + 0.0723974406639635 * g + 0.9105199286149165 * b))
    }
  }

  /// The sRGB transfer curve (IEC 61966-2-1).
  private static func decode(_ v: Double) -> Double {
    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ v: Double) -> Double {
    v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
  }
}
