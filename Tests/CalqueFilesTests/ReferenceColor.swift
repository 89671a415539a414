import CalqueCore

/// Colour conversion from first principles, to hold the decoders' against: no library, all in Double.
struct ReferenceSpace: Sendable {
  /// x and y of red, green and blue; every white is D65.
  var primaries: [(x: Double, y: Double)]
  /// Encoded to linear.
  var light: @Sendable (Double) -> Double

  @Sendable static func sRGBLight(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
  static func sRGBCode(_ l: Double) -> Double {
    let l = min(max(l, 0), 1)
    return l <= 0.0031308 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055
  }

  static let sRGB = ReferenceSpace(primaries: [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)], light: sRGBLight)
  static let displayP3 = ReferenceSpace(primaries: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)], light: sRGBLight)

  /// Linear RGB to XYZ, by rows.
  var matrix: [[Double]] {
    let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
    let columns = primaries.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
    let rows = (0..<3).map { i in columns.map { $0[i] } }
    let scale = Self.solve(rows, white)
    return rows.map { row in (0..<3).map { row[$0] * scale[$0] } }
  }

  /// A colour's code values in 0…1, converted to another space that has sRGB's curve, clipped.
  func converted(_ color: [Double], to other: ReferenceSpace) -> [Double] {
    let linear = color.map(light)
    let xyz = matrix.map { row in (0..<3).reduce(0) { $0 + row[$1] * linear[$1] } }
    return Self.solve(other.matrix, xyz).map(Self.sRGBCode)
  }

  /// Cramer's rule.
  private static func solve(_ a: [[Double]], _ b: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    let whole = determinant(a)
    return (0..<3).map { column in
      determinant((0..<3).map { row in (0..<3).map { $0 == column ? b[row] : a[row][$0] } }) / whole
    }
  }
}

/// A zlib stream of one stored block.
func stored(_ data: [UInt8]) -> [UInt8] {
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in data {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  let length = UInt16(data.count)
  let both = [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
  return [0x78, 0x01, 0x01] + both + data + bigEndian(b << 16 | a)
}

/// The data of an iCCP chunk.
func iccp(_ profile: [UInt8]) -> [UInt8] { Array("test".utf8) + [0, 0] + stored(profile) }
