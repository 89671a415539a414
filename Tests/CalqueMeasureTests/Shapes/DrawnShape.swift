import CalqueCore
import CalqueSpec
import CalqueTestSupport

@testable import CalqueMeasure

/// A rectangle with circular corners, drawn by exact area.
struct DrawnShape: Sendable {
  var frame: Rect<Pixels>
  var radius: Double

  init(_ frame: Rect<Pixels>, radius: Double = 0) {
    self.frame = frame
    self.radius = min(radius, min(frame.width, frame.height) / 2)
  }

  init(circle x: Double, _ y: Double, radius: Double) {
    self.init(Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius)
  }

  /// The same outline, further in.
  func inset(by distance: Double) -> DrawnShape {
    let inner = Rect<Pixels>(
      x: frame.x + distance, y: frame.y + distance, width: frame.width - 2 * distance,
      height: frame.height - 2 * distance)
    return DrawnShape(inner, radius: max(0, radius - distance))
  }

  /// Negative inside, px.
  func distance(_ x: Double, _ y: Double) -> Double {
    let dx = (x - frame.center.x).magnitude - frame.width / 2 + radius
    let dy = (y - frame.center.y).magnitude - frame.height / 2 + radius
    let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
    return outside + min(max(dx, dy), 0) - radius
  }

  var kind: ShapeSpec.Kind {
    if radius == 0 { return .rect }
    if radius < min(frame.width, frame.height) / 2 { return .roundedRect }
    return frame.width == frame.height ? .circle : .capsule
  }
}

extension Canvas {
  mutating func draw(_ shape: DrawnShape, _ color: SIMD3<Float>, alpha: Float = 1) {
    fill(color, alpha: alpha, in: shape.frame) { shape.distance($0, $1) }
  }

  /// A line between an outline and the same one further in.
  mutating func stroke(_ shape: DrawnShape, width: Double, _ color: SIMD3<Float>) {
    let inner = shape.inset(by: width)
    fill(color, in: shape.frame) { max(shape.distance($0, $1), -inner.distance($0, $1)) }
  }

  /// What the tool finds in it, dials left out.
  func elements(scale: Double = 2) -> [Element] {
    var options = MeasureOptions(scale: PixelScale(scale))
    options.kinds.remove(.dial)
    return measure(bitmap(), options: options).elements
  }

  func shapes(scale: Double = 2) -> [ShapeSpec] {
    elements(scale: scale).compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
  }

  func rings(scale: Double = 2) -> [RingSpec] {
    elements(scale: scale).compactMap { if case .ring(let ring) = $0 { ring } else { nil } }
  }
}

extension ShapeSpec {
  /// Left, top, right, bottom: measured less true, and σ.
  func edgeErrors(_ truth: Rect<Pixels>) -> [(error: Double, sigma: Double)] {
    [
      (frame.x - truth.x, edgeSigma.left), (frame.y - truth.y, edgeSigma.top),
      (frame.maxX - truth.maxX, edgeSigma.right), (frame.maxY - truth.maxY, edgeSigma.bottom),
    ]
  }
}
