/// A simulated failure, which shows developers how their app behaves when a call fails.
package struct Failure: Hashable, Sendable {
  /// The operation that fails.
  package var operation: SandboxOperation
  /// The way in which the operation fails.
  package var kind: Kind
  /// The number of calls that still fail; nil for no limit.
  package var times: Int?
  /// The delay of the answer, in seconds, for ``Kind/slow``.
  package var seconds: Double

  /// Creates a failure.
  package init(_ operation: SandboxOperation, _ kind: Kind, times: Int? = nil, seconds: Double = 0) {
    self.operation = operation
    self.kind = kind
    self.times = times
    self.seconds = seconds
  }

  /// The way in which a call fails. Only ``lostAnswer`` and ``slow`` do the call's work.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The status 503.
    case unavailable
    /// The status 429.
    case rateLimited = "rate_limited"
    /// The status 200, with a body that is not JSON.
    case notJSON = "not_json"
    /// A closed connection without an answer, after the work was done.
    case lostAnswer = "lost_answer"
    /// A delayed answer, after the work was done.
    case slow
  }
}

/// The failures that a tester simulates. They last until the store is closed.
package final class FailureService {
  /// The failures that a tester has set, with the number of calls that each still affects.
  private(set) var current: [Failure] = []

  /// Replaces the failures. An empty list ends them.
  package func set(_ failures: [Failure]) { current = failures }

  /// Returns the next failure to simulate for an operation, and counts the call against the failure's limit; nil if no
  /// failure applies.
  package func take(for operation: SandboxOperation) -> Failure? {
    guard let index = current.firstIndex(where: { $0.operation == operation && $0.times != 0 }) else { return nil }
    if let times = current[index].times { current[index].times = times - 1 }
    return current[index]
  }
}
