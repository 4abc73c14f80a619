/// The error that a test throws when it has waited too long.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
  /// The event that did not happen in time.
  public let what: String
  /// A sentence that says what did not happen.
  public var description: String { "did not happen in time: \(what)" }
}

/// Lets the main actor run until the condition holds. Throws if that takes longer than `limit`.
@MainActor public func eventually(
  _ what: String, within limit: Duration = .seconds(30), _ condition: () throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < end else { throw TimeLimitExceeded(what: what) }
    await Task.yield()
  }
}

/// Returns the value of `work`. Throws if `work` takes longer than `limit`; `work` is not cancelled then.
@MainActor public func within<Value: Sendable>(
  _ what: String, limit: Duration = .seconds(30), _ work: @escaping @MainActor () async throws -> Value
) async throws -> Value {
  let race = Race<Value>()
  return try await withCheckedThrowingContinuation { continuation in
    race.continuation = continuation
    let timer = Task {
      try await Task.sleep(for: limit)
      race.end(.failure(TimeLimitExceeded(what: what)))
    }
    Task {
      do {
        race.end(.success(try await work()))
      } catch {
        race.end(.failure(error))
      }
      timer.cancel()
    }
  }
}

@MainActor private final class Race<Value: Sendable> {
  var continuation: CheckedContinuation<Value, any Error>?

  func end(_ result: Result<Value, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}
