import CalqueCore

/// How what lies over a picture changes it: inside = gain · outside + offset, the same gain in each channel.
///
/// A layer of colour c and opacity α has gain 1 − α and offset α · c (Porter and Duff 1984).
struct OverlayBlend: Sendable {
  var gain: Float
  var offset: SIMD4<Float>
  /// Root mean square of what the blend leaves, levels.
  var residual: Float
  /// Root mean square of inside less outside, levels.
  var step: Float
  /// σ of the outsides about their mean, levels.
  var spread: Float

  /// Whether the layer's colour was fitted, and is not black or white.
  var isFree: Bool

  /// One pair in so many is independent of its neighbours: pictures are smooth over some ten pixels.
  static let independent = 12

  /// Fits a blend to pairs of colours that stand a little apart on the two sides of an edge.
  ///
  /// The picture differs a little between the two: the ratio of the spreads (reduced major axis) is not biased by that. A
  /// black or white layer, which most are, has one number less to fit, and is taken where it explains the pairs as well
  /// (by Akaike's criterion).
  /// - Returns: nil for fewer than eight pairs.
  init?(_ pairs: [(inside: SIMD4<Float>, outside: SIMD4<Float>)]) {
    guard pairs.count >= 8 else { return nil }
    let sums = Sums(pairs)
    let free = sums.blend(through: nil)
    var best = free
    let readings = 3 * Float(pairs.count) / Float(Self.independent)
    // Three offsets less.
    let allowance = Float(exp(Double(6 / readings)))
    for paint in [Float(0), 255] {
      let simple = sums.blend(through: SIMD4(paint, paint, paint, 0))
      let isAsGood = simple.residual * simple.residual < allowance * (free.residual * free.residual + 0.1)
      if simple.gain > 0, simple.gain < 1, isAsGood || !free.isLayer,
        best.gain == free.gain
          || simple.residual < best.residual
      {
        best = simple
      }
    }
    self = best
  }

  fileprivate init(
    gain: Float, offset: SIMD4<Float>, residual: Float, step: Float, spread: Float, isFree: Bool
  ) {
    self.isFree = isFree
    self.gain = gain
    self.offset = offset
    self.residual = residual
    self.step = step
    self.spread = spread
  }

  /// Whether a layer of some colour does this: none is darker than black or brighter than white.
  private var isLayer: Bool {
    let mean = (offset.x + offset.y + offset.z) / 3
    return mean >= 0 && mean <= 255 * (1 - gain)
  }
}

/// First and second moments of pairs of colours.
private struct Sums {
  var inside = SIMD4<Float>()
  var outside = SIMD4<Float>()
  var insides: Float = 0
  var outsides: Float = 0
  var products: Float = 0
  var steps: Float = 0

  /// Means over the pairs, second moments about them.
  init(_ pairs: [(inside: SIMD4<Float>, outside: SIMD4<Float>)]) {
    let count = Float(pairs.count)
    for pair in pairs {
      inside += pair.inside
      outside += pair.outside
    }
    inside /= count
    outside /= count
    for pair in pairs {
      let a = pair.inside - inside
      let b = pair.outside - outside
      insides += a.colorDot(a) / count
      outsides += b.colorDot(b) / count
      products += a.colorDot(b) / count
      let step = pair.inside - pair.outside
      steps += step.colorDot(step) / count
    }
  }

  /// - Parameter paint: A colour that the blend leaves as it is; nil for any.
  func blend(through paint: SIMD4<Float>?) -> OverlayBlend {
    let a = inside - (paint ?? inside)
    let b = outside - (paint ?? outside)
    let insides = insides + a.colorDot(a)
    let outsides = outsides + b.colorDot(b)
    let products = products + a.colorDot(b)
    let isRelated = products > 0 && outsides > 0
    let gain = isRelated ? min((insides / outsides).squareRoot(), 1.5) : 0
    var offset = (paint ?? inside) - gain * (paint ?? outside)
    offset.w = 0
    let left = insides - 2 * gain * products + gain * gain * outsides
    return OverlayBlend(
      gain: gain, offset: offset, residual: max(0, left).squareRoot(), step: steps.squareRoot(),
      spread: self.outsides.squareRoot(), isFree: paint == nil)
  }
}
