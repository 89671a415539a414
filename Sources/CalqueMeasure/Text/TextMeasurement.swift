import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds lines of text on grounds of one colour, and takes the shapes and rings that are their letters away.
  mutating func measureText() {
    let map = regions
    let grounds = textGrounds
    let lines = bitmap.withReader { reader in
      TextFinder(
        map: map, reader: reader, scale: nominalScale, isGround: grounds, solids: solidFrames, outlines: outlines,
        rulers: rulers, dials: dials
      ).find()
    }
    let kept = lines.filter { line in !overlays.contains { isShadow(line.spec.ink, of: $0.frame) } }
    texts = withBlocks(kept.map { $0.spec })
    removeLetters(kept.map { $0.line }, grounds)
  }

  /// Whether something stands so near to what lies over a picture that it is a part of its shadow.
  private func isShadow(_ ink: Rect<Pixels>, of overlay: Rect<Pixels>) -> Bool {
    let reach = 8 * nominalScale
    let isNear =
      ink.x < overlay.maxX + reach && ink.maxX > overlay.x - reach && ink.y < overlay.maxY + reach
      && ink.maxY > overlay.y - reach
    return isNear && !overlay.contains(ink.center)
  }

  /// Regions that text may stand on: the page, and what is large and solid.
  private var textGrounds: [Bool] {
    var isGround = [Bool](repeating: false, count: regions.regions.count)
    let least = 10 * nominalScale
    for (index, region) in regions.regions.enumerated() {
      let shorter = Double(min(region.width, region.height))
      // A letter's counter is as large as a small control; but a page is larger than any letter.
      if (shorter > 60 * nominalScale || fillsPicture(region)) && isEven(region) { isGround[index] = true }
    }
    for shape in shapes {
      let shorter = min(shape.spec.frame.width, shape.spec.frame.height)
      guard shorter >= least, shape.spec.confidence > 0.8, shape.spec.surface.kind != .none else { continue }
      for index in shape.regions where isSolid(regions.regions[index], shape.spec) { isGround[index] = true }
    }
    return isGround
  }

  /// Whether a region is a plain ground or a gradient: a photograph's smooth parts are ragged and full of holes.
  private func isEven(_ region: Region) -> Bool {
    region.isUniform || Double(region.area) > 0.6 * Double(region.width * region.height)
  }

  /// Whether a region is the ground of a picture of one control: a good part of it, at two or more of its borders.
  private func fillsPicture(_ region: Region) -> Bool {
    guard region.area * 5 > bitmap.width * bitmap.height else { return false }
    // An outermost line of pixels may be covered in part.
    let sides = [
      region.minX <= 1, region.minY <= 1, region.maxX >= bitmap.width - 2, region.maxY >= bitmap.height - 2,
    ]
    return sides.filter { $0 }.count >= 2
  }

  /// A disc fills 0.785 of its frame and loses some of it to what is written on it; a C fills half.
  private func isSolid(_ region: Region, _ shape: ShapeSpec) -> Bool {
    Double(region.area) > 0.62 * shape.frame.width * shape.frame.height
  }

  /// Every shape and ring that a letter could be taken for.
  private var outlines: [Rect<Pixels>] { shapes.map { $0.spec.frame } + rings.map { $0.spec.frame } }

  /// Shapes and rings that are no letters: filled ones of some size, and outlines larger than letters are.
  private var solidFrames: [Rect<Pixels>] {
    let filled = shapes.filter { $0.spec.surface.kind != .none }.map { $0.spec.frame }
    let open = shapes.filter { $0.spec.surface.kind == .none }.map { $0.spec.frame } + rings.map { $0.spec.frame }
    return filled.filter { max($0.width, $0.height) >= 10 * nominalScale }
      + open.filter { max($0.width, $0.height) >= 40 * nominalScale }
  }

  private mutating func removeLetters(_ lines: [InkLine], _ grounds: [Bool]) {
    func isLetter(_ frame: Rect<Pixels>) -> Bool {
      lines.contains { line in
        line.components.contains { isInside(frame, $0.bounds) }
      }
    }
    func isInside(_ frame: Rect<Pixels>, _ line: InkBounds) -> Bool {
      let box = Rect<Pixels>(
        minX: Double(line.minX) - 1, minY: Double(line.minY) - 1, maxX: Double(line.maxX) + 2,
        maxY: Double(line.maxY) + 2)
      return frame.x >= box.x && frame.y >= box.y && frame.maxX <= box.maxX && frame.maxY <= box.maxY
    }
    // What text stands on is no letter of it.
    shapes.removeAll { shape in isLetter(shape.spec.frame) && !shape.regions.contains { grounds[$0] } }
    rings.removeAll { isLetter($0.spec.frame) }
  }
}

/// Tells which ink is text.
struct TextFinder {
  let map: RegionMap
  let reader: BitmapReader
  let scale: Double
  let isGround: [Bool]
  let solids: [Rect<Pixels>]
  let outlines: [Rect<Pixels>]
  let rulers: [RulerSpec]
  let dials: [DialSpec]

  /// Heights of lines of text, pt.
  private static let smallest = 3.5
  private static let largest = 90.0

  func find() -> [(line: InkLine, spec: TextSpec)] {
    let finder = InkFinder(map: map, reader: reader, isGround: isGround)
    var components = finder.find().filter(isCandidate)
    for i in components.indices {
      components[i].isShape = solids.contains { isAround(components[i], $0) }
      finder.readInk(&components[i])
    }
    components.removeAll { !isSharp($0) }
    let all = components
    components.removeAll { $0.isShape && !couldBeLetter($0, among: all) }
    let fitter = TextLineFitter(map: map, reader: reader)
    var result: [(line: InkLine, spec: TextSpec)] = []
    for line in TextLineBuilder(map: map).lines(components) where hasSizeOfText(line) {
      let fitted = fitter.fit(line)
      if isText(line, fitted) { result.append((line, fitted.spec)) }
    }
    let grainy = grainyGrounds(components, result.map { $0.line })
    return result.filter { !grainy.contains($0.line.ground) }
  }

  /// Grounds of which most marks are in no line: an even part of a photograph, with its grain.
  private func grainyGrounds(_ components: [InkComponent], _ lines: [InkLine]) -> Set<Int> {
    /// Fewer marks than this do not tell.
    let least = 40
    var all: [Int: Int] = [:]
    var inLines: [Int: Int] = [:]
    for component in components { all[component.ground, default: 0] += 1 }
    for line in lines { inLines[line.ground, default: 0] += line.components.count }
    var grainy = Set<Int>()
    for (ground, count) in all where count > least && (inLines[ground] ?? 0) * 2 < count { grainy.insert(ground) }
    return grainy
  }

  private func isCandidate(_ c: InkComponent) -> Bool {
    guard c.ground >= 0, c.area >= 2, Double(c.height) <= Self.largest * scale else { return false }
    if rulers.contains(where: { isTick(c, of: $0) }) { return false }
    if dials.contains(where: { $0.isMark(at: c.center) }) { return false }
    // What a round corner leaves free of a picture's corner.
    if (c.minX == 0 || c.maxX == map.width - 1) && (c.minY == 0 || c.maxY == map.height - 1) { return false }
    return Double(c.width) <= 12 * Double(max(c.height, Int(4 * scale)))
  }

  /// Whether a component stands in a ruler at the place of a tick, or of a cursor over one.
  private func isTick(_ c: InkComponent, of ruler: RulerSpec) -> Bool {
    let center = c.center
    guard ruler.frame.contains(center) else { return false }
    let place = ruler.axis == .horizontal ? center.x : center.y
    return ruler.ticks.contains { ($0.position.value - place).magnitude < 0.25 * ruler.step.value }
  }

  /// Discs and plates are no letters, and nothing is written inside one.
  private func couldBeLetter(_ c: InkComponent, among others: [InkComponent]) -> Bool {
    let slender = max(c.width, c.height) > 3 * min(c.width, c.height)
    if c.filled > Self.plainShare, !slender { return false }
    return !others.contains { other in
      other.minX > c.minX && other.minY > c.minY && other.maxX < c.maxX && other.maxY < c.maxY
    }
  }

  /// A disc fills 0.785 of its bounds, letters at most 0.7.
  private static let plainShare: Float = 0.74

  private func isAround(_ c: InkComponent, _ frame: Rect<Pixels>) -> Bool {
    (frame.x - Double(c.minX)).magnitude < 3 && (frame.y - Double(c.minY)).magnitude < 3
      && (frame.maxX - Double(c.maxX + 1)).magnitude < 3 && (frame.maxY - Double(c.maxY + 1)).magnitude < 3
  }

  /// Ink ends within a pixel or two; a shadow does not.
  private func isSharp(_ c: InkComponent) -> Bool {
    let contrast = (c.color - SIMD4(map.regions[c.ground].color, 0)).colorMagnitude
    return contrast >= 3 && c.sharpness > 0.3 * contrast
  }

  private func hasSizeOfText(_ line: InkLine) -> Bool {
    Double(line.height) >= Self.smallest * scale && Double(line.height) <= Self.largest * scale
  }

  private func isText(_ line: InkLine, _ fitted: FittedTextLine) -> Bool {
    // Bars, dots, discs and rings alone are no text, however well they line up.
    let hasLetter = line.components.indices.contains { i in
      !fitted.isPlain[i] && !outlines.contains { isAround(line.components[i], $0) }
    }
    if !hasLetter { return false }
    // One sign by itself may be a letter or a symbol; a symbol is usually wider than high or large.
    if line.components.count == 1 {
      let c = line.components[0]
      let contrast = (c.color - SIMD4(map.regions[c.ground].color, 0)).colorMagnitude
      guard contrast > Self.faintSign else { return false }
      let ratio = Double(c.width) / Double(c.height)
      // Letters of small or tight type may touch each other.
      let widest = fitted.hasSeveralStems ? 12 : fitted.isPair ? 2.2 : 1.3
      return ratio < widest && ratio > 0.2 && Double(c.height) <= 40 * scale && c.filled > Self.thinnest
    }
    return true
  }

  /// A faint mark by itself is a spot of an overexposed photograph more often than a sign, levels.
  private static let faintSign: Float = 9
  /// Ink that covers less of its bounds is an arc of an edge.
  private static let thinnest: Float = 0.17
}
