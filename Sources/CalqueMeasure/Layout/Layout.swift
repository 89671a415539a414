import CalqueCore
import CalqueSpec

/// How elements stand to each other and to the picture.
/// - Parameters:
///   - elements: What was found.
///   - bounds: Of the picture, px.
///   - scale: Pixels per point; no grid is looked for without it.
func layout(of elements: [Element], in bounds: Rect<Pixels>, scale: PixelScale?) -> LayoutSpec {
  let parents = containers(of: elements)
  var layout = LayoutSpec()
  layout.gaps = neighbourGaps(elements, parents)
  layout.margins = margins(elements, parents, bounds)
  layout.groups = AlignmentGroups(elements: elements, parents: parents, scale: scale).groups()
  if let scale { layout.grid = spacingGrid(layout, elements, scale) }
  return layout
}

// MARK: Gaps

/// From each element to the nearest one to its right, and to the nearest one below, among those in the same container.
private func neighbourGaps(_ elements: [Element], _ parents: [Int?]) -> [LayoutSpec.Gap] {
  var gaps: [LayoutSpec.Gap] = []
  for axis in [Axis.horizontal, .vertical] {
    for first in elements.indices {
      let a = Extent(elements[first], axis)
      var nearest: (index: Int, extent: Extent)?
      for second in elements.indices where second != first && parents[second] == parents[first] {
        let b = Extent(elements[second], axis)
        guard b.start >= a.end - 0.5, a.sharesCross(with: b), b.start < nearest?.extent.start ?? .infinity else {
          continue
        }
        nearest = (second, b)
      }
      guard let nearest else { continue }
      gaps.append(
        LayoutSpec.Gap(
          axis: axis, first: first, second: nearest.index,
          length: Estimate(
            nearest.extent.start - a.end, sigma: hypot(a.sigmaEnd, nearest.extent.sigmaStart))))
    }
  }
  return gaps
}

/// An element along an axis and across it, px.
private struct Extent {
  var start: Double
  var end: Double
  var crossStart: Double
  var crossEnd: Double
  var sigmaStart: Double
  var sigmaEnd: Double

  init(_ element: Element, _ axis: Axis) {
    let frame = element.frame
    let sigma = element.edgeSigma
    switch axis {
    case .horizontal:
      (start, end, crossStart, crossEnd) = (frame.x, frame.maxX, frame.y, frame.maxY)
      (sigmaStart, sigmaEnd) = (sigma.left, sigma.right)
    case .vertical:
      (start, end, crossStart, crossEnd) = (frame.y, frame.maxY, frame.x, frame.maxX)
      (sigmaStart, sigmaEnd) = (sigma.top, sigma.bottom)
    }
  }

  /// Whether two stand beside each other for half of the shorter one at least.
  func sharesCross(with other: Extent) -> Bool {
    let shared = min(crossEnd, other.crossEnd) - max(crossStart, other.crossStart)
    return shared >= 0.5 * min(crossEnd - crossStart, other.crossEnd - other.crossStart)
  }
}

// MARK: Margins

private func margins(_ elements: [Element], _ parents: [Int?], _ bounds: Rect<Pixels>) -> [LayoutSpec.Margin] {
  elements.indices.map { index in
    let frame = elements[index].frame
    let sigma = elements[index].edgeSigma
    let outer = parents[index].map { elements[$0].frame } ?? bounds
    // The picture's own edges are exact.
    let outerSigma = parents[index].map { elements[$0].edgeSigma } ?? EdgeSigma(0)
    return LayoutSpec.Margin(
      element: index, container: parents[index],
      left: Estimate(frame.x - outer.x, sigma: hypot(sigma.left, outerSigma.left)),
      top: Estimate(frame.y - outer.y, sigma: hypot(sigma.top, outerSigma.top)),
      right: Estimate(outer.maxX - frame.maxX, sigma: hypot(sigma.right, outerSigma.right)),
      bottom: Estimate(outer.maxY - frame.maxY, sigma: hypot(sigma.bottom, outerSigma.bottom)))
  }
}

// MARK: Grid

/// Steps that designers space by, points, the coarsest first.
private let gridSteps = [8.0, 4.0]
/// A distance is a multiple if it comes as near to one, points.
private let gridTolerance = 0.15
/// A grid that chance would explain as well with this probability is none.
private let gridSignificance = 0.001

/// The coarsest spacing that gaps between shapes and their margins are multiples of, if one explains most of them and
/// more than chance would (one-sided binomial test).
private func spacingGrid(_ layout: LayoutSpec, _ elements: [Element], _ scale: PixelScale) -> LayoutSpec.Grid? {
  func isBox(_ index: Int) -> Bool { elements[index].kind != .text && elements[index].kind != .dial }
  var distances: [Double] = []
  for gap in layout.gaps where isBox(gap.first) && isBox(gap.second) { distances.append(gap.length.value) }
  for margin in layout.margins where isBox(margin.element) {
    distances += [margin.left.value, margin.top.value]
    if margin.container != nil { distances += [margin.right.value, margin.bottom.value] }
  }
  let points = distances.map { scale.points($0) }.filter { $0 > 1 }
  guard points.count >= 6 else { return nil }
  for step in gridSteps {
    let explained = points.filter { ($0 - (($0 / step).rounded() * step)).magnitude <= gridTolerance }.count
    let chance = 2 * gridTolerance / step
    guard 10 * explained >= 7 * points.count else { continue }
    if binomialTail(explained, of: points.count, chance) < gridSignificance {
      return LayoutSpec.Grid(step: step, explained: explained, of: points.count)
    }
  }
  return nil
}

/// The probability of at least so many successes.
private func binomialTail(_ successes: Int, of count: Int, _ probability: Double) -> Double {
  var term = exp(Double(count) * log(1 - probability))
  var below = 0.0
  for k in 0..<successes {
    below += term
    term *= Double(count - k) / Double(k + 1) * probability / (1 - probability)
  }
  return max(0, 1 - below)
}
