extension Screen {
  /// Finds shapes whose ground is a photograph or texture, by their edges.
  mutating func measureShapesOverPictures() {}
}
