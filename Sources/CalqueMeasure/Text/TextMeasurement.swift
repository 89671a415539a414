import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds lines of text on grounds of one colour, and takes the shapes and rings that are their letters away.
  mutating func measureText() {
    let map = regions
    let grounds = textGrounds
    let lines = bitmap.withReader { reader in
      TextFinder(map: map, reader: reader, scale: nominalScale, isGround: grounds, solids: solidFrames).find()
    }
    texts = withBlocks(lines.map { $0.spec })
    removeLetters(lines.map { $0.line })
  }

  /// Regions that text may stand on: the page, and what is large and solid.
  private var textGrounds: [Bool] {
    var isGround = [Bool](repeating: false, count: regions.regions.count)
    let least = 10 * nominalScale
    for (index, region) in regions.regions.enumerated() {
      let shorter = Double(min(region.width, region.height))
      // A letter's counter is as large as a small control; but a page is larger than any letter.
      if shorter > 60 * nominalScale { isGround[index] = true }
    }
    for shape in shapes {
      let shorter = min(shape.spec.frame.width, shape.spec.frame.height)
      guard shorter >= least, shape.spec.confidence > 0.8 else { continue }
      for index in shape.regions where isSolid(regions.regions[index], shape.spec) { isGround[index] = true }
    }
    return isGround
  }

  private func isSolid(_ region: Region, _ shape: ShapeSpec) -> Bool {
    Double(region.area) > 0.5 * shape.frame.width * shape.frame.height
  }

  /// Shapes and rings too large for a letter's part: ink with their outline is theirs.
  private var solidFrames: [Rect<Pixels>] {
    (shapes.map { $0.spec.frame } + rings.map { $0.spec.frame }).filter {
      max($0.width, $0.height) >= 10 * nominalScale
    }
  }

  private mutating func removeLetters(_ lines: [InkLine]) {
    func isLetter(_ frame: Rect<Pixels>) -> Bool {
      lines.contains { line in
        let box = Rect<Pixels>(
          minX: Double(line.minX) - 1, minY: Double(line.minY) - 1, maxX: Double(line.maxX) + 2,
          maxY: Double(line.maxY) + 2)
        return frame.x >= box.x && frame.y >= box.y && frame.maxX <= box.maxX && frame.maxY <= box.maxY
      }
    }
    shapes.removeAll { isLetter($0.spec.frame) }
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

  /// Heights of lines of text, pt.
  private static let smallest = 3.5
  private static let largest = 90.0

  func find() -> [(line: InkLine, spec: TextSpec)] {
    let finder = InkFinder(map: map, reader: reader, isGround: isGround)
    var components = finder.find().filter(isCandidate)
    for i in components.indices { components[i].color = finder.inkColor(components[i]) }
    let fitter = TextLineFitter(map: map, reader: reader)
    var result: [(line: InkLine, spec: TextSpec)] = []
    for line in TextLineBuilder(map: map).lines(components) where isText(line) {
      result.append((line, fitter.spec(line)))
    }
    return result
  }

  private func isCandidate(_ c: InkComponent) -> Bool {
    guard c.ground >= 0, c.area >= 2, Double(c.height) <= Self.largest * scale else { return false }
    if Double(c.width) > 12 * Double(max(c.height, Int(4 * scale))) { return false }
    // The edge of a control, its stroke, a ring.
    let isOutline = solids.contains { frame in
      (frame.x - Double(c.minX)).magnitude < 3 && (frame.y - Double(c.minY)).magnitude < 3
        && (frame.maxX - Double(c.maxX + 1)).magnitude < 3 && (frame.maxY - Double(c.maxY + 1)).magnitude < 3
    }
    return !isOutline
  }

  private func isText(_ line: InkLine) -> Bool {
    guard Double(line.height) >= Self.smallest * scale, Double(line.height) <= Self.largest * scale else {
      return false
    }
    let isPlain = line.components.map { Self.isPlain($0) }
    let letters = isPlain.filter { !$0 }.count
    if letters == 0 { return false }
    // One sign by itself may be a letter or a symbol; a symbol is usually wider than high or large.
    if line.components.count == 1 {
      let c = line.components[0]
      let ratio = Double(c.width) / Double(c.height)
      return ratio < 1.3 && ratio > 0.2 && Double(c.height) <= 40 * scale
    }
    return true
  }

  /// Whether a component fills its bounds as a bar, a dot or a plate does, and says nothing of letters.
  private static func isPlain(_ c: InkComponent) -> Bool {
    // A disc fills 0.785 of its bounds; anti-aliased pixels count in full.
    Double(c.area) > 0.72 * Double(c.width * c.height)
  }
}
