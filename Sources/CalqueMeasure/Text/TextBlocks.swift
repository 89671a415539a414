import CalqueCore
import CalqueSpec

/// Numbers the blocks of lines that follow each other in one size and colour, and measures their spacing.
/// - Parameter lines: From top to bottom.
func withBlocks(_ lines: [TextSpec]) -> [TextSpec] {
  var result = lines
  var count = 0
  for i in result.indices {
    guard let baseline = result[i].baseline else { continue }
    // The nearest line below that goes with this one.
    var next: (index: Int, distance: Double)?
    for j in result.indices where j != i {
      guard let other = result[j].baseline, result[j].lineSpacing == nil, followsInBlock(result[i], result[j]) else {
        continue
      }
      let distance = other.value - baseline.value
      if distance < next?.distance ?? .infinity { next = (j, distance) }
    }
    guard let next, let other = result[next.index].baseline else { continue }
    if result[i].block == nil {
      result[i].block = count
      count += 1
    }
    result[next.index].block = result[i].block
    result[next.index].lineSpacing = Estimate(next.distance, sigma: hypot(baseline.sigma, other.sigma))
  }
  return result
}

/// Whether a line stands below another, near it, at its left edge, middle or right edge, in its size and colour.
private func followsInBlock(_ upper: TextSpec, _ lower: TextSpec) -> Bool {
  guard let a = upper.baseline, let b = lower.baseline else { return false }
  let distance = b.value - a.value
  let height = upper.capHeight?.value ?? upper.ink.height
  guard distance > 0.8 * height, distance < 3 * height else { return false }
  let ratio = (lower.capHeight?.value ?? lower.ink.height) / height
  guard ratio > 0.75, ratio < 1.34 else { return false }
  let tolerance = 0.35 * height
  let isAligned =
    (upper.ink.x - lower.ink.x).magnitude < tolerance || (upper.ink.maxX - lower.ink.maxX).magnitude < tolerance
    || (upper.ink.center.x - lower.ink.center.x).magnitude < tolerance
  guard isAligned else { return false }
  for channel in 0..<3 {
    let difference = Int(upper.color[channel]) - Int(lower.color[channel])
    if difference.magnitude > 40 { return false }
  }
  return true
}
