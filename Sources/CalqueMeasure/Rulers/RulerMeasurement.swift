extension Screen {
  /// Finds straight scales.
  mutating func measureRulers() {}
}
