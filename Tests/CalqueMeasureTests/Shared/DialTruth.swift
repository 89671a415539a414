import CalqueCore
import CalqueSpec

import struct Foundation.Data
import class Foundation.JSONDecoder

@testable import CalqueMeasure

/// What a drawing program says of the dial it drew. Lengths are px, angles degrees clockwise from twelve o'clock.
struct DialTruth: Sendable {
  struct Tick: Sendable {
    var angle: Double
    var isMajor: Bool
    var zoom: Double
    var outer: Double
    /// In view, at a fifth of its strength or more.
    var isNeeded: Bool
    /// The envelope at its place.
    var strength: Double
    /// Counted in the tick error, as `score_dial.py` counts it: clear of a fade's last quarter.
    var isClear = true
  }
  struct End: Sendable {
    var kind: DialEnd.Kind
    /// Whether the picture tells.
    var isJudged: Bool
    var full: Double?
    var gone: Double?
    var at: Double?
  }
  var name: String
  var scale: Double
  var center: Point<Pixels>
  var radius: Double
  /// nil where it is not drawn exactly.
  var rim: Double?
  /// Arc length on `radius`, and on the rim.
  var perOctave: Double
  var perOctaveAtRim: Double?
  /// 0 without a notch.
  var notchDepth: Double
  var notchDecay: Double
  var ticks: [Tick]
  var leading: End
  var trailing: End

  /// Three or more majors in view whose gaps are not all alike tell their values.
  var settlesZooms: Bool {
    let angles = ticks.filter { $0.isNeeded && $0.isMajor }.map(\.angle)
    let gaps = zip(angles, angles.dropFirst()).map { $1 - $0 }
    guard gaps.count >= 2, let most = gaps.max(), let least = gaps.min() else { return false }
    return most > 1.02 * least
  }

  func arc(_ degrees: Double) -> Double { degrees * Double.pi / 180 * radius }
}

/// How a fade's strength falls, as the drawing programs draw it: 1 at u = 1, 0 at u = 0.
private enum Envelope {
  case clip, linear, exponential

  init(_ name: String) { self = name == "clip" ? .clip : name == "exponential" ? .exponential : .linear }

  func strength(_ u: Double) -> Double {
    if u <= 0 { return 0 }
    if u >= 1 || self == .clip { return 1 }
    return self == .linear ? u : (1 - exp(-5 * u)) / (1 - exp(-5.0))
  }

  /// The u at which it has a value.
  func place(of value: Double) -> Double {
    self == .linear ? value : -log(1 - value * (1 - exp(-5.0))) / 5
  }
}

/// A case that Chromium drew; lengths in points, places as arc length.
private struct BrowserCase: Decodable {
  struct Tick: Decodable { var z: Double, major: Bool, s: Double }
  var scale: Double, w: Double, h: Double, radius: Double, cx: Double, cy: Double, ppo: Double
  var ticks: [Tick]
  var notchDepth: Double, notchTau: Double, end: String, fade: Double, halfArc: Double
}

/// A case of the supersampling program; the ticks end 8 pt inside the rim.
private struct SupersampledCase: Decodable {
  struct Tick: Decodable { var deg: Double, zoom: Double, thick: Bool, opacity: Double }
  var scale: Double, center: [Double], radius: Double, octave: Double, end: String
  var fadeStart: Double, fadeEnd: Double
  var ticks: [Tick]
  enum CodingKeys: String, CodingKey {
    case scale, center, radius, end, ticks
    case octave = "octave_pt"
    case fadeStart = "fade_start_deg"
    case fadeEnd = "fade_end_deg"
  }
}

extension DialTruth {
  init(browser data: Data, name: String) throws {
    let t = try JSONDecoder().decode(BrowserCase.self, from: data)
    let envelope = Envelope(t.end)
    func degrees(_ arc: Double) -> Double { arc / t.radius * 180 / Double.pi }
    func isSeen(_ arc: Double) -> Bool {
      let x = t.cx + (t.radius - 8) * sin(arc / t.radius)
      let y = t.cy - (t.radius - 8) * cos(arc / t.radius)
      return x > 3 && x < t.w - 3 && y > 3 && y < t.h - 3
    }
    let ticks = t.ticks.map { tick in
      let strength = envelope.strength((t.halfArc - tick.s.magnitude) / t.fade)
      let drawnIn = t.notchDepth == 0 ? 0 : t.notchDepth * exp(-tick.s.magnitude / t.notchTau)
      return Tick(
        angle: degrees(tick.s), isMajor: tick.major, zoom: tick.z, outer: (t.radius - drawnIn) * t.scale,
        isNeeded: strength >= 0.2 && isSeen(tick.s), strength: strength,
        isClear: tick.s.magnitude < t.halfArc - (envelope == .clip ? 0 : 0.25 * t.fade))
    }
    func end(_ sign: Double) -> End {
      Self.end(
        ticks, sign, half: degrees(t.halfArc), fade: degrees(t.fade), envelope, isSeen: isSeen(sign * t.halfArc),
        goesOn: (ticks.map { sign * $0.angle }.max() ?? 0) > degrees(t.halfArc))
    }
    self.init(
      name: name, scale: t.scale, center: Point(x: t.cx * t.scale, y: t.cy * t.scale), radius: t.radius * t.scale,
      perOctave: t.ppo * t.scale, notchDepth: t.notchDepth * t.scale, notchDecay: t.notchTau * t.scale, ticks: ticks,
      leading: end(-1), trailing: end(1))
  }

  init(supersampled data: Data, name: String) throws {
    let t = try JSONDecoder().decode(SupersampledCase.self, from: data)
    let radius = t.radius - 8 * t.scale
    let ticks = t.ticks.map {
      Tick(
        angle: $0.deg, isMajor: $0.thick, zoom: $0.zoom, outer: radius, isNeeded: $0.opacity >= 0.2,
        strength: $0.opacity)
    }
    func end(_ sign: Double) -> End {
      Self.end(
        ticks, sign, half: t.fadeEnd, fade: t.fadeEnd - t.fadeStart, Envelope(t.end), isSeen: true,
        goesOn: true)
    }
    self.init(
      name: name, scale: t.scale, center: Point(x: t.center[0], y: t.center[1]), radius: radius, rim: t.radius,
      perOctave: t.octave * t.scale * radius / t.radius, perOctaveAtRim: t.octave * t.scale, notchDepth: 0,
      notchDecay: 0, ticks: ticks, leading: end(-1), trailing: end(1))
  }

  private static func end(
    _ ticks: [Tick], _ sign: Double, half: Double, fade: Double, _ envelope: Envelope, isSeen: Bool, goesOn: Bool
  ) -> End {
    if goesOn, envelope == .clip { return End(kind: .clip, isJudged: isSeen, at: sign * half) }
    if goesOn {
      return End(
        kind: .fade, isJudged: isSeen, full: sign * (half - envelope.place(of: 0.99) * fade),
        gone: sign * (half - envelope.place(of: 0.01) * fade))
    }
    guard let last = ticks.max(by: { sign * $0.angle < sign * $1.angle }) else {
      return End(kind: .unknown, isJudged: false)
    }
    return End(kind: .end, isJudged: last.isNeeded && last.strength >= 0.99, at: last.angle)
  }
}
