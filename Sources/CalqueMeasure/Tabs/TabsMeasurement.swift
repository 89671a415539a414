extension Screen {
  /// Finds tab bars and segmented controls among the shapes and texts.
  mutating func measureTabs() {}
}
