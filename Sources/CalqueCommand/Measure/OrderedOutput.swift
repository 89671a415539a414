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
    var broken: Console.Outcome?
  }
  private let state: Locked<State>

  init(count: Int) { state = Locked(State(waiting: [Outcome?](repeating: nil, count: count))) }

  /// The highest so far.
  var exitCode: Int32 { state.withLock { $0.exitCode } }
  /// Why writing failed, so that measuring more is of no use; nil while it works.
  var broken: Console.Outcome? { state.withLock { $0.broken } }

  /// Takes a result and writes what can be written now.
  func finish(_ index: Int, _ outcome: Outcome, write: (Outcome) -> Console.Outcome) {
    state.withLock { state in
      state.waiting[index] = outcome
      state.exitCode = max(state.exitCode, outcome.exitCode)
      while state.broken == nil, state.next < state.waiting.count, let ready = state.waiting[state.next] {
        state.waiting[state.next] = nil
        state.next += 1
        let written = write(ready)
        if written != .written { state.broken = written }
      }
    }
  }
}
