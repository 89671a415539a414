import CalqueCore
import CalqueSpec

/// Finds elements of one container that share an edge, a centre or a baseline.
struct AlignmentGroups {
  let elements: [Element]
  let parents: [Int?]
  let scale: PixelScale?

  /// Members lie within this of their mean, points; pixels where no scale is known.
  private static let tolerance = 0.1

  func groups() -> [LayoutSpec.Group] {
    var result: [LayoutSpec.Group] = []
    var families: [Int?] = []
    for parent in parents where !families.contains(parent) { families.append(parent) }
    for parent in families {
      let members = elements.indices.filter { parents[$0] == parent && elements[$0].kind != .dial }
      guard members.count >= 2 else { continue }
      for line in LayoutSpec.Group.Line.allCases { result += groups(line, members) }
    }
    return result.filter { !isImplied($0, by: result) }
  }

  /// Elements that share both edges share their middle.
  private func isImplied(_ group: LayoutSpec.Group, by all: [LayoutSpec.Group]) -> Bool {
    func exists(_ line: LayoutSpec.Group.Line) -> Bool {
      all.contains { $0.line == line && $0.elements == group.elements }
    }
    switch group.line {
    case .centerX: return exists(.left) && exists(.right)
    case .centerY: return exists(.top) && exists(.bottom)
    case .left, .right, .top, .bottom, .baseline: return false
    }
  }

  private func groups(_ line: LayoutSpec.Group.Line, _ members: [Int]) -> [LayoutSpec.Group] {
    var places: [(index: Int, position: Estimate)] = []
    for index in members { if let position = position(line, elements[index]) { places.append((index, position)) } }
    places.sort { ($0.position.value, Double($0.index)) < ($1.position.value, Double($1.index)) }
    let width = 2 * Self.tolerance * (scale?.pixelsPerPoint ?? 1)
    var result: [LayoutSpec.Group] = []
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count {
        let unsure = 2 * hypot(places[start].position.sigma, places[end].position.sigma)
        // Readings less sure than the tolerance may differ by what they are unsure of, but not by two tolerances.
        guard places[end].position.value - places[start].position.value <= max(width, min(unsure, 2 * width)) else {
          break
        }
        end += 1
      }
      if end - start >= 2 { result.append(group(line, Array(places[start..<end]))) }
      start = end
    }
    return result
  }

  private func group(_ line: LayoutSpec.Group.Line, _ places: [(index: Int, position: Estimate)]) -> LayoutSpec.Group {
    var weights = 0.0
    var sum = 0.0
    for place in places {
      let sigma = max(place.position.sigma, 1e-3)
      weights += 1 / (sigma * sigma)
      sum += place.position.value / (sigma * sigma)
    }
    let mean = sum / weights
    let spread = places.reduce(0) { max($0, ($1.position.value - mean).magnitude) }
    return LayoutSpec.Group(
      line: line, elements: places.map { $0.index }.sorted(),
      position: Estimate(mean, sigma: (1 / weights).squareRoot()), spread: spread)
  }

  private func position(_ line: LayoutSpec.Group.Line, _ element: Element) -> Estimate? {
    let frame = element.frame
    let sigma = element.edgeSigma
    switch line {
    case .left: return Estimate(frame.x, sigma: sigma.left)
    case .centerX: return Estimate(frame.center.x, sigma: hypot(sigma.left, sigma.right) / 2)
    case .right: return Estimate(frame.maxX, sigma: sigma.right)
    case .top: return Estimate(frame.y, sigma: sigma.top)
    case .centerY: return Estimate(frame.center.y, sigma: hypot(sigma.top, sigma.bottom) / 2)
    case .bottom: return Estimate(frame.maxY, sigma: sigma.bottom)
    case .baseline:
      if case .text(let text) = element { return text.baseline }
      return nil
    }
  }
}
