import CalqueCore

/// Connected components of equal pixels, four neighbours each (Rosenfeld and Pfaltz 1966, over runs with union–find).
struct ColorComponents {
  let width: Int
  let height: Int
  private let bitmap: Bitmap
  private let lines: ColorRuns
  /// For each run the index of its region, or −1 where that is too small to list.
  private var runLabels: [Int32]
  var regions: [Region]

  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    let lines = ColorRuns(bitmap)
    self.bitmap = bitmap
    self.lines = lines
    var sets = DisjointSets(count: lines.count)
    lines.forEachContact { above, below, _, _ in
      if lines.runs[above].color == lines.runs[below].color { sets.join(Int32(above), Int32(below)) }
    }
    runLabels = sets.roots()
    regions = []
    list()
  }

  /// Counts the pixels of each set, lists those that are large enough, and turns the runs' roots into indices.
  private mutating func list() {
    let runs = lines.runs
    var areas = [Int32](repeating: 0, count: runs.count)
    for i in runs.indices { areas[Int(runLabels[i])] += runs[i].end - runs[i].start }
    var indices = [Int32](repeating: -1, count: runs.count)
    for y in 0..<height {
      for i in lines.row(y) {
        let root = Int(runLabels[i])
        if areas[root] >= RegionMap.smallestArea {
          if indices[root] < 0 {
            indices[root] = Int32(regions.count)
            regions.append(Region(runs[i], area: Int(areas[root]), row: y))
          }
          regions[Int(indices[root])].extend(by: runs[i], row: y)
        }
        runLabels[i] = indices[root]
      }
    }
  }

  /// For each pixel the index of its region, or −1.
  var labels: [Int32] {
    [Int32](unsafeUninitializedCapacity: width * height) { labels, initialized in
      for y in 0..<height {
        var done = y * width
        for i in lines.row(y) where runLabels[i] >= 0 {
          let start = y * width + Int(lines.runs[i].start)
          let end = y * width + Int(lines.runs[i].end)
          labels[done..<start].initialize(repeating: -1)
          labels[start..<end].initialize(repeating: runLabels[i])
          done = end
        }
        labels[done..<(y + 1) * width].initialize(repeating: -1)
      }
      initialized = width * height
    }
  }

  /// Joins regions that lie along each other and differ by no more than a gradient's steps do.
  ///
  /// An anti-aliased edge does not bridge two colours: one of its two steps is at least half of their difference.
  mutating func mergeGradients() {
    let (allContacts, largestSteps) = gradualContacts()
    let contacts = allContacts.pairs(atLeast: Self.leastContact)
    guard !contacts.isEmpty else { return }
    // A line one pixel thick is a band if both its sides are gradual. If one is, it may be an anti-aliased edge of low
    // contrast; at high contrast it is as good as the colour that it is near to.
    var sides = [Int](repeating: 0, count: regions.count)
    for (a, b) in contacts {
      sides[a] += 1
      sides[b] += 1
    }
    var sets = DisjointSets(count: regions.count)
    func isEdge(_ index: Int) -> Bool {
      sides[index] == 1 && largestSteps[index] < Self.highContrast && regions[index].isThin
    }
    for (a, b) in contacts where !isEdge(a) && !isEdge(b) {
      sets.join(Int32(a), Int32(b))
    }
    let roots = sets.roots()
    var indices = [Int32](repeating: -1, count: regions.count)
    var merged: [Region] = []
    merged.reserveCapacity(regions.count)
    for (i, region) in regions.enumerated() {
      let root = Int(roots[i])
      if indices[root] < 0 {
        indices[root] = Int32(merged.count)
        merged.append(region)
      } else {
        merged[Int(indices[root])].absorb(region)
      }
      indices[i] = indices[root]
    }
    regions = merged
    for i in runLabels.indices where runLabels[i] >= 0 { runLabels[i] = indices[Int(runLabels[i])] }
  }

  /// The largest step between two bands of a gradient, levels in each channel.
  private static let gradualStep: Float = 2
  /// Levels.
  private static let highContrast: Float = 32
  /// How many pixels of two bands must lie along each other.
  private static let leastContact = 8
  /// Regions below this area are no bands.
  private static let smallestBand = 48

  /// How many pixels lie along each other in each pair of regions that differ little, and how much each region
  /// differs at most from one beside it.
  private func gradualContacts() -> (lengths: PairSums, largestSteps: [Float]) {
    var contacts = PairSums()
    var largestSteps = [Float](repeating: 0, count: regions.count)
    /// −1 for what is no band.
    let bands = regions.indices.map { regions[$0].area >= Self.smallestBand ? Int32($0) : -1 }
    func meet(_ first: Int, _ second: Int, _ length: Int, _ step: () -> Float) {
      guard runLabels[first] >= 0, runLabels[second] >= 0, runLabels[first] != runLabels[second] else { return }
      let a = bands[Int(runLabels[first])]
      let b = bands[Int(runLabels[second])]
      guard a >= 0, b >= 0 else { return }
      let largest = step()
      largestSteps[Int(a)] = max(largestSteps[Int(a)], largest)
      largestSteps[Int(b)] = max(largestSteps[Int(b)], largest)
      guard largest <= Self.gradualStep else { return }
      contacts.add(length, to: a, b)
    }
    let runs = lines.runs
    bitmap.withReader { reader in
      lines.forEachContact { above, below, columns, row in
        meet(above, below, columns.count) {
          if runs[above].isUniform, runs[below].isUniform {
            return largestDifference(runs[above].color, runs[below].color)
          }
          // Where a run has many colours, its pixels are compared, at the quarters of what the two share.
          var largest: Float = 0
          for quarter in 1...3 {
            let x = columns.lowerBound + columns.count * quarter / 4
            largest = max(largest, largestDifference(reader.packed(x, row - 1), reader.packed(x, row)))
          }
          return largest
        }
      }
      for y in 0..<height {
        for i in lines.row(y).dropLast() where runs[i].end == runs[i + 1].start {
          let x = Int(runs[i].end)
          meet(i, i + 1, 1) { largestDifference(reader.packed(x - 1, y), reader.packed(x, y)) }
        }
      }
    }
    return (contacts, largestSteps)
  }
}

/// Of two packed colours, over the channels.
private func largestDifference(_ a: UInt32, _ b: UInt32) -> Float {
  let step = unpacked(a) - unpacked(b)
  return max(step.max(), -step.min())
}

extension Region {
  /// Whether it is a line one pixel thick.
  fileprivate var isThin: Bool { area * 2 < 3 * max(width, height) }

  fileprivate init(_ run: ColorRun, area: Int, row: Int) {
    self.init(
      area: area, minX: Int(run.start), minY: row, maxX: Int(run.end) - 1, maxY: row, color: unpacked(run.color),
      darkest: unpacked(run.darkest), brightest: unpacked(run.brightest))
  }

  fileprivate mutating func extend(by run: ColorRun, row: Int) {
    minX = min(minX, Int(run.start))
    maxX = max(maxX, Int(run.end) - 1)
    maxY = row
    // All of one colour have the same.
    guard !run.isUniform else { return }
    darkest = pointwiseMin(darkest, unpacked(run.darkest))
    brightest = pointwiseMax(brightest, unpacked(run.brightest))
  }

  fileprivate mutating func absorb(_ other: Region) {
    let share = Float(other.area) / Float(area + other.area)
    color += (other.color - color) * share
    area += other.area
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
    darkest = pointwiseMin(darkest, other.darkest)
    brightest = pointwiseMax(brightest, other.brightest)
  }
}
