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
    let ground = mode(plane)
    var result: [Dot] = []
    let largest = Int(diameters.upperBound * diameters.upperBound)
    forEachComponent(plane, ground: ground, largest: largest) { members in
      if let dot = disc(members, plane, ground: ground, factor: factor) { result.append(dot) }
    }
    return result
  }

  /// Calls a closure with the samples of each connected part that stands out from the ground and has no more than
  /// `largest`.
  private func forEachComponent(_ plane: Plane, ground: Float, largest: Int, _ body: ([Int]) -> Void) {
    let width = plane.width
    let height = plane.height
    var waiting = plane.values.map { ($0 - ground).magnitude > threshold }
    var stack: [Int] = []
    var members: [Int] = []
    waiting.withUnsafeMutableBufferPointer { waiting in
      func visit(_ cell: Int) {
        guard waiting[cell] else { return }
        waiting[cell] = false
        stack.append(cell)
      }
      for seed in waiting.indices where waiting[seed] {
        members.removeAll(keepingCapacity: true)
        visit(seed)
        while let cell = stack.popLast() {
          if members.count <= largest { members.append(cell) }
          let y = cell / width
          let x = cell - y * width
          if x + 1 < width { visit(cell + 1) }
          if x > 0 { visit(cell - 1) }
          if y + 1 < height { visit(cell + width) }
          if y > 0 { visit(cell - width) }
        }
        if members.count <= largest { body(members) }
      }
    }
  }

  /// The most common level, to one level.
  private func mode(_ plane: Plane) -> Float {
    // Neighbours are alike and would wait for each other's count, so each of four has its own.
    var histogram = [Int32](repeating: 0, count: 4 * 256)
    histogram.withUnsafeMutableBufferPointer { histogram in
      for (i, value) in plane.values.enumerated() {
        histogram[(i & 3) << 8 | max(0, min(255, Int(value)))] += 1
      }
    }
    func count(_ level: Int) -> Int32 { (0..<4).reduce(0) { $0 + histogram[$1 << 8 | level] } }
    var best = 0
    for level in 1..<256 where count(level) > count(best) { best = level }
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
