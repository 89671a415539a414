import CalqueCore
import CalqueSpec

extension CornerWindow {
  /// The window over one corner of a shape of one colour on a ground of one colour.
  /// - Parameters:
  ///   - frame: The shape's frame, px, which the window covers to half its sides and 2 px beyond.
  ///   - edgeSigma: One standard deviation of the frame's edges.
  ///   - ground: Red, green, blue, 0…1.
  ///   - fill: Red, green, blue, 0…1.
  /// - Returns: nil where the two colours are the same or the window lies outside the picture.
  init?(
    of bitmap: Bitmap, frame: Rect<Pixels>, edgeSigma: EdgeSigma, place: ShapeCorner.Place, ground: SIMD3<Float>,
    fill: SIMD3<Float>
  ) {
    let way = fill - ground
    let contrast = (way * way).sum()
    guard contrast > 1e-6 else { return nil }
    let isRight = place == .topRight || place == .bottomRight
    let isBottom = place == .bottomLeft || place == .bottomRight
    let margin = 2.0
    let middleX = (frame.x + frame.maxX) / 2
    let middleY = (frame.y + frame.maxY) / 2
    let minX = max(0, Int((isRight ? middleX : frame.x - margin).rounded(.down)))
    let maxX = min(bitmap.width, Int((isRight ? frame.maxX + margin : middleX).rounded(.up)))
    let minY = max(0, Int((isBottom ? middleY : frame.y - margin).rounded(.down)))
    let maxY = min(bitmap.height, Int((isBottom ? frame.maxY + margin : middleY).rounded(.up)))
    guard minX < maxX, minY < maxY else { return nil }
    width = maxX - minX
    height = maxY - minY
    var values: [Float] = []
    values.reserveCapacity(width * height)
    for row in 0..<height {
      let y = isBottom ? maxY - 1 - row : minY + row
      for column in 0..<width {
        let pixel = bitmap[isRight ? maxX - 1 - column : minX + column, y]
        let color = SIMD3(pixel.x, pixel.y, pixel.z)
        let share = ((color - ground) * way).sum() / contrast
        values.append(min(1, max(0, share)))
      }
    }
    coverage = values
    edgeX =
      isRight
      ? Estimate(Double(maxX) - frame.maxX, sigma: edgeSigma.right)
      : Estimate(frame.x - Double(minX), sigma: edgeSigma.left)
    edgeY =
      isBottom
      ? Estimate(Double(maxY) - frame.maxY, sigma: edgeSigma.bottom)
      : Estimate(frame.y - Double(minY), sigma: edgeSigma.top)
    sideWidth = frame.width
    sideHeight = frame.height
    // Rounding to 8 bits, 1/√12 of a level.
    coverageSigma = Double(0.2887 / 255 / contrast.squareRoot())
  }
}
