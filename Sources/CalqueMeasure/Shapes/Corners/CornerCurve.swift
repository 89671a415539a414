import CalqueCore
import CalqueSpec

/// How far a rounded corner of radius 1 has left the side at a distance from where the two sides would meet.
struct CornerCurve: Sendable {
  let style: CornerStyle
  /// The distance from the corner at which the curve leaves the side, in radii.
  let extent: Double
  /// ∫₀ᵘ depth du at u = i · extent / (count − 1).
  private let integrals: [Double]

  /// The quarter of a circle.
  static let circular = CornerCurve(style: .circular, extent: 1) { u in
    let v = 1 - min(1, max(0, u))
    return 1 - max(0, 1 - v * v).squareRoot()
  }

  /// The corner of `UIBezierPath(roundedRect:cornerRadius:)` since iOS 7 and of `CALayerCornerCurve.continuous`: three
  /// cubic curves, whose control points were published by PaintCode (“Code for iOS 7 Rounded Rectangles”, 2013).
  static let continuous: CornerCurve = {
    let pieces: [[(Double, Double)]] = [
      [(0, 1.528665), (0, 1.088493), (0, 0.868407), (0.074911, 0.631494)],
      [(0.074911, 0.631494), (0.169060, 0.372824), (0.372824, 0.169060), (0.631494, 0.074911)],
      [(0.631494, 0.074911), (0.868407, 0), (1.088493, 0), (1.528665, 0)],
    ]
    var points: [(depth: Double, u: Double)] = []
    for piece in pieces {
      for i in 0...200 {
        let t = Double(i) / 200
        let s = 1 - t
        let b0 = s * s * s
        let b1 = 3 * s * s * t
        let b2 = 3 * s * t * t
        let b3 = t * t * t
        let x = b0 * piece[0].0 + b1 * piece[1].0 + b2 * piece[2].0 + b3 * piece[3].0
        let y = b0 * piece[0].1 + b1 * piece[1].1 + b2 * piece[2].1 + b3 * piece[3].1
        points.append((x, y))
      }
    }
    // `u` falls along the curve from the side to the corner's other side.
    points.reverse()
    var next = 0
    return CornerCurve(style: .continuous, extent: 1.528665) { u in
      while next + 2 < points.count, points[next + 1].u < u { next += 1 }
      let a = points[next]
      let b = points[next + 1]
      let t = b.u > a.u ? min(1, max(0, (u - a.u) / (b.u - a.u))) : 0
      return a.depth + t * (b.depth - a.depth)
    }
  }()

  /// Tabulates a curve; `depth` is asked for rising arguments.
  private init(style: CornerStyle, extent: Double, depth: (Double) -> Double) {
    self.style = style
    self.extent = extent
    let count = 2048
    let step = extent / Double(count - 1)
    var sums = [0.0]
    sums.reserveCapacity(count)
    for i in 1..<count {
      // The midpoint's depth: the curve is vertical at 0.
      sums.append(sums[i - 1] + depth((Double(i) - 0.5) * step) * step)
    }
    integrals = sums
  }

  private func integral(_ u: Double) -> Double {
    let place = min(max(u / extent, 0), 1) * Double(integrals.count - 1)
    let i = min(Int(place), integrals.count - 2)
    return integrals[i] + (place - Double(i)) * (integrals[i + 1] - integrals[i])
  }

  /// The mean depth of a corner of a radius between two distances from where the sides meet, px.
  func meanDepth(from a: Double, to b: Double, radius: Double) -> Double {
    guard radius > 1e-9, b > a else { return 0 }
    return radius * radius * (integral(b / radius) - integral(a / radius)) / (b - a)
  }

  /// The mean depth of a strip, px.
  ///
  /// Where a continuous corner is longer than half a side, as on a capsule, iOS does not shorten the curve: the depth
  /// that the corner at the side's other end has there is taken off, so that the two meet on the midline at depth 0.
  /// Found in Core Animation's pictures of a 44 pt capsule at 3×, whose rows this explains with the nominal radius of
  /// 66 px and whose columns, with room to run out, are the published curve; nothing clamps the radius.
  func depth(of strip: CornerProfile.Strip, radius: Double) -> Double {
    let own = meanDepth(from: strip.from, to: strip.to, radius: radius)
    let length = strip.sideLength
    guard length < 2 * extent * radius, strip.to <= length else { return own }
    return own - meanDepth(from: length - strip.to, to: length - strip.from, radius: radius)
  }

  /// The area that a corner of radius 1 lacks.
  var missingArea: Double { integrals[integrals.count - 1] }
}
