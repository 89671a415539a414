import CalqueCore

/// A connected patch of pixels that are not ground.
struct InkComponent {
  /// Columns and rows of its first and last pixels.
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int
  var area: Int
  /// The region that it lies on, which is beside its pixels more often than any other.
  var ground: Int
  /// Of the pixel that differs most from the ground: its full ink, where it has any.
  var color: SIMD4<Float> = .zero
  /// The largest step from one of its pixels to the next one in the row, levels.
  var sharpness: Float = 0
  /// Share of its bounds that differs from the ground by more than half of its contrast.
  var filled: Float = 0
  /// Whether it was found to be a shape or a ring of a size at which most are no letters.
  var isShape = false

  var width: Int { maxX - minX + 1 }
  var height: Int { maxY - minY + 1 }
  /// Of its bounds, in continuous pixels.
  var center: Point<Pixels> { Point(x: Double(minX + maxX + 1) / 2, y: Double(minY + maxY + 1) / 2) }
  var bounds: InkBounds { InkBounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
}

/// Columns and rows of the first and last pixels of some ink.
struct InkBounds {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  var height: Int { maxY - minY + 1 }
}

/// Finds the connected patches between ground regions, eight neighbours each.
struct InkFinder {
  let map: RegionMap
  let reader: BitmapReader
  /// For each region whether it is ground.
  let isGround: [Bool]

  private struct Run {
    var start: Int
    var end: Int
    var row: Int
    /// The grounds before and after it, -1 at the picture's border.
    var left: Int
    var right: Int
  }

  func find() -> [InkComponent] {
    var runs: [Run] = []
    var firsts = [0]
    map.labels.withUnsafeBufferPointer { labels in
      for y in 0..<map.height {
        appendRuns(labels, y, &runs)
        firsts.append(runs.count)
      }
    }
    var sets = DisjointSets(count: runs.count)
    for y in 1..<max(1, map.height) {
      var above = firsts[y - 1]
      var below = firsts[y]
      while above < firsts[y], below < firsts[y + 1] {
        // Corners touch too.
        if runs[above].start <= runs[below].end, runs[below].start <= runs[above].end {
          sets.join(Int32(above), Int32(below))
        }
        if runs[above].end < runs[below].end { above += 1 } else { below += 1 }
      }
    }
    return components(runs, sets.roots())
  }

  private func appendRuns(_ labels: UnsafeBufferPointer<Int32>, _ y: Int, _ runs: inout [Run]) {
    let row = y * map.width
    var x = 0
    var ground = -1
    while x < map.width {
      let label = Int(labels[row + x])
      if label >= 0, isGround[label] {
        ground = label
        x += 1
        continue
      }
      let start = x
      while x < map.width {
        let next = Int(labels[row + x])
        if next >= 0, isGround[next] { break }
        x += 1
      }
      let after = x < map.width ? Int(labels[row + x]) : ground
      runs.append(Run(start: start, end: x, row: y, left: ground < 0 ? after : ground, right: after))
    }
  }

  private func components(_ runs: [Run], _ roots: [Int32]) -> [InkComponent] {
    var indices = [Int](repeating: -1, count: runs.count)
    var found: [InkComponent] = []
    var votes: [[(ground: Int, count: Int)]] = []
    // Between grounds of two colours lies their edge.
    var edges: [Int] = []
    var counts: [Int] = []
    for (i, run) in runs.enumerated() {
      let root = Int(roots[i])
      if indices[root] < 0 {
        indices[root] = found.count
        found.append(
          InkComponent(minX: run.start, minY: run.row, maxX: run.end - 1, maxY: run.row, area: 0, ground: -1))
        votes.append([])
        edges.append(0)
        counts.append(0)
      }
      let index = indices[root]
      found[index].minX = min(found[index].minX, run.start)
      found[index].maxX = max(found[index].maxX, run.end - 1)
      found[index].maxY = run.row
      found[index].area += run.end - run.start
      counts[index] += 1
      if areAlike(run.left, run.right) {
        vote(run.left, &votes[index])
        if run.right != run.left { vote(run.right, &votes[index]) }
      } else {
        edges[index] += 1
      }
    }
    for i in found.indices where Self.edgeShare * edges[i] < counts[i] {
      found[i].ground = votes[i].max { $0.count < $1.count }?.ground ?? -1
    }
    return found
  }

  /// One row in so many between two grounds makes an edge: where a corner begins, a row may have one ground alone.
  private static let edgeShare = 4

  private func vote(_ ground: Int, _ votes: inout [(ground: Int, count: Int)]) {
    if let place = votes.firstIndex(where: { $0.ground == ground }) {
      votes[place].count += 1
    } else if votes.count < 4 {
      votes.append((ground, 1))
    }
  }

  /// Whether two grounds are of one colour, as a letter's counter and the page are.
  private func areAlike(_ a: Int, _ b: Int) -> Bool {
    guard a != b else { return true }
    guard a >= 0, b >= 0 else { return false }
    return SIMD4(map.regions[a].color - map.regions[b].color, 0).colorMagnitude < 2
  }

  /// Reads a component's full ink and how sharp its edges are.
  func readInk(_ component: inout InkComponent) {
    let ground = SIMD4(map.regions[component.ground].color, 0)
    var largest: Float = -1
    for y in component.minY...component.maxY {
      var before = ground
      for x in component.minX...component.maxX {
        let isGround = map.labels[y * map.width + x] == Int32(component.ground)
        let color = isGround ? ground : reader.pixel(x, y)
        component.sharpness = max(component.sharpness, (color - before).colorMagnitude)
        before = color
        let difference: Float = isGround ? 0 : (color - ground).colorMagnitude
        if difference > largest {
          largest = difference
          component.color = color
        }
      }
    }
    component.filled = filledShare(component, ground)
  }

  private func filledShare(_ component: InkComponent, _ ground: SIMD4<Float>) -> Float {
    let half = 0.5 * (component.color - ground).colorMagnitude
    var count = 0
    for y in component.minY...component.maxY {
      for x in component.minX...component.maxX where map.labels[y * map.width + x] != Int32(component.ground) {
        if (reader.pixel(x, y) - ground).colorMagnitude > half { count += 1 }
      }
    }
    return Float(count) / Float(component.width * component.height)
  }
}
