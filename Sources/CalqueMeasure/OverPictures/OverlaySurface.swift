import CalqueCore
import CalqueSpec

/// Tells what the inside of something that lies over a picture looks like.
struct OverlaySurface {
  let reader: BitmapReader
  let fitted: FittedOverlay

  /// Colours along the inside that differ by less are one, levels: one standard deviation.
  private static let evenSpread: Float = 1.5
  /// Texture of less says nothing of what shows through, levels.
  private static let leastTexture: Float = 1.5
  /// An opacity with a larger σ is not told.
  private static let largestSigma = 0.1
  /// A translucent layer explains the step along its edge but for this share.
  private static let largestResidual: Float = 0.25
  /// A layer that passes less of the texture than this share of what it passes of the whole is blurred.
  private static let blurredShare: Float = 0.7

  /// Round shapes have few straight places, or none.
  private static let fewPlaces = 40

  /// Pairs at the outline's two sides, in the order of the outline, with a pixel or two to spare.
  private var pairs: [(inside: SIMD4<Float>, outside: SIMD4<Float>)] {
    let width = fitted.rim?.width.value ?? 0
    let inner = fitted.inner
    var places = [Side.top, .right, .bottom, .left].flatMap { inner.straightPlaces($0, every: 2) }
    if places.count < Self.fewPlaces { places = inner.places(every: 2) }
    return places.compactMap { place in
      guard let inside = reader.color(place, -2.5), let outside = reader.color(place, width + 2.5) else { return nil }
      return (inside, outside)
    }
  }

  func describe() -> ShapeSurface {
    let pairs = pairs
    guard let blend = OverlayBlend(pairs) else { return ShapeSurface(kind: .gradient, color: seen(pairs)) }
    let insides = OverlayBlend(pairs.map { ($0.outside, $0.inside) })?.spread ?? 0
    if insides < Self.evenSpread { return ShapeSurface(kind: .flat, color: seen(pairs)) }
    let (inside, outside) = texture(pairs)
    let hasTexture = outside > Self.leastTexture
    let isBlurred = hasTexture && inside < Self.blurredShare * blend.gain * outside
    // Beside a rim there is a shadow more often than not: without texture the blend is not told from it.
    let isTold = hasTexture || fitted.rim == nil
    guard !isBlurred, isTold, blend.residual < Self.largestResidual * blend.step else {
      return ShapeSurface(kind: fitted.rim == nil ? .gradient : .glass, color: seen(pairs))
    }
    let opacity = 1 - blend.gain
    // The ratio of two spreads, of which the pairs that are independent tell (Kermack and Haldane 1950).
    let unexplained = blend.residual / max(1, blend.gain * blend.spread)
    let count = Double(pairs.count) / Double(OverlayBlend.independent)
    // Where the two sides vary apart, one of them varies by itself, and which is not known.
    let apart = blend.isFree ? 0.5 * Double(blend.gain * unexplained * unexplained) : 0
    let sigma = hypot(Double(blend.gain * unexplained) / count.squareRoot(), apart)
    guard sigma < Self.largestSigma, opacity > 0.02 else {
      return ShapeSurface(kind: .gradient, color: seen(pairs))
    }
    return ShapeSurface(
      kind: .translucent, color: rounded(blend.offset / opacity),
      opacity: Estimate(Double(min(1, opacity)), sigma: hypot(sigma, 0.005)))
  }

  private func seen(_ pairs: [(inside: SIMD4<Float>, outside: SIMD4<Float>)]) -> SIMD3<UInt8>? {
    guard !pairs.isEmpty else { return nil }
    return rounded(pairs.reduce(SIMD4<Float>()) { $0 + $1.inside } / Float(pairs.count))
  }

  /// Root mean square of what places differ by from the mean of their neighbours, inside and outside: the fine texture
  /// that a blur takes away.
  private func texture(_ pairs: [(inside: SIMD4<Float>, outside: SIMD4<Float>)]) -> (inside: Float, outside: Float) {
    guard pairs.count >= 3 else { return (0, 0) }
    var inside: Float = 0
    var outside: Float = 0
    for i in 1..<pairs.count - 1 {
      let a = pairs[i].inside - (pairs[i - 1].inside + pairs[i + 1].inside) / 2
      let b = pairs[i].outside - (pairs[i - 1].outside + pairs[i + 1].outside) / 2
      inside += a.colorDot(a)
      outside += b.colorDot(b)
    }
    let count = Float(pairs.count - 2)
    // Rounding to whole levels: 1/12 of a level squared in each of three channels, of a pixel and half of two more.
    let rounding: Float = 3 * 1.5 / 12
    return (max(0, inside / count - rounding).squareRoot(), max(0, outside / count - rounding).squareRoot())
  }
}
