/// Connected components of equal pixels, four neighbours each (Rosenfeld and Pfaltz 1966, with union–find).
struct ColorComponents {
  let width: Int
  let height: Int
  /// For each pixel the index of its region, or −1 where that is too small to list.
  private(set) var labels: [Int32]
  private(set) var regions: [Region]

  /// Labels the pixels.
  /// - Parameters:
  ///   - colors: `width * height` packed colours.
  ///   - width: Of the picture, at least 1.
  ///   - height: Of the picture, at least 1.
  init(_ colors: [UInt32], width: Int, height: Int) {
    self.width = width
    self.height = height
    var sets = DisjointSets()
    labels = [Int32](unsafeUninitializedCapacity: width * height) { labels, initialized in
      colors.withUnsafeBufferPointer { colors in
        for y in 0..<height {
          var i = y * width
          for x in 0..<width {
            let color = colors[i]
            let isLeft = x > 0 && colors[i - 1] == color
            let isUp = y > 0 && colors[i - width] == color
            if isLeft {
              labels[i] = labels[i - 1]
              // Where the pixel to the upper left is of the colour too, the two were joined there.
              if isUp && colors[i - width - 1] != color { sets.join(labels[i], labels[i - width]) }
            } else {
              labels[i] = isUp ? labels[i - width] : sets.add()
            }
            i += 1
          }
        }
      }
      initialized = width * height
    }
    regions = []
    list(colors, sets)
  }

  /// Counts the pixels of each set, lists those that are large enough, and turns the pixels' labels into indices.
  private mutating func list(_ colors: [UInt32], _ joined: DisjointSets) {
    var sets = joined
    let roots = sets.roots()
    var areas = [Int32](repeating: 0, count: roots.count)
    for label in labels { areas[Int(roots[Int(label)])] += 1 }
    var indices = [Int32](repeating: -1, count: roots.count)
    for y in 0..<height {
      var x = 0
      while x < width {
        let start = y * width + x
        let label = labels[start]
        let color = colors[start]
        // Equal neighbours in a row belong together whatever their labels.
        var end = x + 1
        while end < width, colors[y * width + end] == color { end += 1 }
        let root = Int(roots[Int(label)])
        if areas[root] >= RegionMap.smallestArea, indices[root] < 0 {
          indices[root] = Int32(regions.count)
          let level = unpacked(color)
          regions.append(
            Region(
              area: Int(areas[root]), minX: x, minY: y, maxX: end - 1, maxY: y, color: level, darkest: level,
              brightest: level))
        }
        let index = indices[root]
        if index >= 0 {
          let i = Int(index)
          if x < regions[i].minX { regions[i].minX = x }
          if end - 1 > regions[i].maxX { regions[i].maxX = end - 1 }
          regions[i].maxY = y
        }
        for j in start..<y * width + end { labels[j] = index }
        x = end
      }
    }
  }

  /// Joins regions that lie along each other and differ by no more than a gradient's steps do.
  ///
  /// An anti-aliased edge does not bridge two colours: one of its two steps is at least half of their difference.
  mutating func mergeGradients() {
    let contacts = gradualContacts()
    guard !contacts.isEmpty else { return }
    var sets = DisjointSets(count: regions.count)
    for (pair, count) in contacts where count >= Self.leastContact {
      sets.join(Int32(truncatingIfNeeded: pair >> 32), Int32(truncatingIfNeeded: pair & 0xFFFF_FFFF))
    }
    let roots = sets.roots()
    var indices = [Int32](repeating: -1, count: regions.count)
    var merged: [Region] = []
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
    guard merged.count < regions.count else { return }
    regions = merged
    labels.withUnsafeMutableBufferPointer { labels in
      for i in labels.indices where labels[i] >= 0 { labels[i] = indices[Int(labels[i])] }
    }
  }

  /// The largest step between two bands of a gradient, levels in each channel.
  private static let gradualStep: Float = 2
  /// How many pixels of two bands must lie along each other.
  private static let leastContact = 8
  /// Regions below this area are no bands.
  private static let smallestBand = 24

  /// How many pixels lie along each other in each pair of regions that differ little; the lower index in the upper half.
  private func gradualContacts() -> [UInt64: Int] {
    var contacts: [UInt64: Int] = [:]
    let isBand = regions.map { $0.area >= Self.smallestBand }
    labels.withUnsafeBufferPointer { labels in
      var last: (a: Int32, b: Int32, isGradual: Bool) = (-1, -1, false)
      func meet(_ a: Int32, _ b: Int32) {
        guard a >= 0, b >= 0, isBand[Int(a)], isBand[Int(b)] else { return }
        if last.a != a || last.b != b {
          let step = regions[Int(a)].color - regions[Int(b)].color
          let largest = max(step.max(), -step.min())
          last = (a, b, largest <= Self.gradualStep)
        }
        if last.isGradual { contacts[UInt64(min(a, b)) << 32 | UInt64(max(a, b)), default: 0] += 1 }
      }
      for y in 0..<height {
        for i in y * width..<(y + 1) * width {
          let a = labels[i]
          if i + 1 < (y + 1) * width, labels[i + 1] != a { meet(a, labels[i + 1]) }
          if y + 1 < height, labels[i + width] != a { meet(a, labels[i + width]) }
        }
      }
    }
    return contacts
  }
}

extension Region {
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

/// Union–find with path halving (Tarjan and van Leeuwen 1984); the smaller index is the root.
struct DisjointSets {
  private var parents: [Int32]

  init(count: Int = 0) { parents = (0..<count).map { Int32($0) } }

  /// Adds a set of one.
  mutating func add() -> Int32 {
    let index = Int32(parents.count)
    parents.append(index)
    return index
  }

  mutating func root(_ index: Int32) -> Int32 {
    var i = Int(index)
    while parents[i] != Int32(i) {
      parents[i] = parents[Int(parents[i])]
      i = Int(parents[i])
    }
    return Int32(i)
  }

  mutating func join(_ a: Int32, _ b: Int32) {
    let x = root(a)
    let y = root(b)
    if x < y { parents[Int(y)] = x } else { parents[Int(x)] = y }
  }

  /// Every member's root.
  mutating func roots() -> [Int32] {
    for i in parents.indices { parents[i] = parents[Int(parents[i])] }
    return parents
  }
}
