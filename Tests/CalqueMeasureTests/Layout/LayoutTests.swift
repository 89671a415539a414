import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct LayoutTests {
  let bounds = Rect<Pixels>(x: 0, y: 0, width: 400, height: 600)

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Element {
    .shape(
      ShapeSpec(
        kind: .rect, frame: Rect(x: x, y: y, width: width, height: height), edgeSigma: EdgeSigma(0.02), confidence: 0.9,
        midlineWidth: Estimate(width, sigma: 0.03), midlineHeight: Estimate(height, sigma: 0.03)))
  }

  @Test func `gaps lead to the nearest neighbour and not through one`() {
    let elements = [box(32, 16, 80, 40), box(128, 16, 80, 40), box(224, 20, 80, 40), box(32, 72, 80, 40)]
    let gaps = layout(of: elements, in: bounds, scale: PixelScale(2)).gaps
    #expect(gaps.map { [$0.first, $0.second] } == [[0, 1], [1, 2], [0, 3]])
    #expect(gaps.map { $0.length.value } == [16, 16, 16])
    expectClose(gaps[0].length.sigma, 0.0283, within: .pixels(0.001))
  }

  @Test func `margins count from the innermost container`() throws {
    let elements = [box(20, 20, 200, 100), box(30, 40, 50, 60), box(300, 500, 50, 40)]
    let margins = layout(of: elements, in: bounds, scale: nil).margins
    #expect(margins.map { $0.container } == [nil, 0, nil])
    #expect(
      [margins[1].left.value, margins[1].top.value, margins[1].right.value, margins[1].bottom.value] == [
        10, 20, 140, 20,
      ])
    #expect([margins[2].right.value, margins[2].bottom.value] == [50, 60])
  }

  @Test func `what shares an edge is one group`() throws {
    let elements = [box(32, 16, 80, 40), box(32.1, 80, 120, 40), box(31.9, 200, 60, 40), box(40, 300, 60, 40)]
    let groups = layout(of: elements, in: bounds, scale: PixelScale(2)).groups
    let left = try #require(groups.first { $0.line == .left })
    #expect(left.elements == [0, 1, 2])
    expectClose(left.position.value, 32, within: .pixels(0.05))
    expectClose(left.spread, 0.1, within: .pixels(0.02))
    #expect(!groups.contains { $0.elements.contains(3) && $0.line == .left })
  }

  @Test func `a grid is told where it explains more than chance`() {
    let onGrid = (0..<4).flatMap { row in (0..<3).map { box(16 + 112 * Double($0), 16 + 64 * Double(row), 96, 48) } }
    #expect(layout(of: onGrid, in: bounds, scale: PixelScale(2)).grid?.step == 8)
    #expect(layout(of: onGrid, in: bounds, scale: nil).grid == nil)
    let offGrid = (0..<4).flatMap { row in
      (0..<3).map { box(13 + 117 * Double($0), 19 + 71 * Double(row), 91, 43 + Double(row)) }
    }
    #expect(layout(of: offGrid, in: bounds, scale: PixelScale(2)).grid == nil)
  }

  @Test func `the innermost element is picked, and its layout with it`() {
    var canvas = Canvas(width: 200, height: 160, color: SIMD3(repeating: 250))
    canvas.rect(Rect(x: 20, y: 20, width: 160, height: 120), SIMD3(90, 120, 200))
    canvas.disc(x: 70, y: 80, radius: 30, SIMD3(250, 200, 40))
    let options = MeasureOptions(scale: PixelScale(2), at: Point(x: 70, y: 80))
    let inventory = measure(canvas.bitmap(), options: options)
    #expect(inventory.elements.map { $0.kind } == [.circle])
    #expect(inventory.layout?.margins.count == 1)
    let outside = measure(canvas.bitmap(), options: MeasureOptions(at: Point(x: 5, y: 5)))
    #expect(outside.elements.isEmpty)
  }
}
