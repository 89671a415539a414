/// A connected part of a picture in one colour, or in colours that change so gradually that no edge lies between them.
struct Region: Equatable, Sendable {
  /// The pixels that it has, holes left out.
  var area: Int
  /// Columns and rows of its first and last pixels.
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int
  /// 0…255; the mean where it is not uniform.
  var color: SIMD3<Float>
  /// The smallest and the largest level in each channel.
  var darkest: SIMD3<Float>
  var brightest: SIMD3<Float>
  /// Index of the region that surrounds it; nil where the picture's border or no single region does.
  var parent: Int?

  /// Columns and rows.
  var width: Int { maxX - minX + 1 }
  var height: Int { maxY - minY + 1 }
  /// Whether all its pixels have one colour.
  var isUniform: Bool { darkest == brightest }
}
