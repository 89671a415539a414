import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds what lies over photographs: translucent shapes, glass, and opaque ones whose ground has no single colour.
  mutating func measureOverlays() {
    let scale = nominalScale
    let pixelsPerPoint = options.scale?.pixelsPerPoint
    let rimmed = rimmedShapes()
    let inner = Set(rimmed.map { $0.index })
    shapes = shapes.indices.filter { !inner.contains($0) }.map { shapes[$0] }
    let regions = regions
    // A blurred ground may look like a shape by itself, and be larger or smaller than what it is the inside of.
    let certain = shapes.filter { $0.spec.surface.kind != .gradient || isOnEvenGround($0.spec.frame) }
    let known =
      certain.flatMap { edges(of: $0.spec.frame, line: $0.spec.stroke?.width.value) }
      + rings.flatMap { edges(of: $0.spec.frame, line: $0.spec.lineWidth.value) } + rimmed.map { $0.spec.frame }
    let found =
      rimmed.map { $0.spec }
      + bitmap.withReader { reader in
        OverlaySearch(reader: reader, scale: scale, known: known, regions: regions).find().compactMap {
          outline -> ShapeSpec? in
          guard let fitted = OverlayFitter(reader: reader, scale: scale).fit(outline), fitted.isOverlay else {
            return nil
          }
          var surface = OverlaySurface(reader: reader, fitted: fitted).describe()
          // Within a rim over a picture, colours that change are the picture's, blurred.
          if surface.kind == .gradient, fitted.rim != nil { surface.kind = .glass }
          return fitted.shape(surface)
        }
      }
    for shape in found where !certain.contains(where: { $0.spec.frame.overlap(shape.frame) > Self.same }) {
      shapes.removeAll { $0.spec.surface.kind == .gradient && $0.spec.frame.overlap(shape.frame) > Self.similar }
      if let limit = pixelsPerPoint.map({ $0 * FittedOverlay.largestSigma }), shape.midlineHeight.sigma > limit {
        refused.append(
          Refusal(
            kind: Element.shape(shape).kind, frame: shape.frame, code: .lowContrast,
            message: "the picture behind it hides its edges: its height is known to no better than 0.1 pt"))
      } else {
        shapes.append(FoundShape(spec: shape, regions: []))
        overlays.append(shape)
      }
    }
  }

  /// Frames that have more than this in common are of one thing; and of a thing and its inside.
  private static let same = 0.9
  private static let similar = 0.7

  /// The outer and inner frame of a line, or the frame of what has none.
  private func edges(of frame: Rect<Pixels>, line: Double?) -> [Rect<Pixels>] {
    guard let line else { return [frame] }
    let inner = Rect<Pixels>(
      x: frame.x + line, y: frame.y + line, width: frame.width - 2 * line, height: frame.height - 2 * line)
    return [frame, inner]
  }

  /// Shapes of one colour, or of glass over what is even, that a rim surrounds where no region of one colour does.
  private func rimmedShapes() -> [(index: Int, spec: ShapeSpec)] {
    let least = OverlaySearch.heights.lowerBound * nominalScale
    return bitmap.withReader { reader in
      shapes.indices.compactMap { index in
        let shape = shapes[index].spec
        guard min(shape.frame.width, shape.frame.height) >= least, shape.stroke == nil, !isNested(shape.frame),
          !isOnEvenGround(shape.frame),
          let fitted = OverlayFitter(reader: reader, scale: nominalScale).fit(OverlayOutline(shape)), fitted.rim != nil,
          fitted.isOverlay,
          hypot(fitted.outline.top.sigma, fitted.outline.bottom.sigma) < FittedOverlay.largestSigma * nominalScale
        else { return nil }
        var surface = OverlaySurface(reader: reader, fitted: fitted).describe()
        if surface.kind == .flat || surface.color == nil { surface = shape.surface }
        if surface.kind == .gradient { surface.kind = .glass }
        return (index, fitted.shape(surface))
      }
    }
  }

  /// Whether a frame lies within a shape's: what surrounds a switch's thumb is its track and no rim.
  private func isNested(_ frame: Rect<Pixels>) -> Bool {
    shapes.contains { other in
      let outer = other.spec.frame
      return outer != frame && outer.x <= frame.x && outer.y <= frame.y && outer.maxX >= frame.maxX
        && outer.maxY >= frame.maxY
    }
  }

  /// Whether most of what surrounds a frame has one colour.
  private func isOnEvenGround(_ frame: Rect<Pixels>) -> Bool {
    let distance = 4 * nominalScale
    var even = 0
    var all = 0
    for i in 0..<8 {
      let share = (Double(i) + 0.5) / 8
      let (x, y) = (frame.x + share * frame.width, frame.y + share * frame.height)
      for (px, py) in [
        (x, frame.y - distance), (x, frame.maxY + distance), (frame.x - distance, y), (frame.maxX + distance, y),
      ] {
        guard px >= 0, py >= 0, px < Double(bitmap.width), py < Double(bitmap.height) else { continue }
        all += 1
        if let region = regions.region(Int(px), Int(py)), regions.regions[region].isUniform,
          regions.regions[region].area > 400
        {
          even += 1
        }
      }
    }
    return 2 * even >= all
  }
}

extension Rect {
  /// The share that two frames have in common of what they cover together.
  fileprivate func overlap(_ other: Rect) -> Double {
    let common = intersection(other)
    let shared = max(0, common.width) * max(0, common.height)
    return shared / (width * height + other.width * other.height - shared)
  }
}

extension OverlayOutline {
  /// A shape's outline.
  init(_ shape: ShapeSpec) {
    self.init(
      left: shape.frame.x, top: shape.frame.y, right: shape.frame.maxX, bottom: shape.frame.maxY,
      radius: shape.cornerRadius?.value ?? 0)
  }
}

extension FittedOverlay {
  /// A height that is known less well is refused, pt.
  static let largestSigma = 0.1
  /// Sides that waver more are none, px.
  private static let largestEdgeSigma = 0.6
  /// One blend explains nine tenths of the step along the outline.
  private static let largestResidual: Float = 0.33
  /// Of one that is small it explains more: chance makes it more easily. Width and height together, px.
  private static let smallResidual: Float = 0.2
  private static let smallExtent = 120.0

  /// Whether one layer explains what happens along the whole outline: photographs have edges too.
  var isOverlay: Bool {
    let sigmas = [outline.left.sigma, outline.top.sigma, outline.right.sigma, outline.bottom.sigma]
    guard sigmas.allSatisfy({ $0 < Self.largestEdgeSigma }) else { return false }
    if rim != nil { return true }
    let isSmall = inner.width + inner.height < Self.smallExtent
    return blend.residual < (isSmall ? Self.smallResidual : Self.largestResidual) * blend.step
  }

  func shape(_ surface: ShapeSurface) -> ShapeSpec {
    let kind = outline.kind
    let sigmas = EdgeSigma(
      left: outline.left.sigma, top: outline.top.sigma, right: outline.right.sigma, bottom: outline.bottom.sigma)
    var shape = ShapeSpec(
      kind: kind, frame: outline.frame, edgeSigma: sigmas, confidence: outline.confidence,
      midlineWidth: Estimate(outline.width, sigma: hypot(sigmas.left, sigmas.right)),
      midlineHeight: Estimate(outline.height, sigma: hypot(sigmas.top, sigmas.bottom)), surface: surface)
    if kind != .rect {
      shape.cornerRadius = outline.cornerRadius
      shape.cornerStyle = outline.cornerStyle
      shape.corners = outline.shapeCorners
    }
    shape.stroke = rim.map { ShapeStroke(width: $0.width, color: rounded($0.color)) }
    return shape
  }
}
