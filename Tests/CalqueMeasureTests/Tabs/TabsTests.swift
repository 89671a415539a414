import CalqueCore
import CalqueSpec
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

/// Segmented controls and underlined tabs from shapes and texts.
@Suite struct TabsTests {
  private func tabs(_ canvas: Canvas, scale: Double = 3) -> [TabsSpec] {
    measure(
      canvas.bitmap(),
      options: MeasureOptions(scale: PixelScale(scale), kinds: Set(ElementKind.allCases).subtracting([.dial]))
    ).elements.compactMap { element in
      guard case .tabs(let tabs) = element else { return nil }
      return tabs
    }
  }

  /// A rounded rectangle by its distance function.
  private func rounded(_ canvas: inout Canvas, _ r: Rect<Pixels>, _ radius: Double, _ color: SIMD3<Float>) {
    canvas.fill(color, in: r) { x, y in
      let dx = (x - r.center.x).magnitude - r.width / 2 + radius
      let dy = (y - r.center.y).magnitude - r.height / 2 + radius
      let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
      return outside + min(max(dx, dy), 0) - radius
    }
  }

  struct Control: Sendable {
    var segments: Int
    var selected: Int
    var inset: Double
    var width = 900.0
    var height = 108.0
    var track = SIMD3<Float>(118, 118, 128)
  }

  static let controls: [Control] = [
    Control(segments: 2, selected: 0, inset: 6), Control(segments: 2, selected: 1, inset: 12),
    Control(segments: 3, selected: 1, inset: 9), Control(segments: 4, selected: 3, inset: 6),
    Control(segments: 5, selected: 2, inset: 6, width: 1020), Control(segments: 3, selected: 2, inset: 7.5),
    Control(segments: 4, selected: 0, inset: 9, track: SIMD3(238, 238, 240)),
  ]

  @Test(arguments: controls) func thumbOnTrack(_ control: Control) throws {
    var canvas = Canvas(width: 1206, height: 600, color: SIMD3(250, 248, 246))
    let frame = Rect<Pixels>(x: 80, y: 200, width: control.width, height: control.height)
    rounded(&canvas, frame, 27, control.track)
    let cell = (control.width - 2 * control.inset) / Double(control.segments)
    let thumb = Rect<Pixels>(
      x: frame.x + control.inset + cell * Double(control.selected), y: frame.y + control.inset, width: cell,
      height: frame.height - 2 * control.inset)
    rounded(&canvas, thumb, 21, SIMD3(255, 255, 255))
    let found = tabs(canvas)
    #expect(found.count == 1)
    let tabs = try #require(found.first)
    #expect(tabs.segments.count == control.segments)
    #expect(tabs.selected == control.selected)
    let inset = try #require(tabs.inset)
    expectClose(inset.value, control.inset, within: .pixels(0.06))
    #expect((inset.value - control.inset).magnitude < 4 * inset.sigma)
    let indicator = try #require(tabs.indicator)
    expectClose(indicator.x, thumb.x, within: .pixels(0.1))
    expectClose(indicator.maxX, thumb.maxX, within: .pixels(0.1))
    for (i, segment) in tabs.segments.enumerated() {
      expectClose(segment.x, frame.x + control.inset + Double(i) * cell, within: .pixels(0.15))
    }
  }

  private func text(_ ink: Rect<Pixels>) -> TextSpec {
    TextSpec(ink: ink, edgeSigma: EdgeSigma(0.2), confidence: 0.9, color: .zero, background: .one)
  }
  private func shape(_ frame: Rect<Pixels>, _ kind: ShapeSpec.Kind = .rect) -> ShapeSpec {
    ShapeSpec(
      kind: kind, frame: frame, edgeSigma: EdgeSigma(0.02), confidence: 0.95,
      midlineWidth: Estimate(frame.width, sigma: 0.03), midlineHeight: Estimate(frame.height, sigma: 0.03),
      surface: ShapeSurface(kind: .flat, color: SIMD3(0, 0, 0)))
  }
  private func find(_ shapes: [ShapeSpec], _ texts: [TextSpec]) -> [TabsSpec] {
    TabsFinder(
      shapes: shapes, texts: texts, picture: Rect(x: 0, y: 0, width: 1206, height: 2622), columns: [], scale: 3
    ).find()
  }

  @Test(arguments: 0..<4) func underline(_ selected: Int) throws {
    let widths = [80.0, 140, 110, 95]
    let texts = (0..<4).map { i in
      text(Rect(x: 150 + 300 * Double(i) - widths[i] / 2, y: 200, width: widths[i], height: 40))
    }
    let line = Rect<Pixels>(x: 300 * Double(selected), y: 282, width: 300, height: 6)
    let tabs = try #require(find([shape(line)], texts).first)
    #expect(tabs.selected == selected)
    #expect(tabs.segments.count == 4)
    #expect(tabs.indicator == line)
    #expect(tabs.inset == nil)
    for (i, segment) in tabs.segments.enumerated() {
      expectClose(segment.x, 300 * Double(i), within: .pixels(1))
      expectClose(segment.width, 300, within: .pixels(1))
    }
  }

  @Test func labelsWithoutThumb() throws {
    let track = shape(Rect(x: 60, y: 300, width: 900, height: 120), .roundedRect)
    let texts = (0..<3).map { text(Rect(x: 60 + 150 + 300 * Double($0) - 40, y: 345, width: 80, height: 30)) }
    let tabs = try #require(find([track], texts).first)
    #expect(tabs.selected == nil)
    #expect(tabs.indicator == nil)
    #expect(tabs.segments.count == 3)
  }

  @Test func othersAreNoTabs() {
    let texts = [text(Rect(x: 100, y: 345, width: 300, height: 30))]
    // A switch.
    let capsule = shape(Rect(x: 60, y: 300, width: 153, height: 93), .capsule)
    #expect(find([capsule, shape(Rect(x: 126, y: 306, width: 81, height: 81), .circle)], []).isEmpty)
    // A slider: a circle on a thin bar.
    #expect(
      find(
        [
          shape(Rect(x: 60, y: 340, width: 900, height: 12), .capsule),
          shape(Rect(x: 400, y: 306, width: 81, height: 81), .circle),
        ], []
      ).isEmpty)
    // A bar half full.
    #expect(
      find(
        [
          shape(Rect(x: 60, y: 300, width: 900, height: 60), .capsule),
          shape(Rect(x: 60, y: 300, width: 450, height: 60), .capsule),
        ], []
      ).isEmpty)
    // A button with a label, and a field with a button at its end.
    #expect(find([shape(Rect(x: 60, y: 300, width: 900, height: 120), .roundedRect)], texts).isEmpty)
    #expect(
      find(
        [
          shape(Rect(x: 60, y: 300, width: 900, height: 120), .capsule),
          shape(Rect(x: 740, y: 312, width: 208, height: 96), .capsule),
        ], texts
      ).isEmpty)
    // A line under one heading.
    #expect(find([shape(Rect(x: 100, y: 390, width: 300, height: 6))], texts).isEmpty)
  }
}
