import CalqueCore
import Dispatch

/// Spreads a loop over at most `threads` threads. Which thread takes which index does not matter to the result,
/// because what is passed in was cut independently of the threads (see `ParallelFor`).
func concurrentFor(threads: Int) -> ParallelFor {
  guard threads > 1 else { return sequentialFor }
  return { count, body in
    let next = Locked(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let index = next.withLock { (value: inout Int) -> Int in
          value += 1
          return value - 1
        }
        guard index < count else { return }
        body(index)
      }
    }
  }
}
