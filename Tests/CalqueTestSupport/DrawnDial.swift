import CalqueCore

/// A dial drawn from numbers, which are the truth. Lengths are px, angles clockwise from twelve o'clock.
public struct DrawnDial: Sendable, CustomStringConvertible {
  public enum Ground: Sendable {
    case plain(SIMD3<Float>)
    case photo(mean: Float, deviation: Float, grain: Float, seed: UInt64)
  }
  public enum Law: Sendable {
    /// Majors at the integers (and 0.5), `minors` equal steps an octave.
    case logarithmic(degreesPerOctave: Double, minors: Int)
    /// A mark every so many degrees, every `majorEvery`th of them a major.
    case equal(degrees: Double, majorEvery: Int)
  }
  public enum End: Sendable {
    case clip
    /// Strength falls linearly to 0 over so many degrees before the half arc.
    case fade(degrees: Double)
  }
  public enum Pointer: Sendable { case triangle, bar }

  public var name = "dial"
  public var width = 600
  public var height = 500
  public var ground = Ground.plain(SIMD3(40, 44, 52))
  public var center = Point<Pixels>(x: 300.3, y: 480.6)
  /// On which the outer ends of the ticks stand.
  public var radius = 400.0
  /// The disc's edge; nil without a disc.
  public var rim: Double?
  public var discAlpha: Float = 0.45
  /// The middle of the visible arc.
  public var axis = 0.0
  /// Half of the visible arc, degrees; 180 is a whole circle.
  public var halfArc = 38.0
  public var law = Law.logarithmic(degreesPerOctave: 13, minors: 10)
  /// The value at the axis (logarithmic law).
  public var value = 2.37
  /// Where the scale ends (logarithmic law); it begins at 0.5.
  public var largest = 15.0
  public var end = End.clip
  public var minorWidth = 2.0
  public var majorWidth = 4.0
  public var minorLength = 22.0
  public var majorLength = 30.0
  public var isRound = false
  /// Dots of these widths as diameters, their centres on `radius`, in place of bars.
  public var isDotted = false
  public var ink = SIMD3<Float>(repeating: 255)
  public var inkAlpha: Float = 1
  public var pointer: Pointer?
  public var pointerColor = SIMD3<Float>(255, 204, 0)
  public var notchDepth = 0.0
  public var notchDecay = 30.0

  public init(_ name: String = "dial", _ change: (inout DrawnDial) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  public var description: String { name }

  /// One mark as drawn.
  public struct Tick: Sendable {
    public var angle: Angle
    public var isMajor: Bool
    public var zoom: Double?
    /// 0…1, the envelope at its place.
    public var strength: Double
    /// Distances of its ends from the centre, round caps left out.
    public var outer: Double
    public var inner: Double
    public var width: Double
    /// Whether the whole mark is in the picture.
    public var isInside: Bool
  }

  public func point(_ degrees: Double, _ distance: Double) -> Point<Pixels> {
    center.moved(distance, towards: Angle(degrees: degrees))
  }

  /// The marks, by angle.
  public var ticks: [Tick] {
    var places: [(degrees: Double, isMajor: Bool, zoom: Double?)] = []
    switch law {
    case .logarithmic(let perOctave, let minors):
      let origin = log2(value)
      let majors = ([0.5] + (1...40).map(Double.init)).map { (log2($0) - origin) * perOctave }
      for (degrees, zoom) in zip(majors, [0.5] + (1...40).map(Double.init)) { places.append((degrees, true, zoom)) }
      let pitch = perOctave / Double(minors)
      for k in (-minors)...(6 * minors) {
        let degrees = (Double(k) / Double(minors) - origin) * perOctave
        let nearest = majors.map { ($0 - degrees).magnitude }.min() ?? .infinity
        if nearest > 0.55 * pitch { places.append((degrees, false, exp2(Double(k) / Double(minors)))) }
      }
    case .equal(let degrees, let majorEvery):
      let count = Int(180 / degrees)
      let isWhole = halfArc >= 180
      for k in (isWhole ? -count + 1 : -count)...count {
        places.append((Double(k) * degrees, k % majorEvery == 0, nil))
      }
    }
    return places.filter { $0.degrees.magnitude <= halfArc && ($0.zoom ?? 1) <= largest }.sorted {
      $0.degrees < $1.degrees
    }.map { place in
      let width = place.isMajor ? majorWidth : minorWidth
      let arc = place.degrees * Double.pi / 180 * radius
      let end = radius - notchDepth * exp(-arc.magnitude / notchDecay)
      let outer = isDotted ? radius + width / 2 : end
      let inner = isDotted ? radius - width / 2 : end - (place.isMajor ? majorLength : minorLength)
      var strength = 1.0
      if case .fade(let extent) = self.end { strength = min(1, (halfArc - place.degrees.magnitude) / extent) }
      let isInside = [outer + 1, inner - 1].allSatisfy { distance in
        let p = point(axis + place.degrees, distance)
        let margin = width / 2 + 3
        return p.x > margin && p.y > margin && p.x < Double(self.width) - margin && p.y < Double(height) - margin
      }
      return Tick(
        angle: Angle(degrees: axis + place.degrees), isMajor: place.isMajor, zoom: place.zoom, strength: strength,
        outer: outer, inner: inner, width: width, isInside: isInside)
    }
  }

  /// The ground without the dial.
  public func drawGround() -> Canvas {
    switch ground {
    case .plain(let color): Canvas(width: width, height: height, color: color)
    case .photo(let mean, let deviation, let grain, let seed):
      Canvas.photo(width: width, height: height, mean: mean, deviation: deviation, grain: grain, seed: seed)
    }
  }

  public func draw() -> Canvas {
    var canvas = drawGround()
    draw(on: &canvas)
    return canvas
  }

  public func draw(on canvas: inout Canvas) {
    if let rim {
      canvas.disc(x: center.x, y: center.y, radius: rim, SIMD3(repeating: 0), alpha: discAlpha)
    }
    for tick in ticks {
      let alpha = inkAlpha * Float(tick.strength)
      if isDotted {
        let p = point(tick.angle.degrees, radius)
        canvas.disc(x: p.x, y: p.y, radius: tick.width / 2, ink, alpha: alpha)
      } else {
        canvas.bar(
          from: point(tick.angle.degrees, tick.inner), to: point(tick.angle.degrees, tick.outer), width: tick.width,
          round: isRound, ink, alpha: alpha)
      }
    }
    drawPointer(on: &canvas)
  }

  private func drawPointer(on canvas: inout Canvas) {
    switch pointer {
    case .triangle:
      let tip = radius + 4
      let turn = 9 / radius * 180 / Double.pi
      canvas.polygon(
        [point(axis, tip), point(axis - turn, tip + 16), point(axis + turn, tip + 16)], pointerColor)
    case .bar:
      canvas.bar(from: point(axis, radius + 4), to: point(axis, radius + 20), width: 5, pointerColor)
    case nil: break
    }
  }
}
