/// A face of a font file: one weight, or a range of weights of a variable font.
public struct FontFace: Equatable, Hashable, Sendable {
  public var path: String
  /// Which face of a collection.
  public var index: UInt32
  /// As the file names it.
  public var family: String
  /// 1…1000 as in OpenType; both the same where the face has one weight.
  public var lightest: Double
  public var heaviest: Double
  /// Whether the letters' shapes depend on the size in points (`opsz`).
  public var hasOpticalSizes: Bool

  /// Whether the weight can be chosen.
  public var isVariable: Bool { heaviest > lightest }

  /// Whether the face has a weight, give or take a unit.
  public func has(weight: Int) -> Bool {
    Double(weight) >= lightest - 1 && Double(weight) <= heaviest + 1
  }

  /// Opens the face.
  /// - Parameters:
  ///   - weight: 1…1000; a face of one weight keeps its own.
  ///   - pointSize: Of the em in pt; sets the optical size where the face has one, as CoreText does.
  public func font(weight: Int, pointSize: Double? = nil) throws(FontError) -> Font {
    try Font(path: path, index: index, weight: weight, opticalSize: hasOpticalSizes ? pointSize : nil)
  }
}
