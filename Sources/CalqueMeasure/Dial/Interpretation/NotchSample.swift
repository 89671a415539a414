import CalqueCore

/// How far a tick's ends are from the centre, at its distance from the pointer.
public struct NotchSample: Equatable, Sendable {
  /// Arc length clockwise from the notch's supposed axis, px.
  public var position: Double
  public var sigmaPosition: Double
  /// Radius of the circle less the distance of the outer end from the centre, px.
  public var outerDepth: Double
  public var sigmaOuter: Double
  /// The same of the inner end; nil where it was not measured.
  public var innerDepth: Double?
  public var sigmaInner: Double
  public var isMajor: Bool
  /// Which picture it comes from: each has its own error of the radius.
  public var source: Int

  public init(
    position: Double, sigmaPosition: Double, outerDepth: Double, sigmaOuter: Double, innerDepth: Double? = nil,
    sigmaInner: Double = 1, isMajor: Bool, source: Int = 0
  ) {
    self.position = position
    self.sigmaPosition = sigmaPosition
    self.outerDepth = outerDepth
    self.sigmaOuter = sigmaOuter
    self.innerDepth = innerDepth
    self.sigmaInner = sigmaInner
    self.isMajor = isMajor
    self.source = source
  }
}
