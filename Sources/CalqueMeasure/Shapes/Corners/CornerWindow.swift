import CalqueCore
import CalqueSpec

/// The coverage around one corner, turned so that the corner is at the top left and the shape lies to the lower right.
///
/// The window may end before the curve does; what it does not show is not fitted.
struct CornerWindow: Sendable {
  let width: Int
  let height: Int
  /// The share of each pixel that the shape covers, 0…1, row after row.
  var coverage: [Float]
  /// Pixels not to trust, as ink over the corner; empty for none.
  var untrusted: [Bool] = []
  /// Position of the vertical and of the horizontal side, continuous pixels of the window.
  var edgeX: Estimate
  var edgeY: Estimate
  /// Length of the horizontal and of the vertical side, px; infinite where unknown.
  var sideWidth = Double.infinity
  var sideHeight = Double.infinity
  /// Noise of one pixel's coverage, one standard deviation.
  var coverageSigma: Double = 0
}

/// The radius and the style of the corner in a window.
/// - Returns: nil where there is no round corner or fewer than four of its rows and columns can be read.
func fitCorner(_ window: CornerWindow) -> CornerFit? {
  guard let diagonal = window.diagonalDepth() else { return nil }
  let guess = diagonal / CornerWindow.diagonalDepthOfUnitRadius
  guard guess > 0.5 else { return nil }
  let sigma = max(window.edgeX.sigma, window.edgeY.sigma)
  var profile = CornerProfile(edgeSigma: sigma)
  profile.strips += window.strips(areRows: true, beyond: diagonal, radius: guess)
  profile.strips += window.strips(areRows: false, beyond: diagonal, radius: guess)
  return fitCorner(profile, near: guess)
}

extension CornerWindow {
  /// Where the diagonal meets a corner of radius 1: 1 − √½ for a circular one, 0.2915 for a continuous one.
  fileprivate static let diagonalDepthOfUnitRadius = 0.2925

  private func value(_ x: Int, _ y: Int) -> (coverage: Double, isTrusted: Bool) {
    let i = y * width + x
    return (Double(coverage[i]), untrusted.isEmpty || !untrusted[i])
  }

  /// Coverage from which a pixel counts as inside.
  private var full: Double { 1 - min(0.25, max(0.015, 3 * coverageSigma)) }

  /// How far from both sides the diagonal enters the shape, px.
  fileprivate func diagonalDepth() -> Double? {
    let step = 0.25
    var depth = 0.0
    var t = step / 2
    while true {
      let x = Int((edgeX.value + t).rounded(.down))
      let y = Int((edgeY.value + t).rounded(.down))
      guard x >= 0, y >= 0, x < width, y < height else { return nil }
      let pixel = value(x, y)
      if pixel.isTrusted, pixel.coverage >= full { return depth }
      depth += step * (1 - (pixel.isTrusted ? pixel.coverage : 0))
      t += step
    }
  }

  /// The rows or columns in which the curve is flatter than the diagonal, from the sums of what is not covered.
  fileprivate func strips(areRows: Bool, beyond first: Double, radius: Double) -> [CornerProfile.Strip] {
    let along = areRows ? edgeY.value : edgeX.value
    let edge = areRows ? edgeX.value : edgeY.value
    let (count, depthCount) = areRows ? (height, width) : (width, height)
    let length = areRows ? sideHeight : sideWidth
    // The curve runs out at 1.53 radii; no strip lies beyond the side's middle.
    let last = min(1.6 * radius + 1, length / 2)
    let a = max(0, Int((along + first).rounded(.up)))
    let b = min(count, Int((along + last).rounded(.down)))
    guard a < b else { return [] }
    var strips: [CornerProfile.Strip] = []
    for place in stride(from: a, to: b, by: max(1, (b - a) / 48)) {
      // From a pixel before the side, which the side's own blur may reach.
      let start = max(0, Int(edge.rounded(.down)) - 1)
      var position = Double(start)
      var isWhole = false
      for depth in start..<max(start, depthCount) {
        let pixel = areRows ? value(depth, place) : value(place, depth)
        guard pixel.isTrusted else { break }
        position += 1 - pixel.coverage
        if pixel.coverage >= full {
          isWhole = true
          break
        }
      }
      guard isWhole else { continue }
      let from = Double(place) - along
      strips.append(
        CornerProfile.Strip(
          from: from, to: from + 1, depth: position - edge, sideLength: length, isRow: areRows))
    }
    return strips
  }
}
