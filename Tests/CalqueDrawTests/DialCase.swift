import CalqueCore
import CalqueSpec
import Foundation

/// A dial's truth, from the JSON beside a drawn screen; lengths in pt.
struct DialCase: Decodable {
  struct Tick: Decodable {
    var z: Double
    var major: Bool
    var label: String?
    var s: Double
  }
  var scale: Double
  var w: Double
  var h: Double
  var radius: Double
  var cx: Double
  var cy: Double
  var ppo: Double
  var ticks: [Tick]
  var disc: Double
  var rim: Double
  var majorWidth: Double
  var minorWidth: Double
  var majorLen: Double
  var minorLen: Double
  var notchDepth: Double
  var notchTau: Double
  var labelInset: Double
  var font: Double
  var end: String
  var fade: Double
  var halfArc: Double
  var pointer: Bool

  /// The cases in a folder, by name.
  static func all(in folder: String) throws -> [(name: String, dial: DialCase)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    return try names.map {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))
      return (String($0.dropLast(5)), try JSONDecoder().decode(DialCase.self, from: data))
    }
  }

  var pictureSize: Size<Pixels> { Size(width: (w * scale).rounded(), height: (h * scale).rounded()) }
  var pixelScale: PixelScale { PixelScale(scale) }
  private var center: Point<Pixels> { Point(x: cx * scale, y: cy * scale) }

  private func strength(_ s: Double) -> Double {
    let left = halfArc - s.magnitude
    if left < 0 { return 0 }
    let u = min(1, left / fade)
    switch end {
    case "clip": return 1
    case "exponential": return (1 - CalqueCore.exp(-5 * u)) / (1 - CalqueCore.exp(-5))
    default: return u
    }
  }

  private func angle(_ s: Double) -> Angle { Angle(radians: s / radius) }

  private func estimate(_ points: Double, _ sigma: Double) -> Estimate {
    Estimate(points * scale, sigma: sigma * scale)
  }

  /// The figures that a perfect measurement would give, with plausible standard deviations.
  var spec: DialSpec {
    let notch = { (s: Double) in notchDepth * CalqueCore.exp(-s.magnitude / notchTau) }
    let picture = Rect<Pixels>(x: 0, y: 0, width: pictureSize.width, height: pictureSize.height)
    var marks: [DialTick] = []
    for tick in ticks where strength(tick.s) >= 0.2 {
      let outer = radius - notch(tick.s)
      let inner = outer - (tick.major ? majorLen : minorLen)
      guard picture.contains(center.moved((outer + inner) / 2 * scale, towards: angle(tick.s))) else { continue }
      marks.append(
        DialTick(
          angle: angle(tick.s), sigmaAngle: Angle(degrees: 0.004), weight: tick.major ? .major : .minor, zoom: tick.z,
          outer: estimate(outer, 0.02), inner: estimate(inner, 0.02),
          width: estimate(tick.major ? majorWidth : minorWidth, 0.02), strength: strength(tick.s),
          sigmaStrength: 0.02))
    }
    let sigma = Angle(degrees: 0.15)
    func side(_ sign: Double) -> DialEnd {
      let reach = ticks.map { $0.s * sign }.max() ?? 0
      let last = marks.map { $0.angle.radians * sign }.max() ?? 0
      if reach < halfArc {
        return DialEnd(kind: .end, at: AngleEstimate(Angle(radians: sign * last), sigma: Angle(degrees: 0.01)))
      }
      if end == "clip" { return DialEnd(kind: .clip, at: AngleEstimate(angle(sign * halfArc), sigma: sigma)) }
      let full = end == "linear" ? 0.99 : 0.92
      return DialEnd(
        kind: .fade, shape: end == "linear" ? .linear : .exponential,
        full: AngleEstimate(angle(sign * (halfArc - full * fade)), sigma: sigma),
        gone: AngleEstimate(angle(sign * (halfArc - 0.01 * fade)), sigma: sigma))
    }
    var spec = DialSpec(
      frame: frame(of: marks).intersection(picture), edgeSigma: 0.03, confidence: 0.99,
      center: PointEstimate(center, sigmaX: 0.03, sigmaY: 0.11), radius: estimate(radius, 0.02), ticks: marks,
      leading: side(-1), trailing: side(1))
    if disc > 0 { spec.rim = estimate(radius + rim, 0.03) }
    spec.law = DialLaw(
      kind: .logarithmic, perOctave: Estimate(ppo / radius, sigma: 0.0001),
      minor: .equalAngles(Estimate(minorStep / radius, sigma: 0.00001)))
    if notchDepth > 0 {
      spec.notch = DialNotch(
        shape: .exponential, angle: AngleEstimate(Angle(radians: 0), sigma: sigma), depth: estimate(notchDepth, 0.1),
        decay: estimate(notchTau, 0.14))
    }
    if pointer {
      spec.pointer = DialPointer(
        angle: AngleEstimate(Angle(radians: 0), sigma: Angle(degrees: 0.02)), shape: .triangle,
        color: SIMD3(255, 214, 10),
        frame: Rect(
          x: (cx - 3.9) * scale, y: (cy - radius - 10.9) * scale, width: 7.8 * scale, height: 7 * scale))
    }
    spec.labels = ticks.filter { $0.label != nil && strength($0.s) > 0.2 }.map {
      let p = center.moved((radius - labelInset) * scale, towards: angle($0.s))
      let half = 0.6 * font * scale
      return DialLabel(angle: angle($0.s), frame: Rect(x: p.x - half, y: p.y - half, width: 2 * half, height: 2 * half))
    }
    return spec
  }

  private var minorStep: Double {
    let minors = ticks.filter { !$0.major }.map { $0.s }
    return zip(minors.dropFirst(), minors).map { $0 - $1 }.min() ?? 0
  }

  private func frame(of marks: [DialTick]) -> Rect<Pixels> {
    var box: Rect<Pixels>?
    for mark in marks {
      for r in [mark.outer.value, mark.inner.value] {
        let p = center.moved(r, towards: mark.angle)
        let point = Rect<Pixels>(x: p.x - 1, y: p.y - 1, width: 2, height: 2)
        box = box?.union(point) ?? point
      }
    }
    return box ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
