/// A simulated failure, with which developers see how their app behaves for users when a call fails.
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
