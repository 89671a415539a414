import CalqueCore
import CalqueFiles
import Testing

import class Foundation.Bundle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The path of a picture made by `make_fixtures.py`.
func fixture(_ name: String) throws -> String {
  "\(try #require(Bundle.module.resourcePath))/Fixtures/\(name)"
}

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "rb"), "\(path) cannot be opened")
  defer { fclose(file) }
  var result: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return result }
    result += buffer[..<count]
  }
}

/// The formulas of `make_fixtures.py`.
enum Pattern {
  static let width = 9
  static let height = 7

  static func rgba(_ x: Int, _ y: Int) -> [Int] {
    [
      (37 * x + 11 * y + 5) % 256, (17 * x + 53 * y + 90) % 256, (91 * x + 29 * y + 160) % 256,
      max(0, 255 - 23 * x - 14 * y),
    ]
  }

  static func rgba16(_ x: Int, _ y: Int) -> [Int] {
    rgba(x, y).enumerated().map { $1 * 256 + (31 * x + 7 * y + 3 * $0) % 256 }
  }

  static func palette(_ i: Int) -> [Int] { [7 * i % 256, 255 - i, 3 * i % 256] }

  static func index(_ x: Int, _ y: Int, bits: Int) -> Int { (x + 3 * y) % (1 << bits) }

  /// RGBA in 8 or 16 bits of a whole picture of a PNG colour type and bit depth.
  static func samples(color: Int, bits: Int) -> [Int] {
    var result: [Int] = []
    let top = bits == 16 ? 65535 : 255
    for y in 0..<height {
      for x in 0..<width {
        let v = bits == 16 ? rgba16(x, y) : rgba(x, y)
        let gray = bits < 8 ? (v[0] >> (8 - bits)) * 255 / ((1 << bits) - 1) : v[0]
        switch color {
        case 0: result += [gray, gray, gray, top]
        case 2: result += [v[0], v[1], v[2], top]
        case 3: result += palette(index(x, y, bits: bits)) + [255]
        case 4: result += [gray, gray, gray, v[3]]
        default: result += v
        }
      }
    }
    return result
  }

  /// The colours of the three by two blocks of the lossy pictures, in rows.
  static let blocks = [
    [220, 40, 30], [40, 200, 60], [30, 60, 210], [240, 220, 40], [128, 128, 128], [20, 20, 20],
  ]
}

extension Bitmap {
  /// The samples as integers.
  var integers: [Int] {
    switch samples {
    case .eight(let s): s.map { Int($0) }
    case .sixteen(let s): s.map { Int($0) }
    }
  }

  var isSixteenBit: Bool {
    if case .sixteen = samples { true } else { false }
  }

  /// The pixel at a place, in 8-bit levels.
  func levels(_ x: Int, _ y: Int) -> [Double] {
    let pixel = self[x, y]
    return (0..<4).map { Double(pixel[$0]) * 255 }
  }
}
