import CalqueCore

/// The ticks of one dial in clockwise order as arc lengths on the tick circle, without the seam of a full turn.
struct TickSequence {
  /// The observations in clockwise order.
  var ticks: [TickObservation]
  /// Which element of the caller's array each is.
  var indices: [Int]
  /// Arc length from twelve o'clock, px, increasing.
  var position: [Double]
  /// Its standard deviation, px.
  var sigma: [Double]
  /// Contrast over that of the neighbours, about 1 where nothing fades.
  var relativeContrast: [Double]
  let geometry: DialGeometry

  var count: Int { ticks.count }
  var radius: Double { geometry.radius.value }

  init(_ observations: [TickObservation], geometry: DialGeometry) {
    self.geometry = geometry
    let turn = 2 * Double.pi
    var order = observations.indices.map { ($0, observations[$0].angle.wrapped.radians) }
    order.sort { $0.1 < $1.1 }
    // The seam goes into the widest gap, unless that is the one at six o'clock where it is already.
    if let first = order.first, let last = order.last {
      var widest = first.1 + turn - last.1
      var cut = 0
      for i in 1..<max(order.count, 1) where order[i].1 - order[i - 1].1 > widest * 1.001 {
        widest = order[i].1 - order[i - 1].1
        cut = i
      }
      if cut > 0 {
        // Keep twelve o'clock on the unwrapped stretch nearest to zero.
        let head = order[..<cut].map { ($0.0, $0.1 + turn) }
        order = Array(order[cut...]) + head
        let middle = (order[0].1 + order[order.count - 1].1) / 2
        if middle > Double.pi { order = order.map { ($0.0, $0.1 - turn) } }
      }
    }
    let radius = geometry.radius.value
    ticks = order.map { observations[$0.0] }
    indices = order.map { $0.0 }
    position = order.map { $0.1 * radius }
    sigma = order.map { max(observations[$0.0].sigmaAngle.radians * radius, 1e-4) }
    relativeContrast = []
    relativeContrast = ticks.indices.map { i in
      let near = ticks[max(0, i - 3)...min(ticks.count - 1, i + 3)].map { $0.contrast }
      return ticks[i].contrast / max(median(near), 1e-3)
    }
  }

  func isVisible(_ position: Double) -> Bool { geometry.isVisible(Angle(radians: position / radius)) }

  /// Marks nearer together than this run into each other in the picture, px.
  var resolution: Double { max(4, 2.2 * median(ticks.map { $0.width.value })) }
}
