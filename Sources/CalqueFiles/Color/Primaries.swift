/// A colour's place in the CIE 1931 chromaticity diagram.
struct Chromaticity: Equatable {
  var x: Double
  var y: Double
}

/// The white point and the three primaries of an RGB space.
struct Primaries: Equatable {
  var white: Chromaticity
  var red: Chromaticity
  var green: Chromaticity
  var blue: Chromaticity

  init(white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
    (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
  }

  private init(
    _ white: Chromaticity, _ rx: Double, _ ry: Double, _ gx: Double, _ gy: Double, _ bx: Double, _ by: Double
  ) {
    self.init(white: white, red: .init(x: rx, y: ry), green: .init(x: gx, y: gy), blue: .init(x: bx, y: by))
  }

  private static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  private static let illuminantC = Chromaticity(x: 0.310, y: 0.316)

  /// ITU-R BT.709 and IEC 61966-2-1.
  static let sRGB = Primaries(d65, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
  /// SMPTE EG 432-1 (P3 with D65).
  static let displayP3 = Primaries(d65, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060)

  /// The colour primaries of ITU-T H.273 table 2; nil for reserved numbers and for what is no RGB.
  init?(codePoint: Int) {
    switch codePoint {
    case 1, 2: self = .sRGB
    case 4: self.init(Self.illuminantC, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08)
    case 5: self.init(Self.d65, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06)
    case 6, 7: self.init(Self.d65, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070)
    case 8: self.init(Self.illuminantC, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049)
    case 9: self.init(Self.d65, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046)
    case 11: self.init(Chromaticity(x: 0.314, y: 0.351), 0.680, 0.320, 0.265, 0.690, 0.150, 0.060)
    case 12: self = .displayP3
    case 22: self.init(Self.d65, 0.630, 0.340, 0.295, 0.605, 0.155, 0.077)
    default: return nil
    }
  }
}
