/// Lets one task at a time go on, in the order in which they came.
@MainActor final class Turns {
  private var isTaken = false
  private var waiting: [Settlement<Void>] = []

  /// Does something when it is its turn. Throws `CancellationError`, without doing it, if the task is cancelled before.
  func inTurn<Value>(_ body: @MainActor () async throws -> Value) async throws -> Value {
    if isTaken {
      let turn = Settlement<Void>()
      waiting.append(turn)
      do {
        try await turn.value()
      } catch {
        waiting.removeAll { $0 === turn }
        throw error
      }
    }
    isTaken = true
    defer { next() }
    try Task.checkCancellation()
    return try await body()
  }

  /// The turn passes on before anybody else can take it: it stays taken while somebody waits.
  private func next() {
    while !waiting.isEmpty {
      // One that was cancelled, and has not yet come to take itself out, does not take the turn.
      if waiting.removeFirst().settle(.success(())) { return }
    }
    isTaken = false
  }
}
