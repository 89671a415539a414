import CalqueCore

/// Components that follow each other like the letters of a line.
struct InkLine {
  var components: [InkComponent]
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int
  var ground: Int { components[0].ground }
  var height: Int { maxY - minY + 1 }
  var bounds: InkBounds { InkBounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }

  init(_ components: [InkComponent]) {
    self.components = components.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    minX = components.reduce(Int.max) { min($0, $1.minX) }
    minY = components.reduce(Int.max) { min($0, $1.minY) }
    maxX = components.reduce(0) { max($0, $1.maxX) }
    maxY = components.reduce(0) { max($0, $1.maxY) }
  }
}

/// Chains components of one ink on one ground into lines.
struct TextLineBuilder {
  let map: RegionMap

  /// Between two letters or words, of the taller one's height.
  private static let largestGap = 0.7
  /// Inks that differ by more than this share of their contrast are two: hairlines of small type reach half of it.
  private static let sameInk: Float = 0.6

  func lines(_ components: [InkComponent]) -> [InkLine] {
    let sorted = components.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    let tallest = sorted.reduce(0) { max($0, $1.height) }
    var sets = DisjointSets(count: sorted.count)
    for i in sorted.indices {
      var j = i + 1
      let reach = sorted[i].maxX + Int(Self.largestGap * Double(tallest)) + 1
      while j < sorted.count, sorted[j].minX <= reach {
        if belong(sorted[i], sorted[j]) { sets.join(Int32(i), Int32(j)) }
        j += 1
      }
    }
    var groups: [[InkComponent]] = []
    var places: [Int32: Int] = [:]
    let roots = sets.roots()
    for (i, component) in sorted.enumerated() {
      if let place = places[roots[i]] {
        groups[place].append(component)
      } else {
        places[roots[i]] = groups.count
        groups.append([component])
      }
    }
    return joined(groups.map { InkLine($0) }).sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  /// Joins pieces that a space between low letters has kept apart: their line's height tells how wide a space may be.
  private func joined(_ pieces: [InkLine]) -> [InkLine] {
    var lines = pieces
    var i = 0
    while i < lines.count {
      let next = lines.indices.first { j in j != i && follow(lines[i], lines[j]) }
      if let next {
        lines[i] = InkLine(lines[i].components + lines[next].components)
        lines.remove(at: next)
        if next < i { i -= 1 }
      } else {
        i += 1
      }
    }
    return lines
  }

  private func follow(_ a: InkLine, _ b: InkLine) -> Bool {
    guard a.ground == b.ground else { return false }
    if isDot(b, below: a) { return true }
    guard b.minX > a.maxX || isKerned(a.bounds, b.bounds) else { return false }
    let taller = max(a.height, b.height)
    let shared = min(a.maxY, b.maxY) - max(a.minY, b.minY) + 1
    return Double(b.minX - a.maxX) <= Self.largestGap * Double(taller)
      && Double(shared) >= 0.5 * Double(min(a.height, b.height)) && 3 * min(a.height, b.height) >= taller
      && haveOneInk(a.components[a.components.count - 1], b.components[0])
  }

  /// The dot of a lone question or exclamation mark.
  private func isDot(_ dot: InkLine, below body: InkLine) -> Bool {
    guard dot.components.count == 1, body.components.count == 1, dot.minX >= body.minX, dot.maxX <= body.maxX else {
      return false
    }
    let gap = dot.minY - body.maxY - 1
    return gap >= 0 && 3 * gap <= body.height && 3 * dot.height <= body.height
      && haveOneInk(body.components[0], dot.components[0])
  }

  private func belong(_ a: InkComponent, _ b: InkComponent) -> Bool {
    guard a.ground == b.ground, haveOneInk(a, b) else { return false }
    if a.isShape || b.isShape { return standTogether(a, b) }
    let taller = max(a.height, b.height)
    let gap = max(a.minX, b.minX) - min(a.maxX, b.maxX) - 1
    let shared = min(a.maxY, b.maxY) - max(a.minY, b.minY) + 1
    if gap >= 0 {
      // A comma and an apostrophe share a third of their height with a letter beside them.
      return Double(gap) <= Self.largestGap * Double(taller)
        && 3 * shared >= min(a.height, b.height) && !areTooUneven(a, b)
    }
    if isKerned(a.bounds, b.bounds) || isKerned(b.bounds, a.bounds) { return !areTooUneven(a, b) }
    return isMark(a, above: b) || isMark(b, above: a)
  }

  /// Whether a shape is one of a word's letters: it stands on their line and is as large, as an o, an l and a dash are.
  private func standTogether(_ a: InkComponent, _ b: InkComponent) -> Bool {
    let taller = max(a.height, b.height)
    let gap = max(a.minX, b.minX) - min(a.maxX, b.maxX) - 1
    guard gap >= -taller / 4, 2 * gap <= taller, 9 * min(a.height, b.height) >= 5 * taller else { return false }
    let tolerance = max(1.5, 0.08 * Double(taller))
    return Double((a.maxY - b.maxY).magnitude) <= tolerance || Double((a.minY - b.minY).magnitude) <= tolerance
  }

  /// Whether a letter reaches over or under the one before it, as in "Ti", "av" and in italics, and goes on beyond it.
  private func isKerned(_ a: InkBounds, _ b: InkBounds) -> Bool {
    let overlap = a.maxX - b.minX + 1
    let shared = min(a.maxY, b.maxY) - max(a.minY, b.minY) + 1
    return overlap > 0 && b.minX > a.minX && b.maxX > a.maxX
      && 2 * overlap <= max(a.height, b.height) && 3 * shared >= min(a.height, b.height)
  }

  /// The dot of an i, or an accent. Never below: there the next line has its own.
  private func isMark(_ mark: InkComponent, above body: InkComponent) -> Bool {
    let gap = body.minY - mark.maxY - 1
    return gap >= 0 && 3 * gap <= body.height && 2 * mark.height <= body.height
      && mark.minX >= body.minX - body.height / 3 && mark.maxX <= body.maxX + body.height / 3
  }

  /// Letters of one line differ in height by less than a dash from a bracket.
  private func areTooUneven(_ a: InkComponent, _ b: InkComponent) -> Bool {
    max(a.height, b.height) > 16 * min(a.height, b.height)
  }

  private func haveOneInk(_ a: InkComponent, _ b: InkComponent) -> Bool {
    let ground = SIMD4(map.regions[a.ground].color, 0)
    let first = a.color - ground
    let second = b.color - ground
    let larger = max(first.colorMagnitude, second.colorMagnitude)
    // Thin strokes never reach the full ink: the direction counts, and the size only roughly.
    let cosine = first.colorDot(second) / max(1, first.colorMagnitude * second.colorMagnitude)
    return cosine > 0.96 && (first - second).colorMagnitude <= max(4, Self.sameInk * larger)
  }
}
