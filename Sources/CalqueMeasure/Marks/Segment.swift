import CalqueCore

/// A short straight bar.
struct Segment: Sendable {
  /// Middle, px of the full picture.
  var x: Double
  var y: Double
  /// Unit vector along it; its sense has no meaning.
  var ux: Double
  var uy: Double
  /// px of the full picture.
  var length: Double
  /// Mean ridge strength.
  var strength: Double
  var polarity: Polarity
  /// Standard deviation of its direction, radians.
  var sigmaDirection: Double
  /// How many neighbours stand beside it as ticks do.
  var neighbours: Int = 0

  /// An end: along +u or −u.
  func end(_ sense: Double) -> (x: Double, y: Double) {
    (x + sense * ux * length / 2, y + sense * uy * length / 2)
  }
}

/// Links ridge points to short straight bars.
struct SegmentLinker: Sendable {
  /// Lengths to keep, in samples.
  var lengths: ClosedRange<Double>
  /// Largest root mean square distance from the line, in samples.
  var straightness: Double
  /// Cosine of the largest turn from the bar's direction.
  var turn: Float = 0.927  // 22°

  /// - Parameters:
  ///   - points: In a plane of `width` × `height` samples.
  ///   - factor: Pixels of the full picture a sample.
  func segments(_ points: [RidgePoint], width: Int, height: Int, factor: Double, polarity: Polarity) -> [Segment] {
    var grid = [Int32](repeating: -1, count: width * height)
    for i in points.indices {
      let column = min(width - 1, max(0, Int(points[i].x)))
      let row = min(height - 1, max(0, Int(points[i].y)))
      let cell = row * width + column
      if grid[cell] < 0 || points[Int(grid[cell])].strength < points[i].strength { grid[cell] = Int32(i) }
    }
    // The strongest first: positive numbers are in the order of their bits.
    let order = points.indices.map { UInt64(~points[$0].strength.bitPattern) << 32 | UInt64($0) }.sorted()
    var used = [Bool](repeating: false, count: points.count)
    var result: [Segment] = []
    var chain: [Int] = []
    for key in order {
      let seed = Int(key & 0xFFFF_FFFF)
      if used[seed] { continue }
      chain.removeAll(keepingCapacity: true)
      chain.append(seed)
      used[seed] = true
      let least = points[seed].strength * 0.35
      for sense in [Float(1), -1] {
        var current = seed
        var dx = -points[seed].ny * sense
        var dy = points[seed].nx * sense
        while Double(chain.count) <= lengths.upperBound * 2 {
          let here = points[current]
          var best = -1
          var bestCost = Float.infinity
          let column = Int(here.x)
          let row = Int(here.y)
          for yy in max(0, row - 1)...min(height - 1, row + 1) {
            for xx in max(0, column - 1)...min(width - 1, column + 1) {
              let candidate = Int(grid[yy * width + xx])
              if candidate < 0 || used[candidate] { continue }
              let p = points[candidate]
              if p.strength < least { continue }
              if (p.nx * -dy + p.ny * dx).magnitude < turn { continue }
              let ex = p.x - here.x
              let ey = p.y - here.y
              let forward = ex * dx + ey * dy
              if forward <= 0.1 || forward > 1.8 { continue }
              let aside = (ex * dy - ey * dx).magnitude
              if aside > 0.8 { continue }
              let cost = aside + (forward - 1).magnitude * 0.5
              if cost < bestCost {
                bestCost = cost
                best = candidate
              }
            }
          }
          if best < 0 { break }
          used[best] = true
          chain.append(best)
          let p = points[best]
          let side: Float = (-p.ny * dx + p.nx * dy) >= 0 ? 1 : -1
          dx = 0.5 * dx + 0.5 * -p.ny * side
          dy = 0.5 * dy + 0.5 * p.nx * side
          let norm = (dx * dx + dy * dy).squareRoot()
          dx /= norm
          dy /= norm
          current = best
        }
      }
      if chain.count >= 3, let segment = fit(chain, points, factor: factor, polarity: polarity) {
        result.append(segment)
      }
    }
    return result
  }

  /// The line through a chain by its principal axis; nil where it is too short, too long or not straight.
  private func fit(_ chain: [Int], _ points: [RidgePoint], factor: Double, polarity: Polarity) -> Segment? {
    let n = Double(chain.count)
    var sx = 0.0
    var sy = 0.0
    var strength = 0.0
    for i in chain {
      sx += Double(points[i].x)
      sy += Double(points[i].y)
      strength += Double(points[i].strength)
    }
    let mx = sx / n
    let my = sy / n
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for i in chain {
      let dx = Double(points[i].x) - mx
      let dy = Double(points[i].y) - my
      xx += dx * dx
      xy += dx * dy
      yy += dy * dy
    }
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    let ux = cos(angle)
    let uy = sin(angle)
    var low = Double.infinity
    var high = -Double.infinity
    var squares = 0.0
    for i in chain {
      let dx = Double(points[i].x) - mx
      let dy = Double(points[i].y) - my
      let along = dx * ux + dy * uy
      let aside = dx * uy - dy * ux
      low = min(low, along)
      high = max(high, along)
      squares += aside * aside
    }
    let length = high - low + 1
    guard lengths.contains(length), (squares / n).squareRoot() < straightness else { return nil }
    let scatter = max(0.12, (squares / max(1, n - 2)).squareRoot())
    let middle = (low + high) / 2
    return Segment(
      x: (mx + middle * ux) * factor, y: (my + middle * uy) * factor, ux: ux, uy: uy, length: length * factor,
      strength: strength / n, polarity: polarity, sigmaDirection: scatter * (12 / n).squareRoot() / length)
  }
}
