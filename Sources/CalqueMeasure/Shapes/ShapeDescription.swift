import CalqueCore
import CalqueSpec

extension FittedOutline {
  /// The kind that radius and sides make.
  var kind: ShapeSpec.Kind {
    let shorter = min(width, height)
    // Anti-aliasing alone rounds a square corner by less.
    if meanRadius < 1.2 { return .rect }
    guard meanRadius > 0.47 * shorter - 0.3, corners.allSatisfy({ $0 != nil }) else { return .roundedRect }
    return (width - height).magnitude < max(0.75, 0.01 * shorter) ? .circle : .capsule
  }

  /// The style that the corners' residuals speak for together; nil for square corners.
  var cornerStyle: CornerStyle? {
    let fits = corners.compactMap { $0 }
    guard !fits.isEmpty else { return nil }
    var balance = 0.0
    for fit in fits where fit.style != .undecided { balance += (fit.style == .continuous ? 1 : -1) * log(fit.ratio) }
    let mean = balance / Double(fits.count)
    // ln 1.5
    guard mean.magnitude > 0.405 else { return .undecided }
    return mean > 0 ? .continuous : .circular
  }

  /// How far the radius of a drawn corner is off, one standard deviation in px: rasterisers draw curves as chords.
  /// Chromium's, over radii of 6 to 24 pt; Core Graphics is four times as good.
  static let curveFloor = 0.24

  /// The corners' radius together; half the shorter side of a capsule or circle with circular ends.
  var cornerRadius: Estimate? {
    let fits = corners.compactMap { $0 }
    guard !fits.isEmpty else { return nil }
    if (kind == .capsule || kind == .circle) && cornerStyle != .continuous {
      return Estimate(min(width, height) / 2, sigma: top.sigma.hypotenuse(bottom.sigma) / 2)
    }
    let radii = fits.map { $0.radius.value }
    let mean = radii.reduce(0, +) / Double(radii.count)
    let spread = radii.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, radii.count - 1))
    let formal = fits.reduce(0) { $0 + $1.radius.sigma * $1.radius.sigma } / Double(fits.count * fits.count)
    let floor = Self.curveFloor * Self.curveFloor
    return Estimate(mean, sigma: (spread / Double(radii.count) + formal + floor).squareRoot())
  }

  /// From how well rows and corners agree with the model.
  var confidence: Double { max(0.5, 0.995 - 0.5 * ((1 - agreement) * 4 + cornerResidual)) }
}

/// Turns fitted outlines into results.
struct ShapeDescription {
  let map: RegionMap
  let fitted: FittedOutline

  func shape(_ index: Int, _ stroke: StrokeReading? = nil, isOpen: Bool = false) -> FoundShape {
    let kind = fitted.kind
    var spec = ShapeSpec(
      kind: kind, frame: fitted.frame,
      edgeSigma: EdgeSigma(
        left: fitted.left.sigma, top: fitted.top.sigma, right: fitted.right.sigma, bottom: fitted.bottom.sigma),
      confidence: fitted.confidence,
      midlineWidth: Estimate(fitted.width, sigma: fitted.left.sigma.hypotenuse(fitted.right.sigma)),
      midlineHeight: Estimate(fitted.height, sigma: fitted.top.sigma.hypotenuse(fitted.bottom.sigma)),
      surface: surface(of: map.regions[index]))
    if kind != .rect {
      spec.cornerRadius = fitted.cornerRadius
      spec.cornerStyle = fitted.cornerStyle
      for (place, fit) in zip(ShapeCorner.Place.allCases, fitted.corners) {
        guard let fit else { continue }
        spec.corners.append(
          ShapeCorner(
            place: place,
            radius: Estimate(fit.radius.value, sigma: fit.radius.sigma.hypotenuse(FittedOutline.curveFloor)),
            style: fit.style, residualRatio: fit.ratio))
      }
    }
    var regions = [index]
    if let stroke {
      spec.stroke = ShapeStroke(width: stroke.width, color: rounded(map.regions[index].color))
      if isOpen {
        spec.surface = ShapeSurface(kind: .none)
      } else {
        spec.surface = surface(of: map.regions[stroke.innerRegion])
        regions.append(stroke.innerRegion)
      }
    }
    return FoundShape(spec: spec, regions: regions)
  }

  /// Colours that differ by less over the whole inside are one, levels.
  private static let gradientRange: Float = 4

  private func surface(of region: Region) -> ShapeSurface {
    ShapeSurface(kind: isGradient(region) ? .gradient : .flat, color: rounded(region.color))
  }

  private func isGradient(_ region: Region) -> Bool { (region.brightest - region.darkest).max() >= Self.gradientRange }

  func ring(_ index: Int, _ stroke: StrokeReading) -> FoundRing {
    let sigmaX = fitted.left.sigma.hypotenuse(fitted.right.sigma) / 2
    let sigmaY = fitted.top.sigma.hypotenuse(fitted.bottom.sigma) / 2
    let radius = (fitted.width + fitted.height) / 4 - stroke.width.value / 2
    let region = map.regions[index]
    let spec = RingSpec(
      frame: fitted.frame, edgeSigma: max(fitted.left.sigma, fitted.top.sigma), confidence: fitted.confidence,
      center: PointEstimate(fitted.frame.center, sigmaX: sigmaX, sigmaY: sigmaY),
      radius: Estimate(radius, sigma: (sigmaX.hypotenuse(sigmaY) / 2).hypotenuse(stroke.width.sigma / 2)),
      lineWidth: stroke.width, color: rounded(region.color), isGradient: isGradient(region))
    return FoundRing(spec: spec, regions: [index])
  }
}

extension ShapeDescription {
  /// A thin ring, by the disc of ground that it surrounds.
  func ring(_ index: Int, around line: SurroundingLine, _ pieces: [Int]) -> FoundRing {
    let width = line.width.value
    let sigmaX = fitted.left.sigma.hypotenuse(fitted.right.sigma) / 2
    let sigmaY = fitted.top.sigma.hypotenuse(fitted.bottom.sigma) / 2
    let frame = fitted.frame
    let spec = RingSpec(
      frame: Rect(
        x: frame.x - width, y: frame.y - width, width: frame.width + 2 * width, height: frame.height + 2 * width),
      edgeSigma: max(fitted.left.sigma, fitted.top.sigma).hypotenuse(line.width.sigma), confidence: fitted.confidence,
      center: PointEstimate(frame.center, sigmaX: sigmaX, sigmaY: sigmaY),
      radius: Estimate(
        (fitted.width + fitted.height) / 4 + width / 2,
        sigma: (sigmaX.hypotenuse(sigmaY) / 2).hypotenuse(line.width.sigma / 2)),
      lineWidth: line.width, color: rounded(line.color))
    return FoundRing(spec: spec, regions: [index] + pieces)
  }
}

extension FoundShape {
  /// Counts a line around the shape as part of it.
  /// - Parameters:
  ///   - line: What surrounds it.
  ///   - sameColor: Colours that differ by less are one, levels.
  mutating func surround(with line: SurroundingLine, _ sameColor: Float) {
    let width = line.width.value
    let frame = spec.frame
    spec.frame = Rect(
      x: frame.x - width, y: frame.y - width, width: frame.width + 2 * width, height: frame.height + 2 * width)
    spec.midlineWidth.value += 2 * width
    spec.midlineHeight.value += 2 * width
    spec.cornerRadius?.value += width
    for i in spec.corners.indices { spec.corners[i].radius.value += width }
    spec.stroke = ShapeStroke(width: line.width, color: rounded(line.color))
    if let color = spec.surface.color {
      let inside = SIMD4(Float(color.x), Float(color.y), Float(color.z), 0)
      let ground = SIMD4(line.ground.x, line.ground.y, line.ground.z, 0)
      if (inside - ground).colorMagnitude < sameColor { spec.surface = ShapeSurface(kind: .none) }
    }
  }
}

/// To whole levels.
func rounded(_ color: SIMD3<Float>) -> SIMD3<UInt8> {
  let level = color + 0.5
  return SIMD3(UInt8(max(0, min(255, level.x))), UInt8(max(0, min(255, level.y))), UInt8(max(0, min(255, level.z))))
}

func rounded(_ color: SIMD4<Float>) -> SIMD3<UInt8> { rounded(SIMD3(color.x, color.y, color.z)) }

extension Double {
  /// The length of two independent deviations together.
  func hypotenuse(_ other: Double) -> Double { (self * self + other * other).squareRoot() }
}
