extension Screen {
  /// Finds arcs, and rings that are not of one colour.
  mutating func measureRings() {}
}
