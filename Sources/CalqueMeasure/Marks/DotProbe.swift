import CalqueCore

/// Finds a disc of known size by what can be seen of its edge.
struct DotProbe: Sendable {
  /// px.
  var diameter: Double

  private static let directions = 48

  /// - Parameters:
  ///   - x: Where its centre is expected, within a quarter of its diameter, px; `y` likewise.
  /// - Returns: nil where less than half of the edge can be seen.
  func find(_ reader: BitmapReader, x: Double, y: Double) -> Dot? {
    let radius = diameter / 2
    guard reader.covers(x - 2 * radius, y - 2 * radius), reader.covers(x + 2 * radius, y + 2 * radius) else {
      return nil
    }
    var center = (x: x, y: y)
    var contrast = 0.0
    for _ in 0..<4 {
      let ink = reader.bilinear(center.x, center.y)
      var edges: [(cos: Double, sin: Double, distance: Double)] = []
      contrast = 0
      for k in 0..<Self.directions {
        let angle = 2 * Double.pi * Double(k) / Double(Self.directions)
        let ground = reader.bilinear(center.x + 1.6 * radius * sin(angle), center.y - 1.6 * radius * cos(angle))
        var way = ground - ink
        way.w = 0
        let square = (way * way).sum()
        guard square > 1600 else { continue }
        contrast = max(contrast, Double(square.squareRoot()))
        // The half level between ink and ground along the ray.
        var before = 0.0
        var t = radius * 0.4
        while t < 1.6 * radius {
          let color = reader.bilinear(center.x + t * sin(angle), center.y - t * cos(angle))
          let level = Double(((color - ink) * way).sum() / square)
          if level >= 0.5 {
            let distance = t - 0.25 * (level - 0.5) / max(level - before, 1e-6)
            if (distance - radius).magnitude < 0.3 * radius + 0.5 { edges.append((sin(angle), -cos(angle), distance)) }
            break
          }
          before = level
          t += 0.25
        }
      }
      guard edges.count * 2 >= Self.directions else { return nil }
      var kept = edges
      var shift = (x: 0.0, y: 0.0)
      for _ in 0..<3 {
        // distance = radius + shift · direction
        var normal = SymmetricMatrix(order: 2)
        var right = [0.0, 0.0]
        for e in kept {
          let g = [e.cos, e.sin]
          for a in 0..<2 {
            right[a] += g[a] * (e.distance - radius)
            for b in 0...a { normal[a, b] += g[a] * g[b] }
          }
        }
        guard let step = Cholesky(normal)?.solve(right) else { return nil }
        shift = (step[0], step[1])
        let limit = max(0.3, 3 * medianDeviation(kept.map { $0.distance - radius - shift.x * $0.cos - shift.y * $0.sin }))
        kept = edges.filter { ($0.distance - radius - shift.x * $0.cos - shift.y * $0.sin).magnitude < limit }
        guard kept.count * 2 >= Self.directions else { return nil }
      }
      center.x += shift.x
      center.y += shift.y
      guard hypot(center.x - x, center.y - y) < max(1, 0.3 * diameter) else { return nil }
      if hypot(shift.x, shift.y) < 1e-3 { break }
    }
    return Dot(x: center.x, y: center.y, diameter: diameter, contrast: contrast)
  }
}
