import CalqueCore

/// Whether a mark is brighter or darker than what is around it.
enum Polarity: Equatable, Hashable, Sendable { case bright, dark }

/// A point on the centre line of a bar, to a fraction of a sample.
struct RidgePoint: Sendable {
  /// Continuous samples of the plane, centres at +0.5.
  var x: Float
  var y: Float
  /// Unit vector across the bar.
  var nx: Float
  var ny: Float
  /// −λ₁ − ½|λ₂| of the Hessian, levels per squared sample.
  var strength: Float
}

/// Finds the centre lines of bars by the Hessian (C. Steger, "An unbiased detector of curvilinear structures", IEEE
/// TPAMI 20(2), 1998).
struct RidgeDetector: Sendable {
  /// Standard deviation of the smoothing, in samples.
  var sigma: Double
  /// Smallest strength, levels per squared sample.
  var threshold: Float
  /// The strongest so many points are kept.
  var limit: Int

  /// The points of one polarity, in rows from the top.
  func points(smoothed plane: Plane, polarity: Polarity) -> [RidgePoint] {
    let width = plane.width
    let height = plane.height
    guard width > 16, height > 4 else { return [] }
    var points: [RidgePoint] = []
    points.reserveCapacity(20000)
    let sign: Float = polarity == .bright ? 1 : -1
    let threshold = threshold
    // A little less, for rounding.
    let least = 0.99 * threshold
    let lanes = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    plane.values.withUnsafeBufferPointer { values in
      let base = UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped)
      @inline(__always) func load(_ index: Int) -> SIMD8<Float> {
        base.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self)
      }
      for y in 1..<(height - 1) {
        var x = 1
        while x + 8 < width {
          let i = y * width + x
          let middle = load(i)
          let left = load(i - 1)
          let right = load(i + 1)
          let up = load(i - width)
          let down = load(i + width)
          let hxx = (left + right - middle - middle) * sign
          let hyy = (up + down - middle - middle) * sign
          let hxy =
            (load(i - width - 1) + load(i + width + 1) - load(i - width + 1) - load(i + width - 1)) * (0.25 * sign)
          // Most have no eigenvalue below −`least`: the matrix with that added is positive definite.
          let raised = hxx + least
          let isBent = (raised .< 0) .| (raised * (hyy + least) .< hxy * hxy)
          // One bit a lane.
          var bits = SIMD8<Int32>.zero.replacing(with: lanes, where: isBent).wrappedSum()
          while bits != 0 {
            let lane = bits.trailingZeroBitCount
            bits &= bits - 1
            let hessian = Hessian(xx: hxx[lane], xy: hxy[lane], yy: hyy[lane])
            let (smallest, strength) = hessian.ridge
            guard strength > threshold, let (nx, ny) = hessian.eigenvector(smallest) else { continue }
            let j = i + lane
            let gx = (values[j + 1] - values[j - 1]) * (0.5 * sign)
            let gy = (values[j + width] - values[j - width]) * (0.5 * sign)
            let t = -(gx * nx + gy * ny) / smallest
            let dx = t * nx
            let dy = t * ny
            if abs(dx) <= 0.6, abs(dy) <= 0.6 {
              points.append(
                RidgePoint(x: Float(x + lane) + 0.5 + dx, y: Float(y) + 0.5 + dy, nx: nx, ny: ny, strength: strength))
            }
          }
          x += 8
        }
      }
    }
    guard points.count > limit else { return points }
    // The level that the strongest `limit` points exceed, to a thousandth of the strongest; where more are as strong as
    // that, all of them.
    let strongest = points.reduce(Float(0)) { max($0, $1.strength) }
    let scale = 1000 / max(strongest, 1e-6)
    var histogram = [Int](repeating: 0, count: 1001)
    for point in points { histogram[min(1000, Int(point.strength * scale))] += 1 }
    var level = 1001
    var count = 0
    while level > 0, count == 0 || count + histogram[level - 1] <= limit {
      level -= 1
      count += histogram[level]
    }
    return points.filter { Int($0.strength * scale) >= level }
  }
}

/// Second derivatives, levels per squared sample.
private struct Hessian {
  var xx: Float
  var xy: Float
  var yy: Float

  /// The smallest eigenvalue λ₁, and −λ₁ − ½|λ₂|.
  @inline(__always)
  var ridge: (smallest: Float, strength: Float) {
    let trace = xx + yy
    let difference = xx - yy
    let root = (difference * difference + 4 * xy * xy).squareRoot()
    let smallest = (trace - root) * 0.5
    let other = (trace + root) * 0.5
    return (smallest, -smallest - abs(other) * 0.5)
  }

  /// The unit vector that belongs to an eigenvalue; nil where every vector does.
  @inline(__always)
  func eigenvector(_ eigenvalue: Float) -> (x: Float, y: Float)? {
    var x = xy
    var y = eigenvalue - xx
    if abs(eigenvalue - yy) > abs(y) {
      x = eigenvalue - yy
      y = xy
    }
    let norm = (x * x + y * y).squareRoot()
    return norm == 0 ? nil : (x / norm, y / norm)
  }
}

@inline(__always)
private func abs(_ x: Float) -> Float { x.magnitude }
