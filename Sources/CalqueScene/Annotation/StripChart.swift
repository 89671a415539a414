import CalqueCore
import CalqueSpec

/// A dial's ring unrolled into a straight strip: arc to the right (clockwise), radius upwards.
public struct UnrolledRing: Equatable, Sendable {
  public var bitmap: Bitmap
  /// The left edge.
  public var from: Angle
  /// The right edge, greater than `from`.
  public var to: Angle
  /// The bottom edge's distance from the centre, px of the picture.
  public var inner: Double
  /// The top edge's distance from the centre, px of the picture.
  public var outer: Double

  public init(bitmap: Bitmap, from: Angle, to: Angle, inner: Double, outer: Double) {
    self.bitmap = bitmap
    self.from = from
    self.to = to
    self.inner = inner
    self.outer = outer
  }
}

/// The unrolled ring at its own size between two scales: ticks and their values above, degrees below, and the fitted
/// circle with its notch as a line across.
/// - Returns: a scene with the strip alone where the dial's or the ring's figures are infinite or undefined.
public func stripChart(
  of dial: DialSpec, _ ring: UnrolledRing, scale: PixelScale?, measurer: TextMeasurer = .estimated
) -> Scene {
  guard var chart = StripChart(dial, ring, scale: scale, measurer: measurer) else {
    let frame = ring.bitmap.bounds
    return Scene(
      size: Size(width: frame.width, height: frame.height),
      operations: [.image(ImagePlacement(bitmap: ring.bitmap, frame: frame, interpolation: .nearest))])
  }
  chart.draw()
  return Scene(size: chart.size, operations: chart.operations)
}

private struct StripChart {
  let geometry: DialGeometry
  let ring: UnrolledRing
  let style: AnnotationStyle
  let measurer: TextMeasurer
  /// Where the strip lies.
  let frame: Rect<Pixels>
  let size: Size<Pixels>
  var operations: [SceneOperation] = []
  var occupancy: Occupancy

  init?(_ dial: DialSpec, _ ring: UnrolledRing, scale: PixelScale?, measurer: TextMeasurer) {
    let span = (ring.to - ring.from).radians
    guard span > 0, span.isFinite, ring.outer > ring.inner, ring.outer.isFinite, ring.inner.isFinite else { return nil }
    let width = Double(ring.bitmap.width)
    let height = Double(ring.bitmap.height)
    let strip = Rect<Pixels>(x: 0, y: 0, width: width, height: height)
    // A strip is low, and that says nothing about how large its type may be.
    style = AnnotationStyle(
      canvas: Rect(x: 0, y: 0, width: width, height: max(width, height)), scale: scale ?? PixelScale(1))
    let type = style.type(9).size
    let side = (2.5 * type).rounded()
    let band = (3 * type + 6 * style.unit).rounded()
    frame = Rect(x: side, y: band, width: strip.width, height: strip.height)
    size = Size(width: width + 2 * side, height: (height + band + 1.9 * type + 6 * style.unit).rounded())
    guard let geometry = DialGeometry(dial, unit: style.unit) else { return nil }
    self.geometry = geometry
    self.ring = ring
    self.measurer = measurer
    occupancy = Occupancy(grain: 4 * style.unit)
  }

  private func x(_ angle: Angle) -> Double {
    frame.x + frame.width * (angle - ring.from).radians / (ring.to - ring.from).radians
  }

  private func y(_ r: Double) -> Double {
    frame.y + frame.height * (ring.outer - r) / (ring.outer - ring.inner)
  }

  /// An angle on the strip's own turn; nil where it lies beside the strip.
  private func placed(_ angle: Angle) -> Angle? {
    let turn = 2 * Double.pi
    let ahead = (angle - ring.from).radians
    let on = ring.from + Angle(radians: ahead - (ahead / turn).rounded(.down) * turn)
    return on <= ring.to ? on : nil
  }

  mutating func draw() {
    let whole = Rect<Pixels>(x: 0, y: 0, width: size.width, height: size.height)
    operations.append(.fill(.rectangle(whole), .color(RGBAColor(0x0B0E13)), .nonZero))
    operations.append(.image(ImagePlacement(bitmap: ring.bitmap, frame: frame, interpolation: .nearest)))
    drawCircle()
    drawTicks()
    drawEnds()
    drawDegrees()
  }

  private mutating func line(_ path: Path, _ color: RGBAColor, _ width: Double) {
    operations.append(.stroke(path, StrokeStyle(width: width, join: .round), .color(color)))
  }

  /// The fitted radius over the angle, open where ticks stand.
  private mutating func drawCircle() {
    let perPixel = (ring.to - ring.from).radians / frame.width
    var path = Path()
    var isDown = false
    let gaps = geometry.dial.ticks.compactMap { tick -> (Double, Double)? in
      guard let angle = placed(tick.angle) else { return nil }
      return (x(angle), tick.width.value / geometry.radius / perPixel / 2 + 0.35 * style.unit)
    }
    var next = 0
    for step in 0...Int(frame.width * 2) {
      let here = frame.x + Double(step) / 2
      let angle = Angle(radians: ring.from.radians + (here - frame.x) * perPixel)
      while next < gaps.count, gaps[next].0 + gaps[next].1 < here { next += 1 }
      let isGap = next < gaps.count && (here - gaps[next].0).magnitude < gaps[next].1
      let p = Point<Pixels>(x: here, y: y(geometry.radius - geometry.notch(at: angle)))
      if isGap || !frame.contains(p) {
        isDown = false
        continue
      }
      if isDown { path.line(p) } else { path.move(p) }
      isDown = true
    }
    let behind = StrokeStyle(width: style.line + 2 * style.underlay, join: .round)
    operations.append(.stroke(path, behind, .color(AnnotationStyle.dark.faded(0.42))))
    line(path, AnnotationStyle.circle, style.line)
  }

  private mutating func drawTicks() {
    let type = style.type(9, weight: 600)
    for tick in geometry.dial.ticks {
      guard let angle = placed(tick.angle) else { continue }
      let isMajor = tick.weight == .major
      let color = isMajor ? AnnotationStyle.major : AnnotationStyle.minor
      let top = frame.y - 1.5 * style.unit
      let length = (isMajor ? 5 : 3) * style.unit
      let at = x(angle)
      line(.segment(Point(x: at, y: top), Point(x: at, y: top - length)), color, style.line)
      guard isMajor, let zoom = tick.zoom, zoom > 0, zoom.isFinite else { continue }
      let p = Point<Pixels>(x: at, y: top - length - 0.6 * type.size)
      label(FigureText.zoom(zoom), type, color, p)
    }
  }

  private mutating func drawEnds() {
    guard !geometry.isWhole else { return }
    let top = frame.y - 1.5 * style.unit
    for end in [geometry.dial.leading, geometry.dial.trailing] {
      let angles = [end.full?.angle, end.gone?.angle, end.kind == .fade ? nil : end.at?.angle].compactMap { $0 }
      let places = angles.compactMap { placed($0).map { x($0) } }
      for at in places {
        line(
          .segment(Point(x: at, y: frame.y), Point(x: at, y: top - 6 * style.unit)), AnnotationStyle.end, style.line)
      }
      guard let text = DialFigures.end(end),
        let middle = places.min().flatMap({ a in places.max().map { (a + $0) / 2 } })
      else { continue }
      let type = style.type(9, weight: 600)
      label(text, type, AnnotationStyle.end, Point(x: middle, y: top - 5 * style.unit - 1.9 * type.size))
    }
  }

  /// A scale of degrees with steps that leave room for their numbers.
  private mutating func drawDegrees() {
    let type = style.type(9)
    let room = 2.9 * type.size
    let perDegree = frame.width / (ring.to - ring.from).degrees
    let step = [1.0, 2, 5, 10, 15, 30, 45, 90].first { $0 * perDegree > room } ?? 90
    let grey = RGBAColor.white.faded(0.7)
    let bottom = frame.maxY + 1.5 * style.unit
    var degrees = (ring.from.degrees / step).rounded(.up) * step
    while degrees <= ring.to.degrees {
      let at = x(Angle(degrees: degrees))
      line(.segment(Point(x: at, y: bottom), Point(x: at, y: bottom + 4 * style.unit)), grey, style.hair)
      let p = Point<Pixels>(x: at, y: bottom + 5 * style.unit + 0.7 * type.size)
      label(FigureText.fixed(Angle(degrees: degrees).wrapped.degrees, decimals: 0) + "°", type, grey, p)
      degrees += step
    }
  }

  /// Writes a text about a point where it has room, pushed into the canvas.
  private mutating func label(_ string: String, _ type: TextStyle, _ color: RGBAColor, _ p: Point<Pixels>) {
    let extent = measurer.measure(string, type)
    let room = Rect<Pixels>(x: 0, y: 0, width: size.width, height: size.height).expanded(by: -0.3 * type.size)
    let box = Rect<Pixels>(
      x: p.x - extent.advance / 2, y: p.y - extent.capHeight / 2, width: extent.advance, height: extent.capHeight
    ).moved(into: room)
    guard room.width >= extent.advance, occupancy.isFree(box.expanded(by: 0.12 * type.size)) else { return }
    operations.append(
      .text(
        TextRun(string, style: type, anchor: box.center, alignment: .center, baseline: .capMiddle, color: color)))
    occupancy.add(box)
  }
}
