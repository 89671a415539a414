import CalqueCore
import CalqueSpec

/// Tells which regions are shapes.
struct ShapeFinder {
  let map: RegionMap
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double

  /// Rows that must begin and end where the fitted outline says.
  private static let leastAgreement = 0.93
  /// Corners further from their curve than this are no corners, px.
  private static let largestResidual = 0.45
  /// A stroke is no wider, pt: beyond, one shape lies on another.
  private static let widestStroke = 8.0
  /// Colours that differ by less are one, levels.
  private static let sameColor: Float = 2.5

  /// The ground within a letter and around it differ by less, of the letter's contrast.
  private static let sameGround: Float = 0.1

  func find() -> (shapes: [FoundShape], rings: [FoundRing]) {
    let fitter = ShapeFitter(reader: reader)
    var outlines: [(index: Int, outline: RegionOutline, fitted: FittedOutline)] = []
    for index in map.regions.indices where isCandidate(index) {
      let outline = RegionOutline(index, in: map)
      guard looksConvex(outline), let fitted = fitter.fit(outline), isShape(fitted) else { continue }
      outlines.append((index, outline, fitted))
    }
    // The largest first: what a line surrounds is its inside and no shape of its own.
    outlines.sort { $0.fitted.width * $0.fitted.height > $1.fitted.width * $1.fitted.height }
    var shapes: [FoundShape] = []
    var rings: [FoundRing] = []
    var claimed = Set<Int>()
    for (index, outline, fitted) in outlines where !claimed.contains(index) {
      var stroke = fitter.stroke(outline, fitted, index, in: map)
      if let line = stroke, line.isUneven {
        // The o of a typeface; else a plate that something lies on.
        if (line.inner - fitted.ground).colorMagnitude < Self.sameGround * Float(fitted.contrast) { continue }
        stroke = nil
      }
      if let stroke, isBlend(index, of: fitted.ground, stroke) { continue }
      claimed.insert(index)
      guard let stroke else {
        var described = ShapeDescription(map: map, fitted: fitted).shape(index)
        if let line = fitter.surroundingLine(outline, fitted) { described.surround(with: line, Self.sameColor) }
        shapes.append(described)
        continue
      }
      let isOpen = (stroke.inner - fitted.ground).colorMagnitude < Self.sameColor
      if isOpen, fitted.kind == .circle {
        rings.append(ShapeDescription(map: map, fitted: fitted).ring(index, stroke))
      } else if stroke.width.value <= Self.widestStroke * scale {
        shapes.append(ShapeDescription(map: map, fitted: fitted).shape(index, stroke, isOpen: isOpen))
      } else {
        shapes.append(ShapeDescription(map: map, fitted: fitted).shape(index))
        continue
      }
      claimed.insert(stroke.innerRegion)
    }
    return (shapes, rings)
  }

  private func isCandidate(_ index: Int) -> Bool {
    let region = map.regions[index]
    let shorter = min(region.width, region.height)
    let longer = max(region.width, region.height)
    guard region.area >= 9, longer >= 4, !isGround(index) else { return false }
    if shorter < 3 { return Double(longer) >= 8 * scale && isHairline(region) }
    // In a photograph nothing surrounds a patch of one colour.
    return region.parent != nil || touchesBorder(region)
  }

  private func touchesBorder(_ region: Region) -> Bool {
    region.minX == 0 || region.minY == 0 || region.maxX == map.width - 1 || region.maxY == map.height - 1
  }

  /// The page itself: it reaches all four sides of the picture, and a corner; or three, and is a large part of it.
  private func isGround(_ index: Int) -> Bool {
    let region = map.regions[index]
    let sides = [region.minX == 0, region.minY == 0, region.maxX == map.width - 1, region.maxY == map.height - 1]
    if sides.filter({ $0 }).count == 3, region.area * 6 > map.width * map.height { return true }
    guard region.minX == 0, region.minY == 0, region.maxX == map.width - 1, region.maxY == map.height - 1 else {
      return false
    }
    return [(0, 0), (map.width - 1, 0), (0, map.height - 1), (map.width - 1, map.height - 1)].contains {
      map.region($0.0, $0.1) == index
    }
  }

  /// Whether a region one or two pixels thick has the same ground on both sides; an anti-aliased edge does not.
  private func isHairline(_ region: Region) -> Bool {
    let isHorizontal = region.width > region.height
    let x = (region.minX + region.maxX) / 2
    let y = (region.minY + region.maxY) / 2
    let reach = 3
    let (ax, ay) = isHorizontal ? (x, region.minY - reach) : (region.minX - reach, y)
    let (bx, by) = isHorizontal ? (x, region.maxY + reach) : (region.maxX + reach, y)
    guard ax >= 0, ay >= 0, bx < map.width, by < map.height else { return false }
    return (reader.pixel(ax, ay) - reader.pixel(bx, by)).colorMagnitude < Self.sameColor
  }

  /// A quick look: a circle fills 0.785 of its bounds, and small ones lose a rim of half a pixel.
  private func looksConvex(_ outline: RegionOutline) -> Bool {
    Double(outline.filledArea) > 0.68 * Double(outline.region.width * outline.region.height)
  }

  private func isShape(_ fitted: FittedOutline) -> Bool {
    guard fitted.agreement >= Self.leastAgreement, fitted.width > 0.8, fitted.height > 0.8 else { return false }
    if fitted.cornerResidual > Self.largestResidual + 0.004 * fitted.meanRadius { return false }
    // Edges that waver are no straight sides.
    return [fitted.left, fitted.top, fitted.right, fitted.bottom].allSatisfy { $0.sigma < 0.25 }
  }

  /// Whether a line one pixel wide is only the anti-aliasing between ground and inside.
  private func isBlend(_ index: Int, of ground: SIMD4<Float>, _ stroke: StrokeReading) -> Bool {
    guard stroke.width.value < 1.6 else { return false }
    let way = stroke.inner - ground
    let square = way.colorDot(way)
    guard square > 4 else { return false }
    let color = SIMD4(map.regions[index].color, 0)
    let share = (color - ground).colorDot(way) / square
    let off = (color - ground - way * share).colorMagnitude
    return share > 0.02 && share < 0.98 && off < 3
  }
}
