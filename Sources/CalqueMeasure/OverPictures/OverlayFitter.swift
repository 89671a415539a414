import CalqueCore
import CalqueSpec

/// What was measured of something that lies over a picture.
struct FittedOverlay {
  var outline: FittedOutline
  var blend: OverlayBlend
  var rim: OverlayRim?
  /// Within the rim.
  var inner: OverlayOutline
}

/// A bright or dark line just inside an outline.
struct OverlayRim {
  var width: Estimate
  var color: SIMD4<Float>
}

/// Fits edges and corners of something that lies over a picture.
struct OverlayFitter {
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double

  /// The sine of how far a round end has turned where it is read no further, 9°: beyond, rims grow wider along a row, and
  /// rasterisers' chords lie inside the curve.
  static let uprightPart = 0.15
  /// Over texture that leaves an end less well known than to so many pixels, it is read further, to 50°.
  private static let plainSigma = 0.08
  private static let steepPart = 0.77
  /// How far a drawn curve's outermost part lies from the true one, one standard deviation in px: Chromium's.
  private static let curveFloor = 0.04

  /// - Parameter outline: Within two pixels of the edges, or of the inner side of a rim.
  /// - Returns: nil where a side cannot be placed.
  func fit(_ outline: OverlayOutline) -> FittedOverlay? {
    var rim = RimReading(self, outline)
    if let found = rim, !runsAround(found, outline) { rim = nil }
    // A shadow hides how bright the ground is under a rim's outer side; nothing is beside the inner one.
    var inner = outline
    if let rim {
      inner.grow(by: rim.outset - rim.width.value)
      // The longer sides told the rim; the shorter ones are found from afar.
      let isWide = outline.width >= outline.height
      for side in Side.allCases where side.isVertical == isWide {
        inner.move(side, by: rimOffset(window(side, inner)))
      }
    }
    guard var blend = blend(inner.grown(by: rim?.width.value ?? 0)) else { return nil }
    var sides: [Side: Estimate] = [:]
    for _ in 0..<3 {
      for side in Side.allCases {
        guard let edge = place(side, inner, rim, blend) else { return nil }
        sides[side] = edge
      }
      for (side, edge) in sides { inner.move(side, to: edge.value) }
      if inner.isRound { inner.radius = min(inner.width, inner.height) / 2 }
      if let again = self.blend(inner.grown(by: rim?.width.value ?? 0)) { blend = again }
    }
    let width = rim?.width ?? Estimate(0, sigma: 0)
    func outer(_ side: Side) -> Estimate {
      let edge = sides[side] ?? Estimate(0, sigma: .infinity)
      return Estimate(edge.value + (side.isFar ? width.value : -width.value), sigma: hypot(edge.sigma, width.sigma))
    }
    var fitted = FittedOutline(
      left: outer(.left), top: outer(.top), right: outer(.right), bottom: outer(.bottom),
      corners: [nil, nil, nil, nil], contrast: Double(blend.step), ground: mean(inner, width.value + 3), agreement: 1)
    for corner in 0..<4 { fitted.corners[corner] = fitCorner(corner, inner, rim, blend, sides) }
    return FittedOverlay(
      outline: fitted, blend: blend, rim: rim.map { OverlayRim(width: $0.width, color: mean(inner, width.value / 2)) },
      inner: inner)
  }

  // MARK: Sides

  private func place(_ side: Side, _ inner: OverlayOutline, _ rim: RimReading?, _ blend: OverlayBlend) -> Estimate? {
    if let rim, rim.width.value >= 2, isBlurred(window(side, inner, turned: Self.uprightPart)),
      let edge = placedFromOutside(side, inner, rim)
    {
      return edge
    }
    let upright = placed(side, inner, rim, blend, turned: Self.uprightPart)
    if let rim, let edge = upright, let outer = placedFromOutside(side, inner, rim) {
      // Where the two sides of the rim contradict each other, neither is certain.
      let apart = (outer.value - edge.value).magnitude
      return Estimate(edge.value, sigma: max(edge.sigma, 0.4 * min(apart, 0.6)))
    }
    if rim != nil || (upright?.sigma ?? .infinity) < Self.plainSigma || !inner.isRound { return upright }
    return placed(side, inner, rim, blend, turned: Self.steepPart)
  }

  private func placed(
    _ side: Side, _ inner: OverlayOutline, _ rim: RimReading?, _ blend: OverlayBlend, turned: Double
  ) -> Estimate? {
    let window = window(side, inner, turned: turned)
    guard window.places.count >= 3, let u = placement(window, rim, blend).estimate else { return nil }
    // Rasterisers draw curves as chords, which lie inside them.
    let chords = window.sagittas.contains { $0 > 0 } ? (turned == Self.steepPart ? 0.08 : Self.curveFloor) : 0
    return Estimate(window.coordinate(u.value), sigma: hypot(u.sigma, chords))
  }

  /// Whether a rim's colour passes into the layer's over more than one pixel, as where a highlight lies below it.
  private func isBlurred(_ window: EdgeWindow) -> Bool {
    let layer = window.mean(-3)
    let way = window.mean(1) - layer
    let square = max(1, way.colorDot(way))
    let between = (-2...0).filter {
      let share = (window.mean($0) - layer).colorDot(way) / square
      return share > 0.12 && share < 0.88
    }
    return between.count > 1
  }

  /// A rim's inner side by its outer one, px: a shadow beside that leaves a third of a pixel unknown.
  private func placedFromOutside(_ side: Side, _ inner: OverlayOutline, _ rim: RimReading) -> Estimate? {
    let window = window(side, inner.grown(by: rim.width.value), turned: Self.uprightPart)
    guard let u = EdgePlacer(window: window).place(from: 2, to: -1).estimate else { return nil }
    let coordinate = window.coordinate(u.value)
    return Estimate(
      side.isFar ? coordinate - rim.width.value : coordinate + rim.width.value, sigma: hypot(u.sigma, RimReading.shadow)
    )
  }

  /// A rim's inner side differs from the even inside by more than this, levels.
  private static let faintRim: Float = 4

  /// How far outwards of its expected place a rim begins, whole px: the first step on the way from the inside.
  private func rimOffset(_ window: EdgeWindow) -> Double {
    guard window.places.count >= 3 else { return 0 }
    let first = (-5...4).first { (window.mean($0) - window.mean($0 - 1)).colorMagnitude > Self.faintRim }
    return Double(first ?? 0)
  }

  /// Another pair of pixels is the rim's if it is more alike than the expected one by this factor.
  private static let clearlyAlike: Float = 0.4

  /// A pixel that a rim fills, u: of three pixels and more the inner one of two that are alike, since the expected edge
  /// may be a pixel off; what is further in comes first, since the ground outside is even too.
  private func plateau(_ window: EdgeWindow, _ width: Double) -> Int {
    guard width >= 2.5 else { return width < 1.5 ? 0 : 1 }
    func difference(_ u: Int) -> Float { (window.mean(u + 1) - window.mean(u)).colorMagnitude }
    let expected = difference(1)
    for u in [0, 2] where difference(u) < Self.clearlyAlike * expected { return u }
    return 1
  }

  private func placement(_ window: EdgeWindow, _ rim: RimReading?, _ blend: OverlayBlend) -> EdgePlacement {
    if let rim {
      let plateau = plateau(window, rim.width.value)
      return EdgePlacer(window: window).place(from: plateau, to: min(-3, plateau - 4))
    }
    let step = window.nearestStep
    return EdgePlacer(window: window).place(under: blend, between: step?.outer ?? 2, and: step?.inner ?? -2)
  }

  /// The straight part of a side, or a round end as far as it is steep.
  func window(_ side: Side, _ outline: OverlayOutline, turned: Double = uprightPart) -> EdgeWindow {
    let (first, last) = side.isVertical ? (outline.top, outline.bottom) : (outline.left, outline.right)
    let radius = outline.radius
    let middle = (first + last) / 2
    let straight = (last - first) / 2 - radius
    let curved = straight < 0.25 * radius
    let half = curved ? straight + turned * radius : straight - 1
    let from = Int((middle - half).rounded(.up))
    let places = Array(from...max(from, Int((middle + half).rounded(.down)) - 1))
    return EdgeWindow(reader, side, edge: outline.edge(side), at: places) { place in
      guard curved else { return 0 }
      let offset = max(0, (place - middle).magnitude - max(0, straight))
      return radius - max(0, radius * radius - offset * offset).squareRoot()
    }
  }

  // MARK: Corners

  /// Corners that lack less than a radius of so many pixels are square.
  private static let leastRadius = 1.5

  /// - Parameter corner: Clockwise from the top left.
  private func fitCorner(
    _ corner: Int, _ inner: OverlayOutline, _ rim: RimReading?, _ blend: OverlayBlend, _ sides: [Side: Estimate]
  ) -> CornerFit? {
    guard inner.radius > Self.leastRadius else { return nil }
    let isRight = corner == 1 || corner == 2
    let isBottom = corner == 2 || corner == 3
    var profile = CornerProfile(edgeSigma: max(sides[.left]?.sigma ?? 0, sides[.top]?.sigma ?? 0))
    profile.strips += strips(isRight ? .right : .left, isFar: isBottom, inner, rim, blend)
    profile.strips += strips(isBottom ? .bottom : .top, isFar: isRight, inner, rim, blend)
    guard var fit = CalqueMeasure.fitCorner(profile, near: inner.radius) else { return nil }
    if let rim {
      fit.radius = Estimate(fit.radius.value + rim.width.value, sigma: hypot(fit.radius.sigma, rim.width.sigma))
    }
    return fit
  }

  /// How far an edge has left a side, from where the curve is steeper than the diagonal to where it has run out.
  /// - Parameter isFar: Whether the corner is at the side's right or bottom end.
  private func strips(
    _ side: Side, isFar: Bool, _ inner: OverlayOutline, _ rim: RimReading?, _ blend: OverlayBlend
  ) -> [CornerProfile.Strip] {
    let length = side.isVertical ? inner.height : inner.width
    let origin = side.isVertical ? (isFar ? inner.bottom : inner.top) : (isFar ? inner.right : inner.left)
    // The diagonal meets a circular corner at 0.29 radii; a continuous one runs out at 1.53.
    let from = 0.29 * inner.radius
    let to = min(1.6 * inner.radius + 1, length / 2)
    let first = Int((isFar ? origin - to : origin + from).rounded(.up))
    let last = Int((isFar ? origin - from : origin + to).rounded(.down)) - 1
    guard last > first else { return [] }
    let radius = inner.radius
    let window = EdgeWindow(reader, side, edge: inner.edge(side), at: Array(first...last)) { place in
      let left = max(0, radius - (place - origin).magnitude)
      return radius - max(0, radius * radius - left * left).squareRoot()
    }
    let placement = placement(window, rim, blend)
    let edge = side.isFar ? inner.edge(side) - Double(window.base) : Double(window.base + 1) - inner.edge(side)
    return window.places.indices.map { i in
      let from = isFar ? origin - Double(window.places[i] + 1) : Double(window.places[i]) - origin
      return CornerProfile.Strip(
        from: from, to: from + 1, depth: edge - placement.positions[i] + window.sagittas[i], sideLength: length,
        isRow: side.isVertical)
    }
  }

  // MARK: Inside and outside

  /// Of the places around an outline, those at which a rim differs from what it surrounds.
  private static let leastRimShare = 0.85

  /// Whether a rim is brighter than its inside, or darker, nearly everywhere.
  private func runsAround(_ rim: RimReading, _ outline: OverlayOutline) -> Bool {
    let edge = outline.grown(by: rim.outset)
    var brighter = 0
    var darker = 0
    let places = edge.places(every: 3)
    for place in places {
      guard let line = reader.color(place, -rim.width.value / 2), let inside = reader.color(place, -rim.width.value - 2)
      else { continue }
      let difference = line.x + 2 * line.y + line.z - inside.x - 2 * inside.y - inside.z
      // Four of it are one level.
      if difference > 6 { brighter += 1 }
      if difference < -6 { darker += 1 }
    }
    return Double(max(brighter, darker)) >= Self.leastRimShare * Double(places.count)
  }

  private func blend(_ outline: OverlayOutline) -> OverlayBlend? {
    OverlayBlend(
      outline.places(every: 3).compactMap { place in
        guard let inside = reader.color(place, -2.5), let outside = reader.color(place, 2.5) else { return nil }
        return (inside, outside)
      })
  }

  private func mean(_ outline: OverlayOutline, _ distance: Double) -> SIMD4<Float> {
    let colors = outline.places(every: 3).compactMap { reader.color($0, distance) }
    return colors.reduce(SIMD4<Float>(), +) / Float(max(1, colors.count))
  }
}

extension BitmapReader {
  /// The colour of the pixel at a distance outwards from a place on an outline; nil beyond the picture.
  func color(_ place: OverlayOutline.Place, _ distance: Double) -> SIMD4<Float>? {
    // Sines differ in their last digit between platforms: a place on a pixel's border is in the same pixel on all.
    let hair = 1e-9
    let x = Int((place.x + distance * place.nx + hair).rounded(.down))
    let y = Int((place.y + distance * place.ny + hair).rounded(.down))
    guard x >= 0, y >= 0, x < width, y < height else { return nil }
    var color = pixel(x, y)
    color.w = 0
    return color
  }
}
