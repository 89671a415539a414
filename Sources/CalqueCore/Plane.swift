/// One channel of numbers in rows, the unit of most measurements.
///
/// Where it came from a bitmap, values are in 0…255 whatever the bitmap's depth.
public struct Plane: Equatable, Sendable {
  public let width: Int
  public let height: Int
  /// `width * height` values, row after row.
  public var values: [Float]

  public init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height, "a plane needs width × height values")
    self.width = width
    self.height = height
    self.values = values
  }

  public init(width: Int, height: Int, repeating value: Float = 0) {
    self.init(width: width, height: height, values: [Float](repeating: value, count: width * height))
  }

  public subscript(x: Int, y: Int) -> Float {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }
}
