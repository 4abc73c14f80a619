/// Something took longer than a test waits for anything.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
  /// What did not happen.
  public let what: String
  /// What did not happen, in a sentence.
  public var description: String { "this took too long: \(what)" }
}

/// Lets the main actor run until the condition holds, and throws if that takes too long.
@MainActor public func eventually(
  _ what: String, within limit: Duration = .seconds(30), _ condition: () throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < end else { throw TimeLimitExceeded(what: what) }
    await Task.yield()
  }
}

/// Gives what the work gives, or throws if that takes too long; the work is then left to itself.
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
