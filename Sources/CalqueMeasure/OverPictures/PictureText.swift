import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds text straight on photographs, by the parts of its letters that are covered altogether: these have one colour.
  mutating func measurePictureText() {
    let scale = nominalScale
    let seeds = PictureTextSeeds(map: regions, scale: scale, isTaken: isExplained)
    var found: [TextSpec] = []
    bitmap.withReader { reader in
      for window in seeds.windows() {
        guard let ink = InkFlattening(of: window, reader)?.flattened(), ink.isSharp else { continue }
        found += ink.texts(scale: scale).filter { text in
          !(texts + found).contains { $0.ink.overlaps(text.ink) } && !dials.contains { $0.isMark(at: text.ink.center) }
            && !overlays.contains { $0.frame.overlaps(text.ink) }
        }
      }
    }
    takeTexts(found)
  }

  /// Whether something that was found explains a region.
  private func isExplained(_ region: Region) -> Bool {
    let frame = Rect<Pixels>(
      minX: Double(region.minX), minY: Double(region.minY), maxX: Double(region.maxX + 1),
      maxY: Double(region.maxY + 1))
    return dials.contains { $0.isMark(at: frame.center) } || texts.contains { $0.ink.overlaps(frame) }
      || overlays.contains { $0.frame.overlaps(frame) }
      || rings.contains { $0.spec.frame.overlaps(frame) } || rulers.contains { $0.frame.overlaps(frame) }
  }
}

/// Places at which small patches of one colour follow each other as the letters of a line do.
struct PictureTextSeeds {
  let map: RegionMap
  /// Pixels per point.
  let scale: Double
  let isTaken: (Region) -> Bool

  /// A stem's inside has this area, px².
  private static let leastArea = 6
  /// Letters are no higher, pt.
  private static let largest = 60.0
  /// Between two letters or words, of the taller one's height.
  private static let largestGap = 1.0
  /// A picture has no more labels; where there are more patches, they are the picture's own.
  private static let largestCount = 60

  /// Where to look, px.
  func windows() -> [Rect<Pixels>] {
    let letters = map.regions.filter(isLetter).sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    var sets = DisjointSets(count: letters.count)
    let tallest = letters.reduce(0) { max($0, $1.height) }
    for i in letters.indices {
      var j = i + 1
      while j < letters.count, letters[j].minX - letters[i].maxX < tallest + 4 {
        if follow(letters[i], letters[j]) { sets.join(Int32(i), Int32(j)) }
        j += 1
      }
    }
    var frames: [Int32: Rect<Pixels>] = [:]
    for (i, root) in sets.roots().enumerated() {
      let letter = letters[i]
      let frame = Rect<Pixels>(
        minX: Double(letter.minX), minY: Double(letter.minY), maxX: Double(letter.maxX + 1),
        maxY: Double(letter.maxY + 1))
      frames[root] = frames[root]?.union(frame) ?? frame
    }
    let lines = frames.values.filter { $0.height >= 3 * scale }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    guard lines.count <= Self.largestCount else { return [] }
    return lines.map { line in
      // Thin parts of letters have no inside: accents above, commas below.
      let margin = 0.4 * line.height + 2 * scale
      return Rect(
        minX: line.x - margin, minY: line.y - margin, maxX: line.maxX + margin, maxY: line.maxY + margin)
    }
  }

  private func isLetter(_ region: Region) -> Bool {
    region.isUniform && region.area >= Self.leastArea && region.parent == nil
      && Double(region.height) <= Self.largest * scale && Double(region.width) <= 2 * Self.largest * scale
      && Double(region.height) >= 2 * scale && !isTaken(region)
  }

  private func follow(_ a: Region, _ b: Region) -> Bool {
    let height = Double(max(a.height, b.height))
    let common = min(a.maxY, b.maxY) - max(a.minY, b.minY) + 1
    return (a.color - b.color).magnitudeSquared < 12 && Double(b.minX - a.maxX) < Self.largestGap * height
      && 2 * common > min(a.height, b.height)
  }
}

extension InkFlattening {
  /// A rectangle of the picture, px.
  fileprivate init?(of window: Rect<Pixels>, _ reader: BitmapReader) {
    let minX = max(0, Int(window.x.rounded(.down)))
    let minY = max(0, Int(window.y.rounded(.down)))
    let maxX = min(reader.width, Int(window.maxX.rounded(.up)))
    let maxY = min(reader.height, Int(window.maxY.rounded(.up)))
    guard maxX - minX > 4, maxY - minY > 4 else { return nil }
    self.init(
      reader: reader, x: minX, y: minY, width: maxX - minX, height: maxY - minY,
      isInside: [Bool](repeating: true, count: (maxX - minX) * (maxY - minY)))
  }
}

extension SIMD3<Float> {
  fileprivate var magnitudeSquared: Float { x * x + y * y + z * z }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
