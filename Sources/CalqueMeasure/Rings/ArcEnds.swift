import CalqueCore
import CalqueSpec

/// Where a line along a circle begins and ends, and how.
struct ArcEnds {
  /// nil for a whole ring.
  private(set) var arc: RingSpec.Arc?
  /// Around the line with its caps, px.
  private(set) var frame = Rect<Pixels>(x: 0, y: 0, width: 0, height: 0)
  /// The part of the circle that is covered.
  private(set) var span = Angle(degrees: 360)
  var isWhole: Bool { arc == nil }

  private let circles: ConcentricCircles
  private let reader: BitmapReader
  private var radius: Double { (circles.inner + circles.outer) / 2 }
  private var width: Double { circles.outer - circles.inner }

  /// A gap shorter than this along the centre line is none, px.
  private static let shortestGap = 2.5

  init(index: Int, circles: ConcentricCircles, map: RegionMap, reader: BitmapReader) {
    self.circles = circles
    self.reader = reader
    guard let gap = largestGap(index, map) else {
      frame = box(from: Angle(degrees: 0), to: Angle(degrees: 360), caps: nil)
      return
    }
    // The arc begins where the gap ends.
    let start = end(near: gap.to, outwards: -1)
    let stop = end(near: gap.from, outwards: 1)
    var from = start.angle.wrapped.radians
    if from < 0 { from += 2 * Double.pi }
    var to = stop.angle.wrapped.radians
    while to <= from { to += 2 * Double.pi }
    let caps: RingSpec.Cap? = start.cap == stop.cap ? start.cap : nil
    arc = RingSpec.Arc(
      from: AngleEstimate(Angle(radians: from), sigma: start.sigma),
      to: AngleEstimate(Angle(radians: to), sigma: stop.sigma), caps: caps)
    span = Angle(radians: to - from)
    frame = box(from: Angle(radians: from), to: Angle(radians: to), caps: caps)
  }

  // MARK: The gap

  private func largestGap(_ index: Int, _ map: RegionMap) -> (from: Angle, to: Angle)? {
    let steps = max(64, Int((2 * Double.pi * radius / 0.7).rounded()))
    let covered = (0..<steps).map { step -> Bool in
      let angle = Angle(radians: 2 * Double.pi * Double(step) / Double(steps))
      return [0, -0.25, 0.25, -0.42, 0.42].contains { offset in
        let point = circles.center.moved(radius + offset * width, towards: angle)
        let x = Int(point.x.rounded(.down))
        let y = Int(point.y.rounded(.down))
        guard x >= 0, y >= 0, x < map.width, y < map.height else { return false }
        return map.region(x, y) == index
      }
    }
    guard let first = covered.firstIndex(of: true) else { return nil }
    var best = (start: 0, length: 0)
    var length = 0
    for i in 1...steps {
      if covered[(first + i) % steps] {
        length = 0
      } else {
        length += 1
        if length > best.length { best = (first + i - length + 1, length) }
      }
    }
    let turn = 2 * Double.pi / Double(steps)
    guard Double(best.length) * turn * radius >= Self.shortestGap else { return nil }
    return (Angle(radians: Double(best.start) * turn), Angle(radians: Double(best.start + best.length) * turn))
  }

  // MARK: One end

  /// Reads an end on circles between the two edges, and compares a straight one with a half disc.
  /// - Parameters:
  ///   - rough: Where the centre line ends, to a pixel.
  ///   - outwards: 1 where the gap lies clockwise, else −1.
  private func end(near rough: Angle, outwards: Double) -> (angle: Angle, sigma: Angle, cap: RingSpec.Cap?) {
    let half = width / 2
    var readings: [(offset: Double, place: Double)] = []
    for i in -3...3 {
      let offset = Double(i) / 3 * 0.8 * half
      if let place = crossing(near: rough, outwards, on: radius + offset, half) { readings.append((offset, place)) }
    }
    guard readings.count >= 3 else {
      return (rough, Angle(radians: 1 / radius), nil)
    }
    let butt = spread(readings.map { $0.place })
    let round = spread(readings.map { $0.place - max(0, half * half - $0.offset * $0.offset).squareRoot() })
    let best = butt.deviation <= round.deviation ? butt : round
    let floor = 0.05
    let sigma = hypot(best.deviation / Double(readings.count).squareRoot(), floor)
    // Where the two differ by less than what rasterisers leave, the cap cannot be told.
    let isTold = (butt.deviation - round.deviation).magnitude > 0.1
    let cap: RingSpec.Cap? = isTold ? (butt.deviation < round.deviation ? .butt : .round) : nil
    return (
      Angle(radians: rough.radians + outwards * best.mean / radius), Angle(radians: sigma / radius), cap
    )
  }

  private func spread(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / Double(max(1, values.count - 1))).squareRoot())
  }

  /// How far beyond the rough end the line reaches on one circle, as arc length on the centre line, px.
  private func crossing(near rough: Angle, _ outwards: Double, on circle: Double, _ half: Double) -> Double? {
    let step = 0.25
    let inside = half + 5
    let outside = 5.0
    func color(_ place: Double) -> SIMD4<Float>? {
      let point = circles.center.moved(circle, towards: Angle(radians: rough.radians + outwards * place / radius))
      return reader.covers(point.x, point.y) ? reader.bilinear(point.x, point.y) : nil
    }
    guard let fill = color(-inside), let ground = color(outside) else { return nil }
    let way = SIMD4(fill.x - ground.x, fill.y - ground.y, fill.z - ground.z, 0)
    let square = way.colorDot(way)
    guard square > 9 else { return nil }
    var covered = 0.0
    var place = -inside + step / 2
    while place < outside {
      guard let here = color(place) else { return nil }
      covered += step * Double(min(max((here - ground).colorDot(way) / square, 0), 1))
      place += step
    }
    return covered - inside
  }

  // MARK: Frame

  private func box(from: Angle, to: Angle, caps: RingSpec.Cap?) -> Rect<Pixels> {
    var angles = [from.radians, to.radians]
    for quarter in 0..<8 {
      let angle = Double(quarter) * Double.pi / 2
      if angle >= from.radians, angle <= to.radians { angles.append(angle) }
    }
    var points: [Point<Pixels>] = []
    for angle in angles {
      points.append(circles.center.moved(circles.inner, towards: Angle(radians: angle)))
      points.append(circles.center.moved(circles.outer, towards: Angle(radians: angle)))
    }
    if caps == .round {
      for angle in [from, to] {
        let middle = circles.center.moved(radius, towards: angle)
        for quarter in 0..<4 {
          points.append(middle.moved(width / 2, towards: Angle(degrees: 90 * Double(quarter))))
        }
      }
    }
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for point in points {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
    return Rect<Pixels>(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
