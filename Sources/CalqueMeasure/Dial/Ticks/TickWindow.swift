import CalqueCore

/// What a picture shows around one tick, in the tick's own frame: columns across it, rows along it.
///
/// Positions are px: `t` clockwise from the ray at `angle`, `rho` outwards from the centre.
struct TickWindow: Sendable {
  let angle: Double
  let firstT: Double
  let stepT: Double
  let columns: Int
  let firstRho: Double
  let stepRho: Double
  let rows: Int
  /// Colours, row after row from the inside; rows that the picture does not show are not valid.
  private(set) var colors: [SIMD4<Float>]
  private(set) var isValid: [Bool]

  init(
    _ reader: BitmapReader, circle: Circle, angle: Double, across: ClosedRange<Double>, along: ClosedRange<Double>,
    step: Double = 0.5
  ) {
    self.angle = angle
    firstT = across.lowerBound
    stepT = step
    columns = Int((across.upperBound - across.lowerBound) / step) + 1
    firstRho = along.lowerBound
    stepRho = 1
    rows = Int(along.upperBound - along.lowerBound) + 1
    colors = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    isValid = [Bool](repeating: true, count: rows)
    let s = sin(angle)
    let c = cos(angle)
    let last = firstT + Double(columns - 1) * step
    for row in 0..<rows {
      let rho = firstRho + Double(row)
      let x0 = circle.x + rho * s
      let y0 = circle.y - rho * c
      guard reader.covers(x0 + firstT * c, y0 + firstT * s), reader.covers(x0 + last * c, y0 + last * s) else {
        isValid[row] = false
        continue
      }
      for column in 0..<columns {
        let t = firstT + Double(column) * step
        colors[row * columns + column] = reader.bilinear(x0 + t * c, y0 + t * s)
      }
    }
  }

  func rho(_ row: Int) -> Double { firstRho + Double(row) * stepRho }
  func t(_ column: Int) -> Double { firstT + Double(column) * stepT }
  func row(_ rho: Double) -> Int { max(0, min(rows - 1, Int(((rho - firstRho) / stepRho).rounded()))) }
  func column(_ t: Double) -> Int { max(0, min(columns - 1, Int(((t - firstT) / stepT).rounded()))) }

  /// The mean colour of columns over valid rows; nil where there is none.
  func mean(rows range: ClosedRange<Int>, columns: [Int]) -> SIMD4<Float>? {
    var sum = SIMD4<Float>.zero
    var count: Float = 0
    for row in range where isValid[row] {
      for column in columns {
        sum += colors[row * self.columns + column]
        count += 1
      }
    }
    return count > 0 ? sum / count : nil
  }

  /// The picture as one number a sample: how far it is from a ground colour towards the ink, 0…1.
  ///
  /// The channels are weighted as least squares weighs them, by their share of the way from ground to ink.
  func contrast(ground: SIMD4<Float>, ink: SIMD4<Float>) -> TickContrast? {
    var way = ink - ground
    way.w = 0
    let square = (way * way).sum()
    guard square > 300 else { return nil }
    let weights = way / square
    let offset = (weights * ground).sum()
    var values = [Float](repeating: 0, count: colors.count)
    for i in colors.indices { values[i] = (weights * colors[i]).sum() - offset }
    return TickContrast(window: self, values: values, wayLength: Double(square.squareRoot()))
  }
}

/// A tick's window as contrast: 0 is the ground, 1 is the ink.
struct TickContrast: Sendable {
  let window: TickWindow
  private(set) var values: [Float]
  /// Distance of the ink from the ground, levels (Euclidean over the three channels).
  let wayLength: Double

  /// The mean across-profile of valid rows; nil where there is none.
  func across(rows range: ClosedRange<Int>) -> [Double]? {
    let columns = window.columns
    var sum = [Double](repeating: 0, count: columns)
    var count = 0.0
    for row in range where window.isValid[row] {
      count += 1
      for column in 0..<columns { sum[column] += Double(values[row * columns + column]) }
    }
    guard count > 0 else { return nil }
    for column in 0..<columns { sum[column] /= count }
    return sum
  }

  /// Takes away what a neighbouring tick adds.
  mutating func subtract(_ bar: NeighbourBar) {
    for row in 0..<window.rows where window.isValid[row] {
      let rho = window.rho(row)
      let gate = BarProfile.shape(rho - (bar.inner + bar.outer) / 2, width: bar.outer - bar.inner) * bar.contrast
      if gate < 1e-3 { continue }
      let t = bar.t(rho)
      let low = window.column(t - bar.width / 2 - 2)
      let high = window.column(t + bar.width / 2 + 2)
      for column in low...high {
        values[row * window.columns + column] -= Float(gate * BarProfile.shape(window.t(column) - t, width: bar.width))
      }
    }
  }
}

/// A fitted tick as seen from another tick's window.
struct NeighbourBar: Sendable {
  private let rho0: Double
  private let t0: Double
  private let slope: Double
  /// Between which distances from the centre it is, px.
  let inner: Double
  let outer: Double
  let width: Double
  let contrast: Double

  init(_ tick: TickMeasurement, in window: TickWindow, circle: Circle) {
    let dx = tick.x - circle.x
    let dy = tick.y - circle.y
    let s = sin(window.angle)
    let c = cos(window.angle)
    rho0 = dx * s - dy * c
    t0 = dx * c + dy * s
    let turn = Angle(radians: tick.direction - window.angle).wrapped.radians
    slope = tan(max(-1, min(1, turn)))
    let cosine = cos(turn)
    inner = rho0 + tick.flat.inner * cosine
    outer = rho0 + tick.flat.outer * cosine
    width = tick.width
    contrast = tick.contrast
  }

  /// Where its centre line is at a distance from the centre, px across.
  func t(_ rho: Double) -> Double { t0 + (rho - rho0) * slope }
}
