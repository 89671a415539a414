import CLCMS2
import CalqueCore

/// How encoded samples become light.
enum TransferCurve: Equatable {
  case power(Double)
  /// IEC 61966-2-1.
  case sRGB
  /// The inverse of the camera's curve of ITU-R BT.709, 601 and 2020.
  case bt709
  case smpte240M
  /// SMPTE ST 2084, with reference white (203 cd/m², ITU-R BT.2408) at 1 and clipped there.
  case perceptualQuantizer
  /// ITU-R BT.2100 with the system gamma 1.2 a channel, reference white (75 % signal) at 1 and clipped there.
  case hybridLogGamma

  /// The transfer characteristics of ITU-T H.273 table 3; nil for reserved and logarithmic ones.
  init?(codePoint: Int) {
    switch codePoint {
    case 1, 6, 11, 12, 14, 15: self = .bt709
    case 2, 13: self = .sRGB
    case 4: self = .power(2.2)
    case 5: self = .power(2.8)
    case 7: self = .smpte240M
    case 8: self = .power(1)
    case 16: self = .perceptualQuantizer
    case 17: self = .power(2.6)
    case 18: self = .hybridLogGamma
    default: return nil
    }
  }

  var isHighDynamicRange: Bool { self == .perceptualQuantizer || self == .hybridLogGamma }

  /// Little CMS's curve; the caller frees it.
  func makeToneCurve() -> OpaquePointer? {
    switch self {
    case .power(let exponent): return cmsBuildGamma(nil, exponent)
    case .sRGB: return parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .bt709: return parametric([1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])
    case .smpte240M: return parametric([1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4.0, 0.0913])
    case .perceptualQuantizer: return tabulated(Self.perceptualQuantizerLight)
    case .hybridLogGamma: return tabulated(Self.hybridLogGammaLight)
    }
  }

  /// Type 4 of the ICC specification: (a x + b)^g from d on, c x below.
  private func parametric(_ parameters: [Double]) -> OpaquePointer? { cmsBuildParametricToneCurve(nil, 4, parameters) }

  private func tabulated(_ light: (Double) -> Double) -> OpaquePointer? {
    let table = (0..<4096).map { Float(min(1, light(Double($0) / 4095))) }
    return cmsBuildTabulatedToneCurveFloat(nil, UInt32(table.count), table)
  }

  private static func perceptualQuantizerLight(_ signal: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(signal, 1 / m2)
    return pow(max(0, root - c1) / (c2 - c3 * root), 1 / m1) * 10_000 / 203
  }

  private static func hybridLogGammaLight(_ signal: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    let scene = { (s: Double) in s <= 0.5 ? s * s / 3 : (exp((s - c) / a) + b) / 12 }
    return pow(scene(signal) / scene(0.75), 1.2)
  }
}
