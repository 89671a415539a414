#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command writes, and what it may assume about the reader.
public struct Console: Sendable {
  /// How a write to standard output ended.
  public enum Outcome: Equatable, Sendable {
    case written
    /// Nobody reads any more.
    case closed
    case failed
  }
  /// Writes bytes to standard output.
  public var writeOutput: @Sendable ([UInt8]) -> Outcome
  /// Writes bytes to standard error.
  public var writeError: @Sendable ([UInt8]) -> Void
  /// Whether tables may have colours.
  public var allowsColor: Bool
  /// Whether somebody watches standard error, so that progress is of use.
  public var showsProgress: Bool

  public init(
    writeOutput: @escaping @Sendable ([UInt8]) -> Outcome, writeError: @escaping @Sendable ([UInt8]) -> Void,
    allowsColor: Bool = false, showsProgress: Bool = false
  ) {
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.allowsColor = allowsColor
    self.showsProgress = showsProgress
  }

  /// The process's own streams. Colour only on a terminal and not with `NO_COLOR` or `TERM=dumb`.
  public static let standard = Console(
    writeOutput: { writeAll($0, to: STDOUT_FILENO) }, writeError: { _ = writeAll($0, to: STDERR_FILENO) },
    allowsColor: isatty(STDOUT_FILENO) == 1 && !isSet("NO_COLOR") && environment("TERM") != "dumb",
    showsProgress: isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb")

  /// - Throws: ``CommandError/brokenOutput`` when nobody reads any more.
  func print(_ text: String) throws(CommandError) { try print(Array(text.utf8)) }

  func print(_ bytes: [UInt8]) throws(CommandError) {
    let outcome = writeOutput(bytes)
    guard outcome == .written else { throw .brokenOutput(isClosed: outcome == .closed) }
  }

  func note(_ text: String) { writeError(Array((text + "\n").utf8)) }
}

private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// NO_COLOR counts when it is there and not empty (no-color.org).
private func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }

/// Writes everything, through interruptions and partial writes.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Console.Outcome {
  bytes.withUnsafeBytes { buffer in
    guard let start = buffer.baseAddress else { return .written }
    var offset = 0
    while offset < buffer.count {
      let count = write(descriptor, start + offset, buffer.count - offset)
      if count > 0 {
        offset += count
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        return errno == EPIPE ? .closed : .failed
      }
    }
    return .written
  }
}

/// A closed pipe becomes an error to handle (74) and an interrupt ends with 130, as shells say it.
public func prepareSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGINT) { _ in _exit(130) }
}
