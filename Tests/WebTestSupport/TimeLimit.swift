/// The error that a test throws when it has waited too long.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
  /// The event that did not happen in time.
  public let what: String
  /// A sentence that says what did not happen.
  public var description: String { "did not happen in time: \(what)" }
}

/// The time after which a test gives up a wait. The time is meant to end only tests that hang, so it is long enough for
/// a machine that is busy with other work.
public let hangTimeout: Duration = .seconds(120)

/// Lets the main actor run until the condition holds. Throws if that takes longer than `limit`.
@MainActor public func eventually(
  _ what: String, within limit: Duration = hangTimeout, _ condition: () throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var turns = 0
  while try !condition() {
    guard ContinuousClock.now < end else { throw TimeLimitExceeded(what: what) }
    turns += 1
    // After the first turns, the condition depends on another process or thread. The pause leaves the processor to that
    // process or thread.
    if turns < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(min(turns - 99, 5))) }
  }
}

/// Returns the value of `work`. Throws if `work` takes longer than `limit`, but does not cancel `work`.
@MainActor public func within<Value: Sendable>(
  _ what: String, limit: Duration = hangTimeout, _ work: @escaping @MainActor () async throws -> Value
) async throws -> Value {
  try await within(what, limit: limit) { end in
    Task {
      do {
        end(.success(try await work()))
      } catch {
        end(.failure(error))
      }
    }
  }
}

/// Calls `start` and returns the result that `start` passes to its argument, at once or later. Throws if that takes
/// longer than `limit`. Later results are ignored.
@MainActor public func within<Value: Sendable>(
  _ what: String, limit: Duration = hangTimeout,
  start: (_ end: @escaping @MainActor (Result<Value, any Error>) -> Void) -> Void
) async throws -> Value {
  let race = Race<Value>()
  let timer = Task {
    try await Task.sleep(for: limit)
    race.end(.failure(TimeLimitExceeded(what: what)))
  }
  defer { timer.cancel() }
  return try await withCheckedThrowingContinuation { continuation in
    race.continuation = continuation
    start { race.end($0) }
  }
}

@MainActor private final class Race<Value: Sendable> {
  var continuation: CheckedContinuation<Value, any Error>?

  func end(_ result: Result<Value, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}
