extension Screen {
  /// Finds shapes among the regions.
  mutating func measureShapes() {}
}
