/// A line on a terminal that says how far several pictures are, and disappears when they are done.
final class Progress: Sendable {
  private let console: Console
  private let total: Int
  private let done = Locked(0)

  /// - Parameter total: Of pictures; one alone is too quick for a progress line.
  init(_ console: Console, total: Int, isQuiet: Bool) {
    self.console = console
    self.total = console.showsProgress && !isQuiet && total > 1 ? total : 0
  }

  func advance() {
    guard total > 0 else { return }
    done.withLock { count in
      count += 1
      console.writeError(Array("\r\u{1B}[Kmeasured \(count) of \(total)".utf8))
    }
  }

  /// Clears the line, so that other output can take its place.
  func clear() {
    guard total > 0 else { return }
    console.writeError(Array("\r\u{1B}[K".utf8))
  }
}
