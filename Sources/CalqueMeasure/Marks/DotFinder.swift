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
    let largest = Int(diameters.upperBound * diameters.upperBound)
    return InkParts(plane, ground: ground, threshold: threshold).parts(upTo: largest)
      .compactMap { disc($0, plane, ground: ground, factor: factor) }
  }

  /// The most common level, to one level.
  private func mode(_ plane: Plane) -> Float {
    // Neighbours are alike and would wait for each other's count, so each of four has its own.
    var histogram = [Int32](repeating: 0, count: 4 * 256)
    histogram.withUnsafeMutableBufferPointer { histogram in
      plane.values.withUnsafeBufferPointer { values in
        for i in values.indices { histogram[(i & 3) << 8 | max(0, min(255, Int(values[i])))] += 1 }
      }
    }
    func count(_ level: Int) -> Int32 { (0..<4).reduce(0) { $0 + histogram[$1 << 8 | level] } }
    var best = 0
    for level in 1..<256 where count(level) > count(best) { best = level }
    return Float(best) + 0.5
  }

  /// A part as a disc, its centre weighted by how much each sample stands out, one sample around it included;
  /// nil where it is no disc.
  private func disc(_ part: InkPart, _ plane: Plane, ground: Float, factor: Double) -> Dot? {
    let width = plane.width
    let (minX, minY, maxX, maxY) = (part.minX, part.minY, part.maxX, part.maxY)
    guard minX > 0, minY > 0, maxX < width - 1, maxY < plane.height - 1 else { return nil }
    let peak = part.peak
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
