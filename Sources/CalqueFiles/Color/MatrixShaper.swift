import CLCMS2
import CalqueCore

/// Converts between two RGB spaces that are curves and a matrix, to 16 bits.
///
/// Most profiles of monitors and cameras are of this kind. Little CMS reads the curves and the matrix; applying them
/// here is six times as fast in 16 bits, and in 8 bits finer than its 14-bit arithmetic.
struct MatrixShaper {
  /// What each stored level is in light, for red, green and blue.
  private let light: [[Float]]
  /// Linear RGB to linear RGB, by rows.
  private let matrix: [[Double]]
  /// sRGB's encoding of 0…1 in equal steps, the nearest 16-bit level of each.
  private let code: [UInt16]

  /// - Parameters:
  ///   - target: sRGB or Display P3, which have sRGB's curve.
  ///   - bits: 8 or 16, of the source.
  /// - Returns: nil for a profile of any other kind.
  init?(from source: Profile, to target: Profile, bits: Int) {
    guard let from = source.colorants, let to = target.colorants, let back = Self.inverse(to) else { return nil }
    var light: [[Float]] = []
    for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      guard let curve = cmsReadTag(source.handle, tag) else { return nil }
      let top = Float((1 << bits) - 1)
      light.append(
        (0..<1 << bits).map {
          let value = cmsEvalToneCurveFloat(OpaquePointer(curve), Float($0) / top)
          return value.isFinite ? max(-1, min(2, value)) : 0
        })
    }
    self.light = light
    matrix = back.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * from[$1][column] } } }
    // A step is at most 0.025 levels of 8 bits, at black where the curve is steepest, and a quarter of it for 16.
    let steps = bits == 8 ? 1 << 16 : 1 << 18
    code = (0...steps).map { step in
      let x = Double(step) / Double(steps)
      return UInt16((x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055) * 65535 + 0.5)
    }
  }

  /// RGBA in, RGBA out; alpha is only widened.
  func converted<Sample: FixedWidthInteger & UnsignedInteger>(_ rgba: [Sample]) -> [UInt16] {
    let m = matrix.map { $0.map { Float($0) } }
    let (rr, rg, rb) = (m[0][0], m[0][1], m[0][2])
    let (gr, gg, gb) = (m[1][0], m[1][1], m[1][2])
    let (br, bg, bb) = (m[2][0], m[2][1], m[2][2])
    let widening = UInt16(65535 / UInt32(Sample.max))
    // One table after the other, so that the loop holds one pointer.
    let tables = light[0] + light[1] + light[2]
    let size = light[0].count
    let last = code.count - 1
    let steps = Float(last)
    return tables.withUnsafeBufferPointer { light in
      code.withUnsafeBufferPointer { code in
        rgba.withUnsafeBufferPointer { rgba in
          @inline(__always) func encoded(_ value: Float) -> UInt16 {
            code[max(0, min(last, Int(value * steps + 0.5)))]
          }
          return [UInt16](unsafeUninitializedCapacity: rgba.count) { target, count in
            for i in stride(from: 0, to: rgba.count, by: 4) {
              let r = light[Int(rgba[i])]
              let g = light[size &+ Int(rgba[i &+ 1])]
              let b = light[2 &* size &+ Int(rgba[i &+ 2])]
              target.initializeElement(at: i, to: encoded(rr * r + rg * g + rb * b))
              target.initializeElement(at: i &+ 1, to: encoded(gr * r + gg * g + gb * b))
              target.initializeElement(at: i &+ 2, to: encoded(br * r + bg * g + bb * b))
              target.initializeElement(at: i &+ 3, to: UInt16(truncatingIfNeeded: rgba[i &+ 3]) &* widening)
            }
            count = rgba.count
          }
        }
      }
    }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]]? {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
      return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    guard determinant.magnitude > 1e-6 else { return nil }
    return (0..<3).map { r in (0..<3).map { c in minor(c, r) / determinant } }
  }
}

extension Profile {
  /// The matrix from linear RGB to XYZ under D50, by rows; nil where a table overrules it.
  fileprivate var colorants: [[Double]]? {
    let tables = [
      cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag,
    ]
    guard cmsIsMatrixShaper(handle) != 0, cmsGetPCS(handle) == cmsSigXYZData,
      tables.allSatisfy({ cmsIsTag(handle, $0) == 0 })
    else { return nil }
    var columns: [cmsCIEXYZ] = []
    for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
      guard let value = cmsReadTag(handle, tag) else { return nil }
      columns.append(value.assumingMemoryBound(to: cmsCIEXYZ.self).pointee)
    }
    guard columns.allSatisfy({ ($0.X.magnitude + $0.Y.magnitude + $0.Z.magnitude) < 100 }) else { return nil }
    return [columns.map(\.X), columns.map(\.Y), columns.map(\.Z)]
  }
}
