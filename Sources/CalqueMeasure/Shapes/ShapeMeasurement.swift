import CalqueCore

extension Screen {
  /// Finds shapes and whole rings among the regions.
  mutating func measureShapes() {
    let map = regions
    let scale = nominalScale
    let arcs = claimedRegions
    let found = bitmap.withReader { reader in ShapeFinder(map: map, reader: reader, scale: scale, claimed: arcs).find()
    }
    shapes += found.shapes
    rings += found.rings
  }
}
