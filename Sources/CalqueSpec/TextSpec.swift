import CalqueCore

/// One line of text. Lengths are in pixels of the picture.
public struct TextSpec: Equatable, Sendable {
  /// The extent of the ink as it would be without anti-aliasing: that of the unhinted outlines.
  public var ink: Rect<Pixels>
  /// One standard deviation of the ink's four edges.
  public var edgeSigma: EdgeSigma
  /// Probability that this is a line of text, 0…1.
  public var confidence: Double
  /// y of the line on which the letters stand; nil where it cannot be told.
  public var baseline: Estimate?
  /// Height of small letters without ascenders; nil where it cannot be told.
  public var xHeight: Estimate?
  /// Height of capitals or, where these cannot be told from them, of ascenders and digits; nil where neither is there.
  public var capHeight: Estimate?
  /// The ink's.
  public var color: SIMD3<UInt8>
  /// Of the ground behind it; the average one over a photograph.
  public var background: SIMD3<UInt8>
  /// The words' ink, from left to right.
  public var words: [Rect<Pixels>]
  /// Which block of lines with one spacing it belongs to, from 0; nil for a line by itself.
  public var block: Int?
  /// From the baseline of the line above in its block; nil for a block's first line.
  public var lineSpacing: Estimate?

  public init(
    ink: Rect<Pixels>, edgeSigma: EdgeSigma, confidence: Double, baseline: Estimate? = nil, xHeight: Estimate? = nil,
    capHeight: Estimate? = nil, color: SIMD3<UInt8>, background: SIMD3<UInt8>, words: [Rect<Pixels>] = [],
    block: Int? = nil, lineSpacing: Estimate? = nil
  ) {
    self.ink = ink
    self.edgeSigma = edgeSigma
    self.confidence = confidence
    self.baseline = baseline
    self.xHeight = xHeight
    self.capHeight = capHeight
    self.color = color
    self.background = background
    self.words = words
    self.block = block
    self.lineSpacing = lineSpacing
  }
}
