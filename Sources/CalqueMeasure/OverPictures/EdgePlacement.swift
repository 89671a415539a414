import CalqueCore

/// Where an edge lies on each of several ways across it, and what they say together.
struct EdgePlacement {
  /// In the window's u, curvature taken off.
  var positions: [Double] = []
  /// Squared contrast: what a reading is worth.
  var weights: [Double] = []

  /// Neighbouring ways see the same grain of the picture: so many are one reading.
  private static let block = 8
  /// What rasterisers leave of a straight edge's place, one standard deviation in px.
  private static let floor = 0.015

  /// The weighted mean, with σ from how blocks of neighbouring readings scatter.
  var estimate: Estimate? {
    guard positions.count >= 3 else { return nil }
    let middle = median(positions)
    let deviation = max(medianDeviation(positions), 0.02)
    var blocks: [(weight: Double, mean: Double)] = []
    let size = max(1, min(Self.block, positions.count / 6))
    for start in stride(from: 0, to: positions.count, by: size) {
      var weight = 0.0
      var sum = 0.0
      for i in start..<min(start + size, positions.count) where (positions[i] - middle).magnitude <= 3.5 * deviation {
        weight += weights[i]
        sum += weights[i] * positions[i]
      }
      if weight > 0 { blocks.append((weight, sum / weight)) }
    }
    let weight = blocks.reduce(0) { $0 + $1.weight }
    guard blocks.count >= 2, weight > 0 else { return nil }
    let mean = blocks.reduce(0) { $0 + $1.weight * $1.mean } / weight
    let scatter = blocks.reduce(0) { sum, block in
      let share = block.weight / weight
      let error = block.mean - mean
      return sum + share * share * error * error
    }
    let variance = scatter * Double(blocks.count) / Double(blocks.count - 1)
    return Estimate(mean, sigma: (variance + Self.floor * Self.floor).squareRoot())
  }
}

/// Places an edge between a ground that goes on under it and what lies over it.
struct EdgePlacer {
  let window: EdgeWindow

  /// Of a layer that shows the ground through: under the edge the ground is interpolated between outside and what the
  /// layer's blend says of the inside.
  /// - Parameters:
  ///   - blend: What the layer makes of the ground.
  ///   - outer: The outermost pixel that the edge may pass through.
  ///   - inner: The innermost one.
  func place(under blend: OverlayBlend, between outer: Int, and inner: Int) -> EdgePlacement {
    var placement = EdgePlacement()
    let insideU = inner - 2
    let outsideU = outer + 2
    // What the picture's own slope adds between the two anchors, over the whole side.
    let slope = (window.mean(outer + 6) - window.mean(outer + 2)) / 4
    let span = Float(outsideU - insideU)
    let meanOutside = average(outer + 1, outer + 3)
    let meanInside = average(inner - 3, inner - 1)
    // The offset of this side alone, so that the shape's own does not shift the edge.
    let offset = meanInside - blend.gain * (meanOutside - slope * span)
    let seesThrough = blend.gain > 0.2
    for i in window.places.indices {
      let outside = anchor(i, outer + 1, outer + 3)
      let inside = anchor(i, inner - 3, inner - 1)
      let under = seesThrough ? (inside - offset) / blend.gain : outside - slope * span
      let gradient = (outside - under) / span
      var covered: Float = 0
      var worth: Float = 0
      for u in inner...outer {
        let ground = under + gradient * Float(u - insideU)
        let over = seesThrough ? blend.gain * ground + offset : inside
        let way = over - ground
        let square = max(way.colorDot(way), 1)
        covered += (window.pixel(i, u) - ground).colorDot(way) / square
        worth += square
      }
      placement.positions.append(window.uncurved(Double(inner) + Double(covered), i))
      placement.weights.append(Double(worth))
    }
    return placement
  }

  /// Of the inner side of a rim, which has neither a shadow nor the picture beside it.
  /// - Parameters:
  ///   - plateau: A pixel that the rim fills.
  ///   - inside: One that shows the layer without the rim.
  func place(from plateau: Int, to inside: Int) -> EdgePlacement {
    var placement = EdgePlacement()
    for i in window.places.indices {
      let layer = window.pixel(i, inside)
      let way = window.pixel(i, plateau) - layer
      let square = max(way.colorDot(way), 1)
      var covered: Float = 0
      for u in (inside + 1)..<max(inside + 2, plateau) {
        covered += (window.pixel(i, u) - layer).colorDot(way) / square
      }
      placement.positions.append(window.uncurved(Double(plateau) - Double(covered), i))
      placement.weights.append(Double(square))
    }
    return placement
  }

  private func anchor(_ place: Int, _ from: Int, _ to: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    for u in from...to { sum += window.pixel(place, u) }
    return sum / Float(to - from + 1)
  }

  private func average(_ from: Int, _ to: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    for u in from...to { sum += window.mean(u) }
    return sum / Float(to - from + 1)
  }
}
