/// What goes wrong for clients, so that their developers see what users would.
package struct Failure: Hashable, Sendable {
  /// Of which call.
  package var operation: SandboxOperation
  /// How.
  package var kind: Kind
  /// How often it still does; nil for always.
  package var times: Int?
  /// How long the answer takes, of ``Kind/slow``.
  package var seconds: Double

  /// A failure.
  package init(_ operation: SandboxOperation, _ kind: Kind, times: Int? = nil, seconds: Double = 0) {
    self.operation = operation
    self.kind = kind
    self.times = times
    self.seconds = seconds
  }

  /// How a call can fail. All but the last two do no work.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// 503.
    case unavailable
    /// 429.
    case rateLimited = "rate_limited"
    /// 200, and a body that is not JSON.
    case notJSON = "not_json"
    /// The work is done, and the connection closed without an answer.
    case lostAnswer = "lost_answer"
    /// The work is done, and the answer takes its time.
    case slow
  }
}

extension SandboxStore {
  /// Which calls fail from now on, until the store is closed; none are if the list is empty.
  package func setFailures(_ failures: [Failure]) { self.failures = failures }

  /// How a call fails now: the first that is left for it.
  package func takeFailure(of operation: SandboxOperation) -> Failure? {
    guard let index = failures.firstIndex(where: { $0.operation == operation && $0.times != 0 }) else { return nil }
    if let times = failures[index].times { failures[index].times = times - 1 }
    return failures[index]
  }
}
