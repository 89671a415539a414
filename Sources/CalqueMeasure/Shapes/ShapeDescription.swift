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

  /// What the round corners say together; nil where all are square.
  private var consensus: CornerConsensus? { CornerConsensus(corners.compactMap { $0 }) }

  /// The style that the corners' residuals speak for together; nil for square corners.
  var cornerStyle: CornerStyle? { consensus?.style }

  /// How far the radius of a drawn corner is off, one standard deviation in px: rasterisers draw curves as chords.
  /// Chromium's, over radii of 6 to 24 pt; Core Graphics is four times as good.
  static let curveFloor = 0.24

  /// The corners' radius where they agree, else the largest one's; half the shorter side of a capsule or circle with
  /// circular ends.
  var cornerRadius: Estimate? {
    guard let consensus else { return nil }
    if (kind == .capsule || kind == .circle) && consensus.style != .continuous {
      return Estimate(min(width, height) / 2, sigma: hypot(top.sigma, bottom.sigma) / 2)
    }
    var radius = consensus.radius
    if !consensus.agrees {
      for case let fit? in corners where fit.radius.value > radius.value { radius = fit.radius }
    }
    return Estimate(radius.value, sigma: hypot(radius.sigma, Self.curveFloor))
  }

  /// Each round corner by itself.
  var shapeCorners: [ShapeCorner] {
    zip(ShapeCorner.Place.allCases, corners).compactMap { place, fit in
      fit.map {
        ShapeCorner(
          place: place, radius: Estimate($0.radius.value, sigma: hypot($0.radius.sigma, Self.curveFloor)),
          style: $0.style, residualRatio: $0.ratio)
      }
    }
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
      midlineWidth: Estimate(fitted.width, sigma: hypot(fitted.left.sigma, fitted.right.sigma)),
      midlineHeight: Estimate(fitted.height, sigma: hypot(fitted.top.sigma, fitted.bottom.sigma)),
      surface: surface(of: map.regions[index]))
    if kind != .rect {
      spec.cornerRadius = fitted.cornerRadius
      spec.cornerStyle = fitted.cornerStyle
      spec.corners = fitted.shapeCorners
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

  /// A ring whose outline was fitted.
  func ring(_ index: Int, _ stroke: StrokeReading) -> FoundRing {
    ring(outwards: 0, stroke.width, map.regions[index].color, isGradient: isGradient(map.regions[index]), [index])
  }

  /// A thin ring, by the disc of ground that it surrounds.
  func ring(_ index: Int, around line: SurroundingLine, _ pieces: [Int]) -> FoundRing {
    let color = SIMD3(line.color.x, line.color.y, line.color.z)
    return ring(outwards: line.width.value, line.width, color, isGradient: false, [index] + pieces)
  }

  /// - Parameter outwards: How far the ring's outer edge lies beyond the outline, px.
  private func ring(
    outwards: Double, _ width: Estimate, _ color: SIMD3<Float>, isGradient: Bool, _ regions: [Int]
  ) -> FoundRing {
    let sigmaX = hypot(fitted.left.sigma, fitted.right.sigma) / 2
    let sigmaY = hypot(fitted.top.sigma, fitted.bottom.sigma) / 2
    let frame = fitted.frame.grown(by: outwards)
    let sigma = max(fitted.left.sigma, fitted.top.sigma)
    let spec = RingSpec(
      frame: frame, edgeSigma: outwards > 0 ? hypot(sigma, width.sigma) : sigma, confidence: fitted.confidence,
      center: PointEstimate(frame.center, sigmaX: sigmaX, sigmaY: sigmaY),
      radius: Estimate(
        (frame.width + frame.height) / 4 - width.value / 2, sigma: hypot(hypot(sigmaX, sigmaY) / 2, width.sigma / 2)),
      lineWidth: width, color: rounded(color), isGradient: isGradient)
    return FoundRing(spec: spec, regions: regions)
  }
}

extension Rect {
  fileprivate func grown(by d: Double) -> Rect {
    Rect(x: x - d, y: y - d, width: width + 2 * d, height: height + 2 * d)
  }
}

extension FoundShape {
  /// Counts a line around the shape as part of it.
  /// - Parameters:
  ///   - line: What surrounds it.
  ///   - sameColor: Colours that differ by less are one, levels.
  mutating func surround(with line: SurroundingLine, _ sameColor: Float) {
    let width = line.width.value
    spec.frame = spec.frame.grown(by: width)
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
