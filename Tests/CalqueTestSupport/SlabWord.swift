import CalqueCore

/// A word set in Tests/CalqueTypeTests/Fixtures/axes.ttf, drawn from the rules that its script states and not from the
/// font: letters are slabs, and each pixel holds the exact share that they cover.
public struct SlabWord: Sendable {
  public var text: String
  /// Of the em, px and pt.
  public var size: Double
  public var pointSize: Double
  public var weight: Double
  /// Where the pen begins, px.
  public var origin: Point<Pixels>

  public init(_ text: String, size: Double, pointSize: Double, weight: Double, origin: Point<Pixels>) {
    self.text = text
    self.size = size
    self.pointSize = pointSize
    self.weight = weight
    self.origin = origin
  }

  private var stem: Double { weight < 400 ? 100 - 60 * (400 - weight) / 300 : 100 + 120 * (weight - 400) / 500 }
  private var narrower: Double { 100 * (min(max(pointSize, 8), 32) - 8) / 24 }

  /// What `trak` adds to an advance, in thousandths of the em, between its sizes linear; of 12 to 48 pt.
  private var tracking: Double {
    let track: [(size: Double, value: Double)] = [(12, 60), (16, 20), (24, 0), (48, -20)]
    for (a, b) in zip(track, track.dropFirst()) where pointSize <= b.size {
      return a.value + (b.value - a.value) * (pointSize - a.size) / (b.size - a.size)
    }
    return -20
  }

  /// The pen's way, px.
  public var advance: Double { Double(text.count) * (700 - narrower + tracking) * size / 1000 }

  /// The slabs, px.
  public var slabs: [Rect<Pixels>] {
    var result: [Rect<Pixels>] = []
    let k = size / 1000
    var pen = origin.x + tracking * k / 2
    for letter in text {
      for (x0, y0, x1, y1) in units(letter) {
        result.append(
          Rect(minX: pen + x0 * k, minY: origin.y - y1 * k, maxX: pen + x1 * k, maxY: origin.y - y0 * k))
      }
      pen += (700 - narrower + tracking) * k
    }
    return result
  }

  public var ink: Rect<Pixels> { slabs.dropFirst().reduce(slabs[0]) { $0.union($1) } }

  private func units(_ letter: Character) -> [(Double, Double, Double, Double)] {
    let right = 620 - narrower
    let left = (80.0, 0.0, 80 + stem, 700.0)
    let other = (right - stem, 0.0, right, 700.0)
    switch letter {
    case "H": return [left, other, (80 + stem, 300, right - stem, 300 + stem)]
    case "E":
      return [
        left, (80 + stem, 0, right, stem), (80 + stem, 300, right, 300 + stem), (80 + stem, 700 - stem, right, 700),
      ]
    case "U": return [left, other, (80 + stem, 0, right - stem, stem)]
    default: return [left]
    }
  }

  /// The share of each pixel that the slabs cover.
  public func coverage(width: Int, height: Int) -> Plane {
    var plane = Plane(width: width, height: height)
    for slab in slabs {
      for y in max(0, Int(slab.y))..<min(height, Int(slab.maxY) + 1) {
        for x in max(0, Int(slab.x))..<min(width, Int(slab.maxX) + 1) {
          let across = min(slab.maxX, Double(x + 1)) - max(slab.x, Double(x))
          let down = min(slab.maxY, Double(y + 1)) - max(slab.y, Double(y))
          plane[x, y] = min(1, plane[x, y] + Float(max(0, across) * max(0, down)))
        }
      }
    }
    return plane
  }

  /// A picture of the word: `ink` levels on a ground that a closure gives, 0…255 grey.
  public func picture(width: Int, height: Int, ink: Double, ground: (Int, Int) -> Double) -> Bitmap {
    bitmap(of: coverage(width: width, height: height), ink: ink, ground: ground)
  }
}

/// A grey picture of ink that covers as much of each pixel as a plane says.
public func bitmap(of coverage: Plane, ink: Double, ground: (Int, Int) -> Double) -> Bitmap {
  var samples: [UInt8] = []
  samples.reserveCapacity(4 * coverage.values.count)
  for y in 0..<coverage.height {
    for x in 0..<coverage.width {
      let below = ground(x, y)
      let level = below + (ink - below) * Double(coverage[x, y])
      let value = UInt8(min(max(level, 0), 255).rounded())
      samples += [value, value, value, 255]
    }
  }
  return Bitmap(width: coverage.width, height: coverage.height, rgba: samples)
}
