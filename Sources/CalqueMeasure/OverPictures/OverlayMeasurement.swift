import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds what lies over photographs: translucent shapes, glass, and opaque ones whose ground has no single colour.
  mutating func measureOverlays() {
    let known = shapes.map { $0.spec.frame } + rings.map { $0.spec.frame }
    let scale = nominalScale
    let pixelsPerPoint = options.scale?.pixelsPerPoint
    let found = bitmap.withReader { reader in
      OverlaySearch(reader: reader, scale: scale, known: known).find().compactMap { outline -> ShapeSpec? in
        guard let fitted = OverlayFitter(reader: reader, scale: scale).fit(outline), fitted.isOverlay else {
          return nil
        }
        return fitted.shape(OverlaySurface(reader: reader, fitted: fitted).describe())
      }
    }
    for shape in found {
      if let limit = pixelsPerPoint.map({ $0 * FittedOverlay.largestSigma }), shape.midlineHeight.sigma > limit {
        refused.append(
          Refusal(
            kind: Element.shape(shape).kind, frame: shape.frame, code: .lowContrast,
            message: "the picture behind it hides its edges: its height is known to no better than 0.1 pt"))
      } else {
        shapes.append(FoundShape(spec: shape, regions: []))
      }
    }
  }
}

extension FittedOverlay {
  /// A height that is known less well is refused, pt.
  static let largestSigma = 0.1
  /// One blend explains nine tenths of the step along the outline.
  private static let largestResidual: Float = 0.33

  /// Whether one layer explains what happens along the whole outline: photographs have edges too.
  var isOverlay: Bool { rim != nil || blend.residual < Self.largestResidual * blend.step }

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
