import CalqueCore

/// Counts for each segment how many others stand beside it as ticks of one scale do: same polarity, nearly parallel,
/// one pair of ends side by side.
func countNeighbours(_ segments: inout [Segment]) {
  let cell = 48.0
  var buckets: [Int: [Int32]] = [:]
  func key(_ x: Double, _ y: Double) -> Int { Int((y / cell).rounded(.down)) * 4096 + Int((x / cell).rounded(.down)) }
  for i in segments.indices { buckets[key(segments[i].x, segments[i].y), default: []].append(Int32(i)) }
  for i in segments.indices {
    let a = segments[i]
    let reach = min(100, 1.7 * a.length + 10)
    var count = 0
    let span = Int((reach / cell).rounded(.up))
    for dy in -span...span {
      for dx in -span...span {
        guard let bucket = buckets[key(a.x + Double(dx) * cell, a.y + Double(dy) * cell)] else { continue }
        for j in bucket where Int(j) != i {
          let b = segments[Int(j)]
          if b.polarity == a.polarity, standBeside(a, b, reach: reach) { count += 1 }
        }
      }
    }
    segments[i].neighbours = count
  }
}

private func standBeside(_ a: Segment, _ b: Segment, reach: Double) -> Bool {
  let cosine = a.ux * b.ux + a.uy * b.uy
  if cosine.magnitude < 0.96 { return false }
  if b.length > 2.6 * a.length || a.length > 2.6 * b.length { return false }
  let flip = cosine < 0 ? -1.0 : 1.0
  let mx = a.ux + flip * b.ux
  let my = a.uy + flip * b.uy
  let norm = (mx * mx + my * my).squareRoot()
  for sense in [1.0, -1.0] {
    let p = a.end(sense)
    let q = b.end(sense * flip)
    let dx = q.x - p.x
    let dy = q.y - p.y
    let distance = (dx * dx + dy * dy).squareRoot()
    if distance < 2 || distance > reach { continue }
    if (dx * mx + dy * my).magnitude / norm < 0.13 * distance + 1.6 { return true }
  }
  return false
}
