extension Screen {
  /// Finds lines of text.
  mutating func measureText() {}
}
