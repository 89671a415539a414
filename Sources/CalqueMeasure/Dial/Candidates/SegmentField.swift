import CalqueCore

/// Bars, with their places in single precision, so that four at a time can be told to be nowhere near a circle.
struct SegmentField: Sendable {
  let segments: [Segment]
  private let x: [SIMD4<Float>]
  private let y: [SIMD4<Float>]
  private let length: [SIMD4<Float>]

  init(_ segments: [Segment]) {
    self.segments = segments
    func fours(_ value: (Segment) -> Double) -> [SIMD4<Float>] {
      stride(from: 0, to: segments.count, by: 4).map { first in
        var four = SIMD4<Float>.zero
        for lane in 0..<min(4, segments.count - first) { four[lane] = Float(value(segments[first + lane])) }
        return four
      }
    }
    x = fours { $0.x }
    y = fours { $0.y }
    length = fours { $0.length }
  }

  /// Calls a closure with the index of each bar whose middle lies no farther outside a circle than `reach`, px, and no
  /// farther inside than its length and `reach`; perhaps also with bars that do so only nearly.
  @inline(__always)
  func forEach(near circle: Circle, reach: Double, _ body: (Int) -> Void) {
    // Single precision is off by less.
    let reach = reach + 0.01 + 1e-5 * circle.radius
    let outer = Float(circle.radius + reach)
    let largest = SIMD4<Float>(repeating: outer * outer)
    let inner = SIMD4<Float>(repeating: Float(circle.radius - reach))
    let centerX = SIMD4<Float>(repeating: Float(circle.x))
    let centerY = SIMD4<Float>(repeating: Float(circle.y))
    let lanes = SIMD4<Int32>(1, 2, 4, 8)
    for four in x.indices {
      let dx = x[four] - centerX
      let dy = y[four] - centerY
      let square = dx * dx + dy * dy
      let least = inner - length[four]
      let isNear = (square .<= largest) .& ((least .<= 0) .| (square .>= least * least))
      var near = SIMD4<Int32>.zero.replacing(with: lanes, where: isNear).wrappedSum()
      while near != 0 {
        let i = four * 4 + near.trailingZeroBitCount
        if i < segments.count { body(i) }
        near &= near - 1
      }
    }
  }
}
