/// Results that come in any order and go out in the order of their pictures.
final class OrderedOutput: Sendable {
  struct Outcome: Sendable {
    var output: [UInt8]
    var notes: [String]
    var exitCode: Int32
  }
  private struct State {
    var waiting: [Outcome?]
    var next = 0
    var exitCode: Int32 = 0
    var isBroken = false
  }
  private let state: Locked<State>

  init(count: Int) { state = Locked(State(waiting: [Outcome?](repeating: nil, count: count))) }

  /// The highest so far.
  var exitCode: Int32 { state.withLock { $0.exitCode } }
  /// Whether writing failed, so that measuring more is of no use.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Takes a result and writes what can be written now; `write` returns false when nobody reads.
  func finish(_ index: Int, _ outcome: Outcome, write: (Outcome) -> Bool) {
    state.withLock { state in
      state.waiting[index] = outcome
      state.exitCode = max(state.exitCode, outcome.exitCode)
      while !state.isBroken, state.next < state.waiting.count, let ready = state.waiting[state.next] {
        state.waiting[state.next] = nil
        state.next += 1
        if !write(ready) { state.isBroken = true }
      }
    }
  }
}
