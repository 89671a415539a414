import CalqueCore

/// A filled disc of one colour on a plain ground.
struct Dot: Sendable {
  /// px of the full picture.
  var x: Double
  var y: Double
  /// px.
  var diameter: Double
  /// Mean distance from the ground, levels.
  var contrast: Double
}

/// Finds small discs as connected components that stand out from the plane's most common level.
struct DotFinder: Sendable {
  /// Diameters to keep, in samples.
  var diameters: ClosedRange<Double>
  /// A dot stands out from the ground by more than this, levels.
  var threshold: Float = 40

  /// - Parameter factor: Pixels of the full picture a sample.
  func dots(_ plane: Plane, factor: Double) -> [Dot] {
    let width = plane.width
    let height = plane.height
    let ground = mode(plane)
    var visited = [Bool](repeating: false, count: width * height)
    var result: [Dot] = []
    var stack: [Int] = []
    let largest = Int(diameters.upperBound * diameters.upperBound)
    for seed in 0..<(width * height) where !visited[seed] && (plane.values[seed] - ground).magnitude > threshold {
      stack.removeAll(keepingCapacity: true)
      stack.append(seed)
      visited[seed] = true
      var members: [Int] = []
      var count = 0
      while let cell = stack.popLast() {
        count += 1
        if members.count <= largest { members.append(cell) }
        let x = cell % width
        let y = cell / width
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let xx = x + dx
          let yy = y + dy
          guard xx >= 0, yy >= 0, xx < width, yy < height else { continue }
          let next = yy * width + xx
          if visited[next] || (plane.values[next] - ground).magnitude <= threshold { continue }
          visited[next] = true
          stack.append(next)
        }
      }
      if count <= largest, let dot = disc(members, plane, ground: ground, factor: factor) { result.append(dot) }
    }
    return result
  }

  /// The most common level, to one level.
  private func mode(_ plane: Plane) -> Float {
    var histogram = [Int](repeating: 0, count: 256)
    for value in plane.values { histogram[max(0, min(255, Int(value)))] += 1 }
    var best = 0
    for level in 1..<256 where histogram[level] > histogram[best] { best = level }
    return Float(best) + 0.5
  }

  /// A component as a disc, its centre weighted by how much each sample stands out, one sample around it included;
  /// nil where it is no disc.
  private func disc(_ members: [Int], _ plane: Plane, ground: Float, factor: Double) -> Dot? {
    let width = plane.width
    var minX = Int.max
    var maxX = 0
    var minY = Int.max
    var maxY = 0
    for cell in members {
      minX = min(minX, cell % width)
      maxX = max(maxX, cell % width)
      minY = min(minY, cell / width)
      maxY = max(maxY, cell / width)
    }
    guard minX > 0, minY > 0, maxX < width - 1, maxY < plane.height - 1 else { return nil }
    var peak: Float = 0
    for cell in members { peak = max(peak, (plane.values[cell] - ground).magnitude) }
    var sum = 0.0
    var sx = 0.0
    var sy = 0.0
    var sxx = 0.0
    var syy = 0.0
    var sxy = 0.0
    for y in (minY - 1)...(maxY + 1) {
      for x in (minX - 1)...(maxX + 1) {
        let weight = Double(min(1, (plane.values[y * width + x] - ground).magnitude / peak))
        let px = Double(x) + 0.5
        let py = Double(y) + 0.5
        sum += weight
        sx += weight * px
        sy += weight * py
        sxx += weight * px * px
        syy += weight * py * py
        sxy += weight * px * py
      }
    }
    let mx = sx / sum
    let my = sy / sum
    let diameter = 2 * (sum / Double.pi).squareRoot()
    guard diameters.contains(diameter) else { return nil }
    // A disc's second moments are d²/16 each, a pixel's own area adds a twelfth.
    let expected = diameter * diameter / 16 + 1.0 / 12
    let vx = sxx / sum - mx * mx
    let vy = syy / sum - my * my
    let cross = sxy / sum - mx * my
    let slack = 0.12 * expected + 0.06
    guard (vx - expected).magnitude < slack, (vy - expected).magnitude < slack, cross.magnitude < slack else {
      return nil
    }
    return Dot(x: mx * factor, y: my * factor, diameter: diameter * factor, contrast: Double(peak))
  }
}
