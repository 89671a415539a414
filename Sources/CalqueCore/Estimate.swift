/// A measured number and its standard deviation, both in the unit that the property's comment names.
public struct Estimate: Equatable, Sendable {
  public var value: Double
  /// One standard deviation, from the fit's own residuals and covariance.
  public var sigma: Double
  public init(_ value: Double, sigma: Double) {
    self.value = value
    self.sigma = sigma
  }
}

/// A measured position and the standard deviations of its coordinates.
public struct PointEstimate<S: Space>: Equatable, Sendable {
  public var point: Point<S>
  public var sigmaX: Double
  public var sigmaY: Double
  public init(_ point: Point<S>, sigmaX: Double, sigmaY: Double) {
    self.point = point
    self.sigmaX = sigmaX
    self.sigmaY = sigmaY
  }
}

/// A measured angle and its standard deviation.
public struct AngleEstimate: Equatable, Sendable {
  public var angle: Angle
  public var sigma: Angle
  public init(_ angle: Angle, sigma: Angle) {
    self.angle = angle
    self.sigma = sigma
  }
}
