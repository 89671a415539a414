import CalqueCore
import CalqueJSON

/// What a spec's pixels are converted by when it is written.
public struct SpecUnits: Equatable, Sendable {
  /// Pixels per point; points are null without it.
  public var scale: PixelScale?
  /// Of the device, where it is known.
  public var safeArea: SafeAreaInsets?
  public init(scale: PixelScale? = nil, safeArea: SafeAreaInsets? = nil) {
    self.scale = scale
    self.safeArea = safeArea
  }

  /// A length: `{"px", "pt", "sigmaPx"}`.
  public func length(_ estimate: Estimate) -> JSONValue {
    .object([
      JSONMember("px", .rounded(estimate.value)), JSONMember("pt", points(estimate.value)),
      JSONMember("sigmaPx", .rounded(estimate.sigma)),
    ])
  }

  /// A length without an uncertainty of its own, as a residual: `{"px", "pt"}`.
  public func length(_ pixels: Double) -> JSONValue {
    .object([JSONMember("px", .rounded(pixels)), JSONMember("pt", points(pixels))])
  }

  /// Pixels as points, null without a scale.
  public func points(_ pixels: Double) -> JSONValue {
    guard let scale else { return .null }
    return .rounded(scale.points(pixels))
  }

  /// `frame`, `framePt` and, where the device settles it, `frameSafeArea`.
  public func frameMembers(_ frame: Rect<Pixels>, safeArea includesSafeArea: Bool = true) -> [JSONMember] {
    var members = [JSONMember("frame", .frame(frame))]
    guard let scale else { return members + [JSONMember("framePt", .null)] }
    let inPoints = scale.points(frame)
    members.append(JSONMember("framePt", .frame(inPoints)))
    if includesSafeArea, let top = safeArea?.top, let left = safeArea?.left {
      let moved = Rect<Points>(
        x: inPoints.x - left, y: inPoints.y - top, width: inPoints.width, height: inPoints.height)
      members.append(JSONMember("frameSafeArea", .frame(moved)))
    }
    return members
  }
}

extension JSONValue {
  /// A number to a millionth: of a pixel, a point or a part, which no measurement reaches.
  public static func rounded(_ value: Double) -> JSONValue {
    let scaled = (value * 1e6).rounded()
    // Beyond 2^53 a Double has no millionths to round.
    guard scaled.magnitude < 9_007_199_254_740_992 else { return .number(value) }
    return .number(scaled == 0 ? 0 : scaled / 1e6)
  }

  /// An angle in degrees.
  public static func degrees(_ angle: Angle) -> JSONValue { .rounded(angle.degrees) }

  /// `{"x", "y", "width", "height"}` in the rectangle's own unit.
  public static func frame<S>(_ frame: Rect<S>) -> JSONValue {
    .object([
      JSONMember("x", .rounded(frame.x)), JSONMember("y", .rounded(frame.y)),
      JSONMember("width", .rounded(frame.width)), JSONMember("height", .rounded(frame.height)),
    ])
  }

  /// `{"x", "y", "sigmaX", "sigmaY"}` in px.
  public static func point(_ estimate: PointEstimate<Pixels>) -> JSONValue {
    .object([
      JSONMember("x", .rounded(estimate.point.x)), JSONMember("y", .rounded(estimate.point.y)),
      JSONMember("sigmaX", .rounded(estimate.sigmaX)), JSONMember("sigmaY", .rounded(estimate.sigmaY)),
    ])
  }

  /// `#rrggbb`.
  public static func color(_ color: SIMD3<UInt8>) -> JSONValue {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [0x23]
    for channel in 0..<3 { text += [digits[Int(color[channel] >> 4)], digits[Int(color[channel] & 15)]] }
    return .string(String(decoding: text, as: UTF8.self))
  }
}

extension [JSONMember] {
  /// An angle and its standard deviation under two names.
  mutating func append(_ name: String, _ estimate: AngleEstimate?, sigma: String) {
    guard let estimate else { return }
    append(JSONMember(name, .degrees(estimate.angle)))
    append(JSONMember(sigma, .degrees(estimate.sigma)))
  }
}
