import Dispatch

/// A value that threads take turns at.
final class Locked<Value>: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  private var value: Value
  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    semaphore.wait()
    defer { semaphore.signal() }
    return body(&value)
  }
}
