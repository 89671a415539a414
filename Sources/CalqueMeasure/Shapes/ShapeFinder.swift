import CalqueCore
import CalqueSpec

/// Tells which regions are shapes.
struct ShapeFinder {
  let map: RegionMap
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double
  /// Regions that arcs are made of.
  let claimed: Set<Int>

  /// Rows that must begin and end where the fitted outline says.
  private static let leastAgreement = 0.93
  /// Corners further from their curve than this are no corners, px.
  private static let largestResidual = 0.45
  /// A stroke is no wider, pt: beyond, one shape lies on another.
  private static let widestStroke = 8.0
  /// pt.
  private static let largestCounter = 16.0
  /// Colours that differ by less are one, levels.
  private static let sameColor: Float = 2.5

  /// The ground within a letter and around it differ by less, of the letter's contrast.
  private static let sameGround: Float = 0.1

  func find() -> (shapes: [FoundShape], rings: [FoundRing]) {
    let fitter = ShapeFitter(reader: reader, scale: scale)
    var outlines: [(index: Int, outline: RegionOutline, fitted: FittedOutline)] = []
    for index in map.regions.indices where isCandidate(index) {
      var outline = RegionOutline(index, in: map)
      if !map.regions[index].isUniform { outline.extend(along: reader, in: map) }
      guard looksConvex(outline), var fitted = fitter.fit(outline) else { continue }
      if !isShape(fitted) {
        guard Double(min(fitted.width, fitted.height)) >= Self.largestCounter * scale,
          let plate = fitter.plateInLine(outline, fitted), isShape(plate)
        else { continue }
        fitted = plate
      }
      if isGradientBand(index, fitted) { continue }
      outlines.append((index, outline, fitted))
    }
    // The largest first: what a line surrounds is its inside and no shape of its own.
    outlines.sort { $0.fitted.width * $0.fitted.height > $1.fitted.width * $1.fitted.height }
    let convex = Set(outlines.map { $0.index })
    var shapes: [FoundShape] = []
    var rings: [FoundRing] = []
    var claimed = claimed
    for (index, outline, fitted) in outlines where !claimed.contains(index) {
      // What a thin line surrounds may look like a letter's counter; letters are smaller.
      let isSmall = min(fitted.width, fitted.height) < Self.largestCounter * scale
      if isCounter(index, convex), isSmall || fitter.surroundingLine(outline, fitted) == nil { continue }
      var stroke = fitter.stroke(outline, fitted, index, in: map)
      if let line = stroke, line.isUneven {
        // The o of a typeface with what it encloses; else a plate that something lies on.
        if (line.inner - fitted.ground).colorMagnitude < Self.sameGround * Float(fitted.contrast) {
          claimed.insert(line.innerRegion)
          continue
        }
        stroke = nil
      }
      if stroke == nil, isFrame(index) { continue }
      if let stroke, isBlend(index, of: fitted.ground, stroke) { continue }
      claimed.insert(index)
      guard let stroke else {
        var described = ShapeDescription(map: map, fitted: fitted).shape(index)
        if let line = fitter.surroundingLine(outline, fitted) {
          described.surround(with: line, Self.sameColor)
          // In the corners it may have broken up: no part of it is a shape of its own.
          let pieces = line.places.compactMap { map.region($0.x, $0.y) }
          claimed.formUnion(pieces)
          if described.spec.kind == .circle, described.spec.surface.kind == .none {
            rings.append(ShapeDescription(map: map, fitted: fitted).ring(index, around: line, pieces))
            continue
          }
        }
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

  /// Larger patches of one colour are worth a look even where nothing surrounds them, px²: in a shadow's slope no single
  /// colour does.
  private static let largePatch = 400

  private func isCandidate(_ index: Int) -> Bool {
    let region = map.regions[index]
    let shorter = min(region.width, region.height)
    let longer = max(region.width, region.height)
    guard region.area >= 9, longer >= 4 else { return false }
    // In a photograph nothing surrounds a patch of one colour.
    guard shorter < 3 || region.parent != nil || region.area >= Self.largePatch || touchesBorder(region) else {
      return false
    }
    guard reachesItsSides(index), !isGround(index) else { return false }
    return shorter >= 3 || Double(longer) >= 8 * scale && isHairline(region)
  }

  /// Whether a region comes to each side of its bounds in the middle half of that side, as every shape does and most
  /// patches of a photograph do not.
  private func reachesItsSides(_ index: Int) -> Bool {
    let region = map.regions[index]
    let label = Int32(index)
    return map.labels.withUnsafeBufferPointer { labels in
      // The last pixel of a gradient may be missing.
      let depth = region.isUniform || region.area < Self.largePatch ? 0 : 1
      let (top, bottom) = (region.minY * map.width, region.maxY * map.width)
      let inwards = depth * map.width
      var (reachesTop, reachesBottom, reachesLeft, reachesRight) = (false, false, false, false)
      // About the middle itself, where a round end is a pixel or two long, and eighths off it in case something stands
      // there.
      for (pixels, eighths) in [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (0, 2), (0, -2)] {
        let x = (region.minX + region.maxX) / 2 + pixels + eighths * region.width / 8
        let y = (region.minY + region.maxY) / 2 + pixels + eighths * region.height / 8
        if x >= region.minX, x <= region.maxX {
          reachesTop = reachesTop || labels[top + x] == label || labels[top + inwards + x] == label
          reachesBottom = reachesBottom || labels[bottom + x] == label || labels[bottom - inwards + x] == label
        }
        if y >= region.minY, y <= region.maxY {
          let (left, right) = (y * map.width + region.minX, y * map.width + region.maxX)
          reachesLeft = reachesLeft || labels[left] == label || labels[left + depth] == label
          reachesRight = reachesRight || labels[right] == label || labels[right - depth] == label
        }
      }
      return reachesTop && reachesBottom && reachesLeft && reachesRight
    }
  }

  /// Whether it is the inside of a letter: little is around it but ink, and that is no shape.
  private func isCounter(_ index: Int, _ convex: Set<Int>) -> Bool {
    guard let parent = map.regions[index].parent, !convex.contains(parent), !isGround(parent) else { return false }
    let region = map.regions[index]
    let around = map.regions[parent]
    return around.width * around.height < 4 * region.width * region.height && around.area < 2 * region.area
  }

  private func touchesBorder(_ region: Region) -> Bool {
    region.minX == 0 || region.minY == 0 || region.maxX == map.width - 1 || region.maxY == map.height - 1
  }

  /// The page itself: it reaches all four sides of the picture, and a corner; or three, and is a large part of it.
  private func isGround(_ index: Int) -> Bool {
    let region = map.regions[index]
    let sides = [region.minX == 0, region.minY == 0, region.maxX == map.width - 1, region.maxY == map.height - 1]
    let count = sides.filter { $0 }.count
    if count == 3, region.area * 6 > map.width * map.height { return true }
    return count == 4 && !isFrame(index) && corners(of: index) > 0
  }

  /// Whether a region may be a line along the picture's own border: it has all four corners and little else.
  private func isFrame(_ index: Int) -> Bool {
    map.regions[index].area * 3 < map.width * map.height && corners(of: index) == 4
  }

  /// How many of the picture's corners belong to a region.
  private func corners(of index: Int) -> Int {
    [(0, 0), (map.width - 1, 0), (0, map.height - 1), (map.width - 1, map.height - 1)].filter {
      map.region($0.0, $0.1) == index
    }.count
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
    return fitted.cornerResidual <= Self.largestResidual + 0.004 * fitted.meanRadius
  }

  /// Steps of a coarse gradient are smaller than those of a bar on a page, levels.
  private static let gradientStep = 4.5

  /// Whether a region is one of the bands that a gradient over the whole picture is drawn in; what fills the picture has no
  /// contrast that is seen.
  private func isGradientBand(_ index: Int, _ fitted: FittedOutline) -> Bool {
    let region = map.regions[index]
    let isWide = region.minX == 0 && region.maxX == map.width - 1
    let isHigh = region.minY == 0 && region.maxY == map.height - 1
    return (isWide || isHigh) && fitted.contrast > 0 && fitted.contrast < Self.gradientStep
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
