extension Screen {
  /// Finds shapes and whole rings among the regions.
  mutating func measureShapes() {
    let map = regions
    let scale = nominalScale
    let found = bitmap.withReader { reader in ShapeFinder(map: map, reader: reader, scale: scale).find() }
    shapes += found.shapes
    rings += found.rings
  }
}
