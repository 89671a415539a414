import CalqueCore

/// What is read of one tick. Along and across are the ruler's axis and the way across it, px.
struct TickReading: Sendable {
  /// Its place in steps from the first.
  var index: Int
  /// Of its centre line.
  var position: Double
  var sigma: Double
  /// Its ends across.
  var from: Double
  var to: Double
  /// Of each end.
  var sigmaEnd: Double
  /// Levels times pixels across its width: contrast times width.
  var sum: Double
  /// Largest contrast of a column, levels.
  var peak: Double
  /// From the ground to its ink, of length 1.
  var direction: SIMD4<Float>
  /// Whether a ground of another colour begins where it ends.
  var isAttachedAtFrom: Bool
  var isAttachedAtTo: Bool

  var length: Double { to - from }
}

/// Reads a tick from the sums of its coverage.
struct TickReader {
  let picture: AxisReader
  /// From the centre line, within which all of a tick's ink lies, px.
  let reach: Double
  /// Half the way to the next tick, px.
  let half: Double
  /// Longest ticks, px.
  let longest: Int

  /// A window of columns about a tick, and those of ground on both sides.
  private struct Window {
    var columns: ClosedRange<Int>
    var left: ClosedRange<Int>
    var right: ClosedRange<Int>
    var center: Double
  }

  /// - Parameters:
  ///   - position: Expected centre line.
  ///   - row: A line that crosses it.
  /// - Returns: nil where nothing stands out there, or it is cut off by the picture's border.
  func read(_ position: Double, row: Int, index: Int) -> TickReading? {
    guard let window = window(position) else { return nil }
    var direction = SIMD4<Float>.zero
    for y in max(0, row - 1)...min(picture.breadth - 1, row + 1) { direction += ink(window, y).sum }
    direction.w = 0
    let strength = direction.colorMagnitude
    guard strength > 3 else { return nil }
    direction /= strength
    let reference = max(ink(window, row).sum.colorDot(direction), strength / 3)
    let first = end(window, row, -1, direction, reference)
    let last = end(window, row, 1, direction, reference)
    guard last.row - first.row >= 2 else { return nil }
    return measure(window, first, last, direction, index: index)
  }

  private func window(_ position: Double) -> Window? {
    let first = Int((position - reach).rounded(.down))
    let last = Int((position + reach).rounded(.up)) - 1
    guard first >= 0, last < picture.length, first <= last else { return nil }
    let farLeft = max(0, min(first - 1, Int((position - half).rounded())), first - 3)
    let farRight = min(picture.length - 1, max(last + 1, Int((position + half).rounded()) - 1), last + 3)
    guard farLeft < first, farRight > last else { return nil }
    return Window(columns: first...last, left: farLeft...(first - 1), right: (last + 1)...farRight, center: position)
  }

  private func mean(_ columns: ClosedRange<Int>, _ row: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for x in columns { sum += picture.pixel(x, row) }
    return sum / Float(columns.count)
  }

  /// What stands out of the ground in one line: its sum and that of the ground.
  private func ink(_ window: Window, _ row: Int) -> (sum: SIMD4<Float>, ground: SIMD4<Float>) {
    let left = mean(window.left, row)
    let right = mean(window.right, row)
    let ground = (left + right) * 0.5
    var sum = SIMD4<Float>.zero
    for x in window.columns { sum += picture.pixel(x, row) }
    return (sum - ground * Float(window.columns.count), ground)
  }

  /// Follows a tick to its end: the last line in which at least half of it is there.
  private func end(
    _ window: Window, _ row: Int, _ sense: Int, _ direction: SIMD4<Float>, _ reference: Float
  ) -> (row: Int, isAttached: Bool) {
    var last = row
    var ground = ink(window, row).ground
    for _ in 0..<longest {
      let y = last + sense
      guard y >= 0, y < picture.breadth else { break }
      let next = ink(window, y)
      if next.sum.colorDot(direction) < 0.5 * reference {
        let y2 = min(max(0, y + sense), picture.breadth - 1)
        let change = max((next.ground - ground).colorMagnitude, (ink(window, y2).ground - ground).colorMagnitude)
        return (last, change > 0.5 * contrast(window, row, direction))
      }
      last = y
      ground = next.ground
    }
    return (last, false)
  }

  /// The largest of one line's pixels.
  private func contrast(_ window: Window, _ row: Int, _ direction: SIMD4<Float>) -> Float {
    let ground = (mean(window.left, row) + mean(window.right, row)) * 0.5
    return window.columns.reduce(0) { max($0, (picture.pixel($1, row) - ground).colorDot(direction)) }
  }

  private func measure(
    _ window: Window, _ first: (row: Int, isAttached: Bool), _ last: (row: Int, isAttached: Bool),
    _ direction: SIMD4<Float>, index: Int
  ) -> TickReading? {
    // Round ends are left out: they are not longer than half a tick's width.
    let margin = min(Int(reach), max(1, (last.row - first.row - 1) / 3))
    var inner = (first.row + margin)...(last.row - margin)
    if inner.isEmpty { inner = first.row...last.row }
    var columns = [Float](repeating: 0, count: window.columns.count)
    var centers: [Double] = []
    for y in inner {
      let left = mean(window.left, y)
      let right = mean(window.right, y)
      var sum = Float(0)
      var moment = Float(0)
      for (i, x) in window.columns.enumerated() {
        let share = (Float(i) + 0.5) / Float(window.columns.count)
        let value = (picture.pixel(x, y) - left - (right - left) * share).colorDot(direction)
        columns[i] += value
        sum += value
        moment += value * (Float(i) + 0.5)
      }
      if sum > 0 { centers.append(Double(moment / sum)) }
    }
    let rows = Float(inner.count)
    for i in columns.indices { columns[i] /= rows }
    let sum = columns.reduce(0, +)
    guard sum > 2, centers.count * 2 > inner.count else { return nil }
    let moment = columns.indices.reduce(Float(0)) { $0 + columns[$1] * (Float($1) + 0.5) }
    let position = Double(window.columns.lowerBound) + Double(moment / sum)
    let peak = Double(columns.max() ?? 0)
    // Neighbouring lines of a photograph err together: a third of them counts.
    let scatter = centers.count > 2 ? medianDeviation(centers) / max(1, Double(centers.count) / 3).squareRoot() : 0
    // Rounding to whole levels.
    let rounding = 0.29 * Double(columns.count) / max(Double(sum), 1)
    let from = edge(first.row, -1, position, inner, window, direction)
    let to = edge(last.row, 1, position, inner, window, direction)
    return TickReading(
      index: index, position: position, sigma: hypot(hypot(scatter, rounding), 0.008), from: from, to: to,
      sigmaEnd: hypot(0.02, 1.5 / max(peak, 1)), sum: Double(sum), peak: peak, direction: direction,
      isAttachedAtFrom: first.isAttached, isAttachedAtTo: last.isAttached)
  }

  /// Where a tick ends on its own centre line: the sum of coverage in the lines about its last one.
  private func edge(
    _ row: Int, _ sense: Int, _ position: Double, _ inner: ClosedRange<Int>, _ window: Window,
    _ direction: SIMD4<Float>
  ) -> Double {
    var full = 0.0
    for y in inner { full += core(position, y, window, direction) }
    full /= Double(inner.count)
    let inside = row - sense
    let boundary = Double(inside) + (sense > 0 ? 1 : 0)
    guard full > 0 else { return boundary + Double(sense) }
    var covered = 0.0
    for k in 1...3 {
      let y = inside + k * sense
      guard y >= 0, y < picture.breadth else { break }
      covered += min(max(core(position, y, window, direction) / full, 0), 1)
    }
    return boundary + Double(sense) * covered
  }

  /// How much ink lies within half a pixel of the centre line.
  private func core(_ position: Double, _ row: Int, _ window: Window, _ direction: SIMD4<Float>) -> Double {
    let ground = (mean(window.left, row) + mean(window.right, row)) * 0.5
    let x = Int((position - 0.5).rounded(.down))
    let share = Float(position - 0.5 - Double(x))
    let left = min(max(0, x), picture.length - 1)
    let right = min(max(0, x + 1), picture.length - 1)
    let a = (picture.pixel(left, row) - ground).colorDot(direction)
    let b = (picture.pixel(right, row) - ground).colorDot(direction)
    return Double(a * (1 - share) + b * share)
  }
}
