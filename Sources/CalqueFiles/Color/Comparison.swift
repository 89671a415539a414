import CLCMS2

/// How an RGB profile compares with sRGB or Display P3, over a lattice of colours.
struct Comparison {
  /// The largest difference of a channel between a colour's numbers in the two spaces, in 0…1.
  var deviation = 0.0
  /// Whether some colour lies outside the other space.
  var isWider = false

  /// Up to here two spaces are the same: three quarters of an 8-bit level.
  static let same: Double = 0.75 / 255
  /// Up to here 8-bit samples are converted to 8-bit samples.
  static let near: Double = 4 / 255

  /// Nil when Little CMS cannot connect the two.
  init?(of profile: Profile, with other: Profile) {
    guard let transform = ColorTransform(from: profile, calqueTypeRGBFloat, to: other, calqueTypeRGBFloat, exact: true)
    else { return nil }
    let levels: [Float] = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 1]
    var colors: [Float] = []
    for r in levels { for g in levels { for b in levels { colors += [r, g, b] } } }
    var result = [Float](repeating: 0, count: colors.count)
    transform.apply(colors, &result, pixels: colors.count / 3)
    for (before, after) in zip(colors, result) {
      // A damaged table can give anything, so a number that is none counts as far away.
      deviation = after.isFinite ? max(deviation, Double(abs(after - before))) : 1
      if !(-0.01...1.01).contains(after) { isWider = true }
    }
  }
}
