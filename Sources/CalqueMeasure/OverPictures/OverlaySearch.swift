import CalqueCore

/// Finds outlines of what lies over a picture: a top and a bottom edge, and the two ends that close them.
struct OverlaySearch {
  let reader: BitmapReader
  /// Pixels per point.
  let scale: Double
  /// What was found before, whose edges need no explanation.
  let known: [Rect<Pixels>]
  let regions: RegionMap

  /// Heights worth a look, pt: from a small badge to a large card.
  static let heights = 14.0...420.0
  /// Shorter straight edges are not looked at, pt.
  private static let shortestRun = 8.0
  /// Of the places around an outline, those that show its step: found, and before it is refined.
  private static let leastShare = 0.95
  private static let leastRoughShare = 0.7
  /// Chance makes a small outline more easily.
  private static let leastSmallShare = 0.98
  private static let fewPlaces = 80
  /// Of a side's.
  private static let leastSideShare = 0.5

  /// Straight parts end at the same place to so many points.
  private static let sameEnd = 6.0

  /// In texture runs are many and short: the longest and clearest so many are looked at, and so many pairs of them.
  private static let runs = 160
  private static let pairs = 120

  func find() -> [OverlayOutline] {
    var runs = EdgeRunFinder(reader, leastLength: Self.shortestRun * scale).find().filter {
      !isKnown($0) && !isBetweenColors($0)
    }
    if runs.count > Self.runs {
      runs = Array(runs.sorted { ($0.weight, $0.row, $0.from) > ($1.weight, $1.row, $1.from) }.prefix(Self.runs))
      runs.sort { ($0.row, $0.from) < ($1.row, $1.from) }
    }
    var pairs: [(top: EdgeRun, bottom: EdgeRun)] = []
    for (i, top) in runs.enumerated() {
      for bottom in runs[(i + 1)...] {
        let height = Double(bottom.row - top.row)
        if height > Self.heights.upperBound * scale { break }
        if height >= Self.heights.lowerBound * scale, couldClose(top, bottom) { pairs.append((top, bottom)) }
      }
    }
    pairs.sort { min($0.top.weight, $0.bottom.weight) > min($1.top.weight, $1.bottom.weight) }
    var found: [(outline: OverlayOutline, score: Double)] = []
    for (top, bottom) in pairs.prefix(Self.pairs) {
      // Edges within what was found are its own.
      if found.contains(where: { $0.outline.holds(top) && $0.outline.holds(bottom) }) { continue }
      if let outline = closed(top, bottom) { found.append(outline) }
    }
    return best(found)
  }

  /// Whether a run lies on the edge of something known.
  private func isKnown(_ run: EdgeRun) -> Bool {
    known.contains { frame in
      let y = Double(run.row)
      let isEdge = (frame.y - y).magnitude < 3 || (frame.maxY - y).magnitude < 3
      return isEdge && Double(run.from) < frame.maxX && Double(run.to) > frame.x
    }
  }

  /// Patches of one colour of this size are told by their outlines, px².
  private static let largePatch = 400
  /// How far from an edge its two colours are looked for, px.
  private static let beside = 4

  /// Whether most of a run has one colour on each side: what it belongs to is a shape by its region, or none.
  private func isBetweenColors(_ run: EdgeRun) -> Bool {
    let count = 8
    var even = 0
    for i in 0..<count {
      let x = run.from + (2 * i + 1) * run.length / (2 * count)
      if isEven(x, run.row - Self.beside), isEven(x, run.row + Self.beside) { even += 1 }
    }
    return 4 * even >= 3 * count
  }

  private func isEven(_ x: Int, _ y: Int) -> Bool {
    guard y >= 0, y < reader.height, let index = regions.region(x, y) else { return false }
    return regions.regions[index].isUniform && regions.regions[index].area >= Self.largePatch
  }

  private func couldClose(_ top: EdgeRun, _ bottom: EdgeRun) -> Bool {
    guard (top.step > 0) != (bottom.step > 0) else { return false }
    let common = min(top.to, bottom.to) - max(top.from, bottom.from)
    guard Double(common) > 0.6 * Double(min(top.length, bottom.length)) else { return false }
    // The straight parts are equally long, but where the picture hides one's end.
    let apart = min((top.from - bottom.from).magnitude, (top.to - bottom.to).magnitude)
    guard Double(apart) < Self.sameEnd * scale else { return false }
    let ratio = top.step.magnitude / bottom.step.magnitude
    return ratio < 6 && ratio > 1 / 6.0
  }

  /// The outline that two runs are the top and bottom of.
  private func closed(_ top: EdgeRun, _ bottom: EdgeRun) -> (outline: OverlayOutline, score: Double)? {
    let sign: Float = top.step > 0 ? 1 : -1
    var outline = OverlayOutline(
      left: Double(min(top.from, bottom.from)), top: Double(top.row) + 0.5,
      right: Double(max(top.to, bottom.to)), bottom: Double(bottom.row) + 0.5, radius: 0)
    let reference = min(top.step.magnitude, bottom.step.magnitude)
    guard let left = end(.left, of: outline, sign, reference), let right = end(.right, of: outline, sign, reference)
    else { return nil }
    outline.left = left.place
    outline.right = right.place
    outline.radius = (left.radius + right.radius) / 2
    guard outline.width > 0.6 * outline.height else { return nil }
    guard share(outline.places(every: 3), sign).share >= Self.leastRoughShare else { return nil }
    outline = refined(outline, sign, reference)
    let places = outline.places(every: 3)
    let share = share(places, sign).share
    return share >= (places.count < Self.fewPlaces ? Self.leastSmallShare : Self.leastShare)
      ? (outline, share * outline.height) : nil
  }

  /// Moves sides and radius by half pixels for as long as the step grows clearer.
  private func refined(_ outline: OverlayOutline, _ sign: Float, _ reference: Float) -> OverlayOutline {
    var best = outline
    func clarity(_ outline: OverlayOutline) -> Double {
      let (sum, share) = share(outline.places(every: 4), sign, cap: reference)
      return sum / Double(reference) + share
    }
    var clearest = clarity(best)
    for step in [2.0, 1, 0.5] {
      for _ in 0..<3 {
        let before = clearest
        for change in 0..<10 {
          var trial = best
          let by = change % 2 == 0 ? step : -step
          if change < 8 {
            trial.move(Side.allCases[change / 2], by: by)
          } else {
            trial.radius = min(max(0, trial.radius + 2 * by), min(trial.width, trial.height) / 2)
          }
          trial.radius = min(trial.radius, min(trial.width, trial.height) / 2)
          let clear = clarity(trial)
          if clear > clearest { (best, clearest) = (trial, clear) }
        }
        if clearest == before { break }
      }
    }
    return best
  }

  /// Where a side closes the outline, and the radius of its corners.
  private func end(_ side: Side, of outline: OverlayOutline, _ sign: Float, _ reference: Float)
    -> (place: Double, radius: Double)?
  {
    let direction = side == .left ? -1.0 : 1.0
    let edge = side == .left ? outline.left : outline.right
    let half = outline.height / 2
    // Twenty places on a straight side tell it from another.
    let spacing = max(4, outline.height / 20)
    let columns = stride(from: -12.0, through: half + 10, by: 1).map { edge + direction * $0 }.filter {
      stands($0, side, outline, sign)
    }
    var best: (place: Double, radius: Double, sum: Double)?
    let radii = stride(from: 0.0, through: 1, by: 0.125).map { $0 * half }
    for column in columns {
      // The straight edges end about where the corners begin.
      let expected = (column - edge) * direction
      for radius in radii where (radius - expected).magnitude < 0.3 * radius + 14 {
        var trial = outline
        if side == .left { trial.left = column } else { trial.right = column }
        trial.radius = radius
        let places = trial.side(side, spacing)
        // A few places of the side dismiss most of what is none.
        guard showsSide(places, sign) else { continue }
        let (sum, share) = share(places, sign, cap: reference)
        if share >= Self.leastSideShare, sum > best?.sum ?? 0 { best = (column, radius, sum) }
      }
    }
    return best.map { ($0.place, $0.radius) }
  }

  private func showsSide(_ places: [OverlayOutline.Place], _ sign: Float) -> Bool {
    var count = 0
    var all = 0
    for i in stride(from: 0, to: places.count, by: 4) {
      all += 1
      if let step = step(places[i]) { count += step * sign > 0 ? 1 : -1 }
    }
    return 5 * count >= 2 * all
  }

  /// Whether most rows about the midline step at a column.
  private func stands(_ column: Double, _ side: Side, _ outline: OverlayOutline, _ sign: Float) -> Bool {
    let middle = (outline.top + outline.bottom) / 2
    let nx = side == .left ? -1.0 : 1.0
    var count = 0
    for i in -4...4 {
      let y = middle + Double(i) * max(1, 0.02 * outline.height)
      if step(OverlayOutline.Place(x: column, y: y, nx: nx, ny: 0)).map({ $0 * sign > 0 }) ?? false { count += 1 }
    }
    return count >= 8
  }

  /// How many places step as expected, less those that step the other way, and the sum of their steps cut off at a cap.
  private func share(_ places: [OverlayOutline.Place], _ sign: Float, cap: Float = 20) -> (sum: Double, share: Double) {
    guard !places.isEmpty else { return (0, 0) }
    var sum = 0.0
    var count = 0.0
    for place in places {
      guard let step = step(place) else { continue }
      sum += Double(min(max(step * sign, -cap), cap))
      count += step * sign > 0 ? 1 : -1
    }
    return (sum / Double(places.count), count / Double(places.count))
  }

  /// Faintest step along an outline that counts, levels.
  private static let faintest: Float = 2.5

  /// Inside less outside, or nil where the picture's own slope on either side explains it.
  private func step(_ place: OverlayOutline.Place) -> Float? {
    guard let inside = brightness(place, -1.6), let outside = brightness(place, 1.6) else { return nil }
    let step = inside - outside
    guard step.magnitude >= Self.faintest, let further = brightness(place, 4), let deeper = brightness(place, -4)
    else { return nil }
    let slope = min((outside - further).magnitude, (inside - deeper).magnitude)
    return step.magnitude >= 1.3 * slope ? step : nil
  }

  private func brightness(_ place: OverlayOutline.Place, _ distance: Double) -> Float? {
    reader.color(place, distance).map { ($0.x + 2 * $0.y + $0.z) / 4 }
  }

  /// Of outlines over each other the best; what lies well inside another is kept.
  private func best(_ found: [(outline: OverlayOutline, score: Double)]) -> [OverlayOutline] {
    var kept: [OverlayOutline] = []
    for (outline, _) in found.sorted(by: { $0.score > $1.score }) {
      let isTaken = kept.contains { other in
        let common = other.frame.intersection(outline.frame)
        let union = other.width * other.height + outline.width * outline.height - common.width * common.height
        return common.width * common.height > 0.5 * union
      }
      if !isTaken { kept.append(outline) }
    }
    return kept
  }
}

extension OverlayOutline {
  /// Whether a run lies on its inside's rows and columns, edges and all.
  fileprivate func holds(_ run: EdgeRun) -> Bool {
    let y = Double(run.row)
    return y > top - 3 && y < bottom + 3 && Double(run.from) > left - 3 && Double(run.to) < right + 3
  }
}
