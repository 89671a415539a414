extension Screen {
  /// Finds rings and arcs.
  mutating func measureRings() {}
}
