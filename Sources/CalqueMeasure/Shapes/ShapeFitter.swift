import CalqueCore
import CalqueSpec

/// The frame and corners of an outline, read from the edges' own profiles.
struct FittedOutline {
  /// left, top, right, bottom
  var left: Estimate
  var top: Estimate
  var right: Estimate
  var bottom: Estimate
  /// Clockwise from the top left; nil for a square corner.
  var corners: [CornerFit?]
  /// Median level difference across the edges.
  var contrast: Double
  /// Just outside: the median ground.
  var ground: SIMD4<Float>
  /// The share of rows whose outermost pixels lie where frame and corners say.
  var agreement: Double

  var width: Double { right.value - left.value }
  var height: Double { bottom.value - top.value }
  var frame: Rect<Pixels> { Rect(minX: left.value, minY: top.value, maxX: right.value, maxY: bottom.value) }
  /// Mean of the four radii, square corners as 0.
  var meanRadius: Double { corners.reduce(0) { $0 + ($1?.radius.value ?? 0) } / 4 }
  /// Root mean square of the round corners' residuals, px.
  var cornerResidual: Double {
    let residuals = corners.compactMap { $0?.residual }
    guard !residuals.isEmpty else { return 0 }
    return (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
  }
}

/// Fits frames and corners to the outlines of regions.
struct ShapeFitter {
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double

  /// No more readings than this are taken along one side.
  private static let readingsPerSide = 40
  /// A corner that lacks less area than this is square, px²: that of a radius of 1.2 px.
  private static let squareCorner = 0.31
  /// How far from the midline a round end is read: until it has curved inwards by so much, px. Rasterisers draw curves as
  /// chords, which lie inside the curve except where they meet, as on the midlines.
  private static let largestSagitta = 0.03
  /// How far a drawn curve's outermost point lies from the true one, a standard deviation in px: Chromium's, over circles
  /// of 8 to 70 pt.
  private static let curveFloor = 0.04

  func fit(_ outline: RegionOutline) -> FittedOutline? {
    let bounds = outline.region
    let guesses = radiusGuesses(outline)
    guard outline.follows(guesses) else { return nil }
    var sides: [Side: EdgeReadings] = [:]
    let uncut = Side.allCases.filter { !touchesBorder($0, bounds) }
    let cut = 4 - uncut.count
    // Most of what is no shape fails here.
    guard hasGround(uncut, outline) else { return nil }
    for side in uncut { sides[side] = read(side, outline, guesses) }
    guard let left = position(.left, sides, bounds), let right = position(.right, sides, bounds),
      let top = position(.top, sides, bounds), let bottom = position(.bottom, sides, bounds)
    else { return nil }
    // Edges that waver are no straight sides.
    guard [left, top, right, bottom].allSatisfy({ $0.sigma < Self.largestSigma }) else { return nil }
    let readings = Side.allCases.compactMap { sides[$0] }
    let contrasts = readings.flatMap { $0.contrasts }
    let grounds = readings.flatMap { $0.grounds }
    guard !grounds.isEmpty || cut == 4 else { return nil }
    let contrast = grounds.isEmpty ? 0 : median(contrasts)
    // Where the picture's border cuts off all sides, no ground is to be seen.
    let ground = grounds.isEmpty ? SIMD4(repeating: -1) : grounds[grounds.count / 2]
    var fitted = FittedOutline(
      left: left, top: top, right: right, bottom: bottom, corners: [nil, nil, nil, nil], contrast: contrast,
      ground: ground, agreement: 0)
    for corner in 0..<4 where guesses[corner] > 0 {
      fitted.corners[corner] = fitCorner(corner, fitted, outline, guesses)
    }
    fitted.agreement = fitted.agreement(with: outline)
    return fitted
  }

  /// Takes the corners from the area that they lack: where a line of a pixel or two surrounds a shape, its anti-aliased
  /// curves hide the edge.
  /// - Returns: nil where no such line runs along all four sides.
  func plateInLine(_ outline: RegionOutline, _ fitted: FittedOutline) -> FittedOutline? {
    guard surroundingLine(outline, fitted) != nil else { return nil }
    var plate = fitted
    for (corner, guess) in radiusGuesses(outline).enumerated() where fitted.corners[corner] != nil {
      plate.corners[corner] = CornerFit(
        radius: Estimate(guess, sigma: Self.guessSigma), style: .undecided, residual: Self.guessSigma / 2, ratio: 1,
        circularResidual: Self.guessSigma / 2, continuousResidual: Self.guessSigma / 2)
    }
    plate.agreement = plate.agreement(with: outline)
    return plate
  }

  /// Half a pixel all along the curve, against what a radius adds to it.
  private static let guessSigma = 0.6

  /// Radii of circular corners that lack as many pixels as the outline does, clockwise from the top left.
  private func radiusGuesses(_ outline: RegionOutline) -> [Double] {
    outline.missingInCorners.map { missing in
      missing <= 0.5 ? 0 : (missing / CornerCurve.circular.missingArea).squareRoot()
    }
  }

  private static let largestSigma = 0.25

  /// Whether a side lies on the picture's border: with its full pixels, or with the anti-aliased ones of a round end.
  private func touchesBorder(_ side: Side, _ bounds: Region) -> Bool {
    let middleX = (bounds.minX + bounds.maxX) / 2
    let middleY = (bounds.minY + bounds.maxY) / 2
    switch side {
    case .left: return bounds.minX == 0 || bounds.minX == 1 && isCovered(0, middleY)
    case .top: return bounds.minY == 0 || bounds.minY == 1 && isCovered(middleX, 0)
    case .right:
      return bounds.maxX == reader.width - 1 || bounds.maxX == reader.width - 2 && isCovered(reader.width - 1, middleY)
    case .bottom:
      return bounds.maxY == reader.height - 1
        || bounds.maxY == reader.height - 2 && isCovered(middleX, reader.height - 1)
    }
  }

  /// Whether a pixel of the border shows more than the ground in the picture's corner.
  private func isCovered(_ x: Int, _ y: Int) -> Bool { (reader.pixel(x, y) - reader.pixel(0, 0)).colorMagnitude > 8 }

  private func position(_ side: Side, _ sides: [Side: EdgeReadings], _ bounds: Region) -> Estimate? {
    if let readings = sides[side] { return readings.estimate }
    // Cut off by the picture: the visible edge is exact.
    switch side {
    case .left, .top: return Estimate(0, sigma: 0)
    case .right: return Estimate(Double(reader.width), sigma: 0)
    case .bottom: return Estimate(Double(reader.height), sigma: 0)
    }
  }

  // MARK: Sides

  private func read(_ side: Side, _ outline: RegionOutline, _ guesses: [Double]) -> EdgeReadings {
    let bounds = outline.region
    let (first, last) = side.isVertical ? (bounds.minY, bounds.maxY) : (bounds.minX, bounds.maxX)
    let (near, far): (Double, Double)
    switch side {
    case .left: (near, far) = (guesses[0], guesses[3])
    case .right: (near, far) = (guesses[1], guesses[2])
    case .top: (near, far) = (guesses[0], guesses[1])
    case .bottom: (near, far) = (guesses[3], guesses[2])
    }
    // A continuous corner leaves the side at 1.53 radii; where that leaves nothing, a circular one's straight part.
    for extent in [1.55, 1.05] {
      let a = first + Int((near * extent).rounded(.up)) + (near > 0 ? 1 : 0)
      let b = last - Int((far * extent).rounded(.up)) - (far > 0 ? 1 : 0)
      if b - a >= (near == 0 && far == 0 ? 0 : 3) { return reader.readEdge(side, at: spread(a, b), of: outline) }
    }
    return readRoundEnd(side, outline, first: first, last: last)
  }

  /// The end of a capsule or circle, on the midline and near it, where it has hardly curved.
  private func readRoundEnd(_ side: Side, _ outline: RegionOutline, first: Int, last: Int) -> EdgeReadings {
    let radius = Double(last - first + 1) / 2
    let middle = Double(first + last + 1) / 2
    let reach = max(1, (2 * radius * Self.largestSagitta).squareRoot().rounded(.down))
    let a = max(first, Int((middle - reach).rounded()))
    let b = min(last, Int((middle + reach).rounded()) - 1)
    var readings = reader.readEdge(side, at: Array(min(a, b)...max(a, b)), of: outline) { place in
      let offset = place - middle
      return radius - max(0, radius * radius - offset * offset).squareRoot()
    }
    readings.floor = Self.curveFloor
    return readings
  }

  private func spread(_ a: Int, _ b: Int) -> [Int] {
    let count = b - a + 1
    guard count > Self.readingsPerSide else { return Array(a...b) }
    return (0..<Self.readingsPerSide).map { a + $0 * (count - 1) / (Self.readingsPerSide - 1) }
  }

  // MARK: Corners

  private func fitCorner(_ corner: Int, _ fitted: FittedOutline, _ outline: RegionOutline, _ guesses: [Double])
    -> CornerFit?
  {
    let isRight = corner == 1 || corner == 2
    let isBottom = corner == 2 || corner == 3
    let guess = guesses[corner]
    var profile = CornerProfile(edgeSigma: max(fitted.left.sigma, fitted.top.sigma))
    profile.strips += strips(
      isRight ? .right : .left, along: isBottom ? fitted.bottom.value : fitted.top.value, isFar: isBottom,
      edge: isRight ? fitted.right.value : fitted.left.value, length: fitted.height, guess, outline)
    profile.strips += strips(
      isBottom ? .bottom : .top, along: isRight ? fitted.right.value : fitted.left.value, isFar: isRight,
      edge: isBottom ? fitted.bottom.value : fitted.top.value, length: fitted.width, guess, outline)
    guard let fit = CalqueMeasure.fitCorner(profile, near: guess) else { return nil }
    return fit.radius.value * fit.radius.value * CornerCurve.circular.missingArea < Self.squareCorner ? nil : fit
  }

  /// The strips that leave one side, from where the curve is steeper than the diagonal to where it has run out.
  /// - Parameters:
  ///   - side: That the strips' depths count from.
  ///   - along: Where the other side of the corner is; strips are numbered from there.
  ///   - isFar: Whether that is the right or bottom one.
  ///   - edge: The side's own position.
  ///   - length: Of the side; no strip lies beyond its middle.
  private func strips(
    _ side: Side, along origin: Double, isFar: Bool, edge: Double, length: Double, _ guess: Double,
    _ outline: RegionOutline
  ) -> [CornerProfile.Strip] {
    let bounds = outline.region
    let (first, last) = side.isVertical ? (bounds.minY, bounds.maxY) : (bounds.minX, bounds.maxX)
    // The diagonal meets a circular corner at 0.29 radii, a continuous one at 0.27.
    let from = 0.29 * guess
    let to = min(1.6 * guess + 1, length / 2)
    guard to > from else { return [] }
    let a = isFar ? origin - to : origin + from
    let b = isFar ? origin - from : origin + to
    let places = (Int(a.rounded(.up))...max(Int(a.rounded(.up)), Int(b.rounded(.down)) - 1)).filter {
      $0 >= first && $0 <= last
    }
    guard !places.isEmpty else { return [] }
    let step = max(1, places.count / 48)
    var strips: [CornerProfile.Strip] = []
    for index in stride(from: 0, to: places.count, by: step) {
      let place = places[index]
      guard let position = reader.readEdge(side, at: [place], of: outline).positions.first else { continue }
      let low = isFar ? origin - Double(place + 1) : Double(place) - origin
      strips.append(
        CornerProfile.Strip(
          from: low, to: low + 1, depth: side.isFar ? edge - position : position - edge, sideLength: length,
          isRow: side.isVertical))
    }
    return strips
  }
}
