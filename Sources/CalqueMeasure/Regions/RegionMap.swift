import CalqueCore

/// A picture cut into regions of one colour, with which of them surrounds which.
///
/// Pixels of anti-aliased edges, of texture and of photographs belong to no region or to tiny ones.
struct RegionMap: Sendable {
  let width: Int
  let height: Int
  /// For each pixel the index of its region, or −1.
  let labels: [Int32]
  /// By their first pixel, from the top left.
  let regions: [Region]

  /// Regions with fewer pixels are not listed.
  static let smallestArea = 4
  /// Of smaller ones it is not asked what surrounds them.
  static let smallestNested = 16

  /// The region of a pixel.
  func region(_ x: Int, _ y: Int) -> Int? {
    let label = labels[y * width + x]
    return label < 0 ? nil : Int(label)
  }

  /// Cuts up a picture; transparent parts count as over white.
  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    var components = ColorComponents(bitmap)
    components.mergeGradients()
    labels = components.labels
    findParents(of: &components.regions, labels: labels, width: width, height: height)
    regions = components.regions
  }
}
