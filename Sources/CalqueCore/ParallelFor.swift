/// Runs a body for each index of 0..<count, perhaps on several threads.
///
/// What runs in parallel is cut into chunks whose number depends on the work alone, never on the threads, so results
/// are the same on every machine.
public typealias ParallelFor = @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

/// One chunk after the other on the calling thread.
public let sequentialFor: ParallelFor = { count, body in
  for i in 0..<count { body(i) }
}
