import CalqueCore

extension ShapeFitter {
  /// What lies beyond a side's middle, or an eighth off it.
  private func probe(_ side: Side, _ outline: RegionOutline) -> EdgeCrossing? {
    let bounds = outline.region
    let (first, last) = side.isVertical ? (bounds.minY, bounds.maxY) : (bounds.minX, bounds.maxX)
    let middle = (first + last) / 2
    let eighth = max(1, (last - first + 1) / 8)
    for place in [middle, middle - eighth, middle + eighth] where place >= first && place <= last {
      if let crossing = reader.edgeCrossing(side, at: place, of: outline)?.crossing { return crossing }
    }
    return nil
  }

  /// Whether even ground lies beyond all sides, and beyond opposite ones of a small region the same: patches of a
  /// photograph have a different one on each side.
  func hasGround(_ sides: [Side], _ outline: RegionOutline) -> Bool {
    var probes: [Side: EdgeCrossing] = [:]
    for side in sides {
      guard let crossing = probe(side, outline) else { return false }
      probes[side] = crossing
    }
    guard Double(min(outline.region.width, outline.region.height)) < Self.smallSide * scale else { return true }
    for (near, far) in [(Side.left, Side.right), (.top, .bottom)] {
      guard let a = probes[near], let b = probes[far] else { continue }
      let tolerance = max(1.8, 0.2 * Float(min(a.contrast, b.contrast)))
      if (a.ground - b.ground).colorMagnitude > tolerance { return false }
    }
    // Low contrast is as good as high where the ground is plain; blocks of a compressed photograph lie among others.
    guard probes.values.contains(where: { $0.contrast < Self.lowContrast }) else { return true }
    let plain = sides.filter { side in probes[side].map { isPlain(side, outline, $0) } ?? false }
    return plain.count * 4 >= sides.count * 3
  }

  /// Levels over the three channels.
  private static let lowContrast = 40.0
  /// How far the ground of small regions with low contrast must stay the same, px.
  private static let plainReach = 8

  /// Whether the ground keeps its colour for a while beyond a side's middle.
  private func isPlain(_ side: Side, _ outline: RegionOutline, _ crossing: EdgeCrossing) -> Bool {
    let middle = outline.middle(side)
    let (dx, dy) = side.outwards
    let first = Int(crossing.distance.rounded(.up)) + 1
    return (first..<first + Self.plainReach).allSatisfy { step in
      let x = middle.x + step * dx
      let y = middle.y + step * dy
      guard x >= 0, y >= 0, x < reader.width, y < reader.height else { return true }
      return (reader.pixel(x, y) - crossing.ground).colorMagnitude <= 1
    }
  }

  /// pt; larger regions may lie across several grounds.
  private static let smallSide = 10.0
}
