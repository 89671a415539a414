import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds arcs, and rings that something else lies on or that the picture's border touches. Plain rings are found with
  /// the shapes, from their outlines.
  mutating func measureRings() {
    let map = regions
    let scale = nominalScale
    let found = bitmap.withReader { reader in ArcFinder(map: map, reader: reader, scale: scale).find() }
    rings += found.arcs
    thinPieces = found.pieces
  }

  /// Joins the pieces of thin arcs, after the shapes: what is left of them may be a shape's stroke.
  mutating func joinThinArcs() {
    let claimed = claimedRegions
    rings += joined(thinPieces.filter { claimed.isDisjoint(with: $0.regions) })
  }
}

/// Tells which regions are lines along a circle.
struct ArcFinder {
  let map: RegionMap
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double

  /// Lines are thin below this, px: anti-aliasing may break up their regions.
  private static let thinLine = 4.0
  /// Outer diameter, pt.
  private static let smallest = 14.0
  /// Regions whose boundary is long to follow, px.
  private static let large = 200.0
  /// Less than this is no arc whose circle could be told.
  static let shortestSpan = Angle(degrees: 25)
  /// Of a thin line's piece, which may be joined to others.
  private static let shortestPiece = Angle(degrees: 8)

  /// - Returns: Arcs and rings, and the pieces of thin ones.
  func find() -> (arcs: [FoundRing], pieces: [FoundRing]) {
    var arcs: [FoundRing] = []
    var pieces: [FoundRing] = []
    for (index, region) in map.regions.enumerated() where isCandidate(region) && isThread(index, region) {
      let size = Double(max(region.width, region.height))
      // A few lines across a large region tell what is no ring.
      if size > Self.large,
        ConcentricCircles.guess(RegionBoundary(index, in: map, most: 24).points, size: size) == nil
      {
        continue
      }
      let boundary = RegionBoundary(index, in: map, most: 160)
      guard let start = ConcentricCircles(boundary.points, size: size) else { continue }
      let exact = boundary.subpixel(near: start, reader: reader)
      guard exact.count >= 12, let circles = start.refined(exact) else { continue }
      let width = circles.outer - circles.inner
      guard width > 0.8, circles.residual < 0.35 else { continue }
      let isThin = width < Self.thinLine
      let ends = ArcEnds(index: index, circles: circles, map: map, reader: reader)
      let area = ends.span.radians / 2 * (circles.outer * circles.outer - circles.inner * circles.inner)
      guard Double(region.area) > 0.4 * area, Double(region.area) < 1.1 * area + 8 else { continue }
      if ends.isWhole {
        // A plain ring, which its outline tells best.
        let touches =
          region.minX == 0 || region.minY == 0 || region.maxX == map.width - 1 || region.maxY == map.height - 1
        // Its full pixels, without the anti-aliased ones.
        let full =
          Double.pi * ((circles.outer - 0.5) * (circles.outer - 0.5) - (circles.inner + 0.5) * (circles.inner + 0.5))
        if Double(region.area) > 0.93 * full, !touches { continue }
      } else if ends.span < (isThin ? Self.shortestPiece : Self.shortestSpan) {
        continue
      }
      var members = [index]
      if ends.isWhole, let hole = hole(circles) { members.append(hole) }
      let found = FoundRing(spec: spec(circles, ends, region), regions: members)
      if isThin { pieces.append(found) } else { arcs.append(found) }
    }
    return (arcs, pieces)
  }

  private func isCandidate(_ region: Region) -> Bool {
    let longer = max(region.width, region.height)
    guard Double(longer) >= Self.smallest * scale, Double(region.area) >= 12 * scale * scale,
      min(region.width, region.height) >= 6
    else {
      return false
    }
    // In a photograph nothing surrounds a patch of one colour.
    let isAtBorder =
      region.minX <= 1 || region.minY <= 1 || region.maxX >= map.width - 2 || region.maxY >= map.height - 2
    guard region.parent != nil || isAtBorder else { return false }
    let fill = Double(region.area) / Double(region.width * region.height)
    return fill > 0.02 && fill < 0.76
  }

  /// The region that fills a ring's inside, in the colour of what is around the ring.
  private func hole(_ circles: ConcentricCircles) -> Int? {
    let x = Int(circles.center.x)
    let y = Int(circles.center.y)
    guard x >= 0, y >= 0, x < map.width, y < map.height, let inside = map.region(x, y) else { return nil }
    let region = map.regions[inside]
    guard (Double(region.width) - 2 * circles.inner).magnitude < 4 else { return nil }
    let outside = circles.center.moved(circles.outer + 3, towards: Angle(degrees: 45))
    guard reader.covers(outside.x, outside.y) else { return nil }
    let ground = reader.pixel(Int(outside.x), Int(outside.y))
    return (SIMD4(region.color, 0) - ground).colorMagnitude < 3 ? inside : nil
  }

  /// A quick look: a row crosses a ring twice, or three times where an arc lies on it; a patch of a photograph many times
  /// or here and there.
  private func isThread(_ index: Int, _ region: Region) -> Bool {
    let rows = 12
    var crossings = 0
    for i in 0..<rows {
      let y = region.minY + (2 * i + 1) * (region.height - 1) / (2 * rows)
      var isInside = false
      for x in region.minX...region.maxX {
        let here = map.labels[y * map.width + x] == Int32(index)
        if here, !isInside { crossings += 1 }
        isInside = here
      }
    }
    return crossings >= rows * 3 / 4 && crossings <= rows * 7 / 2
  }

  private func spec(_ circles: ConcentricCircles, _ ends: ArcEnds, _ region: Region) -> RingSpec {
    let radius = (circles.outer + circles.inner) / 2
    let lineWidth = circles.outer - circles.inner
    let sigma = circles.sigma
    let range = (region.brightest - region.darkest).max()
    return RingSpec(
      frame: ends.frame, edgeSigma: hypot(sigma, 0.04), confidence: max(0.5, 0.98 - circles.residual),
      center: PointEstimate(circles.center, sigmaX: circles.sigmaCenter, sigmaY: circles.sigmaCenter),
      radius: Estimate(radius, sigma: sigma), lineWidth: Estimate(lineWidth, sigma: sigma * 1.4), arc: ends.arc,
      color: rounded(region.color), isGradient: range >= 4)
  }
}
