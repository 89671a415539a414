import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Translucent layers and glass over grounds like photographs, drawn by exact area.
@Suite struct OverlayTests {
  struct Drawn: Sendable, CustomTestStringConvertible {
    var shape: DrawnShape
    var alpha: Float
    var paint = SIMD3<Float>(repeating: 0)
    var deviation: Float = 25
    var seed: UInt64 = 1
    var testDescription: String {
      "\(shape.kind) \(shape.frame), \(paint) at \(alpha) over σ \(deviation), seed \(seed)"
    }

    func canvas() -> Canvas {
      var canvas = Canvas.photo(width: 420, height: 300, mean: 120, deviation: deviation, grain: 1.5, seed: seed)
      canvas.draw(shape, paint, alpha: alpha)
      return canvas
    }
  }

  static let drawn: [Drawn] = [0.35, 0.5, 0.7].flatMap { alpha -> [Drawn] in
    let capsule = DrawnShape(Rect(x: 60.25, y: 80.4, width: 260.5, height: 96.3), radius: 48.15)
    let card = DrawnShape(Rect(x: 50.6, y: 60, width: 300.2, height: 160.75), radius: 24)
    let disc = DrawnShape(circle: 200.3, 140.6, radius: 60)
    return [capsule, card, disc].enumerated().flatMap { i, shape in
      [
        Drawn(shape: shape, alpha: Float(alpha), seed: UInt64(i + 1)),
        Drawn(shape: shape, alpha: Float(alpha), paint: SIMD3(repeating: 255), deviation: 40, seed: UInt64(i + 7)),
      ]
    }
  }

  @Test(arguments: drawn)
  func `edges, kind and opacity are those drawn`(drawn: Drawn) throws {
    let found = drawn.canvas().shapes()
    #expect(found.count == 1)
    let shape = try #require(found.first)
    #expect(shape.kind == drawn.shape.kind)
    #expect(shape.surface.kind == .translucent)
    for (error, sigma) in shape.edgeErrors(drawn.shape.frame) {
      expectClose(error, 0, within: .pixels(max(0.1, 3 * sigma)))
      #expect(sigma < 0.3)
    }
    let opacity = try #require(shape.surface.opacity)
    expectClose(opacity.value, Double(drawn.alpha), within: .absolute(max(0.02, 3 * opacity.sigma)))
    let color = try #require(shape.surface.color)
    for channel in 0..<3 { #expect((Float(color[channel]) - drawn.paint[channel]).magnitude < 30) }
    #expect(shape.stroke == nil)
  }

  @Test func `σ is as large as errors are`() {
    var ratios: [Double] = []
    for seed in 1...24 {
      let x = 50 + 0.37 * Double(seed)
      let height = 80 + 0.61 * Double(seed)
      let shape = DrawnShape(
        Rect(x: x, y: 70.2 + 0.13 * Double(seed), width: 270.4, height: height), radius: height / 2)
      let drawn = Drawn(shape: shape, alpha: 0.35, deviation: 45, seed: UInt64(seed) + 50)
      guard let found = drawn.canvas().shapes().first else { continue }
      ratios += found.edgeErrors(shape.frame).map { $0.error.magnitude / $0.sigma }
    }
    #expect(ratios.count >= 80)
    let within = ratios.filter { $0 < 1 }.count
    let twice = ratios.filter { $0 < 2 }.count
    #expect(within * 100 >= 55 * ratios.count, "\(within) of \(ratios.count) within σ")
    #expect(twice * 100 >= 88 * ratios.count, "\(twice) of \(ratios.count) within 2σ")
  }

  /// A blurred inside, a bright line along the edge and a shadow around it.
  private func glass(_ shape: DrawnShape, rim: Double, seed: UInt64) -> Canvas {
    var canvas = Canvas.photo(width: 420, height: 300, mean: 110, deviation: 30, grain: 2, seed: seed)
    let before = canvas
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let distance = shape.distance(Double(x) + 0.5, Double(y) + 0.5)
        if distance > -1, distance < 30 {
          canvas.colors[y * canvas.width + x] *=
            1 - 0.2 * Float((1 - max(0, distance) / 30) * (1 - max(0, distance) / 30))
          canvas.colors[y * canvas.width + x].w = 255
        }
      }
    }
    // The mean of a coarse grid around each pixel stands for the blur; its coverage is the shape's.
    let blurred = before.coarse(step: 40)
    var inside = canvas
    for i in inside.colors.indices { inside.colors[i] = blurred.colors[i] }
    inside.stroke(shape, width: rim, SIMD3(repeating: 235))
    var mask = Canvas(width: canvas.width, height: canvas.height)
    mask.draw(shape, SIMD3(repeating: 255))
    for i in canvas.colors.indices {
      let share = mask.colors[i].x / 255
      canvas.colors[i] += (inside.colors[i] - canvas.colors[i]) * share
    }
    return canvas
  }

  private func expectGlass(_ seed: UInt64, _ rim: Double) throws {
    let shape = DrawnShape(Rect(x: 70.25, y: 90.5, width: 250.5, height: 100.25), radius: 50.125)
    let found = glass(shape, rim: rim, seed: seed).shapes()
    let glass = try #require(found.first { $0.surface.kind == .glass })
    #expect(glass.kind == .capsule)
    for (error, sigma) in glass.edgeErrors(shape.frame) {
      expectClose(error, 0, within: .pixels(max(0.2, 2.5 * sigma)))
    }
    expectClose(try #require(glass.stroke).width.value, rim, within: .pixels(0.1))
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [2.0, 3.0])
  func `glass is measured at the rim's outer side`(seed: UInt64, rim: Double) throws { try expectGlass(seed, rim) }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `texture alone is nothing`(seed: UInt64) {
    let deviation = Float(20 + 5 * (seed % 5))
    let canvas = Canvas.photo(
      width: 400, height: 400, mean: 120, deviation: deviation, grain: Float(seed % 4), seed: 900 + seed)
    let found = canvas.shapes()
    #expect(found.isEmpty, "\(found.map { $0.frame })")
  }
}

extension Canvas {
  /// Bilinear between the means of squares.
  fileprivate func coarse(step: Int) -> Canvas {
    var result = self
    let columns = width / step + 2
    let rows = height / step + 2
    var means = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD4<Float>.zero
        var count: Float = 0
        for y in max(0, (row - 1) * step)..<min(height, (row + 1) * step) {
          for x in max(0, (column - 1) * step)..<min(width, (column + 1) * step) {
            sum += colors[y * width + x]
            count += 1
          }
        }
        means[row * columns + column] = count > 0 ? sum / count : SIMD4(repeating: 128)
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = (x / step, y / step)
        let fx = Float(x % step) / Float(step)
        let fy = Float(y % step) / Float(step)
        let i = row * columns + column
        let top = means[i] + (means[i + 1] - means[i]) * fx
        let bottom = means[i + columns] + (means[i + columns + 1] - means[i + columns]) * fx
        result.colors[y * width + x] = top + (bottom - top) * fy
      }
    }
    return result
  }
}
