/// The right to answer one request, once.
///
/// It cannot be copied, and each answer consumes it, so answering twice does not compile. Letting it go without an
/// answer ends the request with ``Failure/unanswered``: nothing waits for ever.
public struct Responder: ~Copyable, Sendable {
  private let obligation: Obligation

  @MainActor init(settle: @escaping @MainActor @Sendable (Outcome) -> Void) {
    obligation = Obligation(settle: settle)
  }

  /// Answers with a value; nil is `undefined` in the page.
  @MainActor public consuming func succeed(_ value: JSONValue?) {
    obligation.meet(with: .success(value))
  }

  /// Ends the request with an error; see ``PageFacingError`` for what the page gets to read.
  @MainActor public consuming func fail(_ error: any Error) {
    obligation.meet(with: .failure(error as? Failure ?? .handler(error)))
  }
}

/// What a ``Responder`` holds: it is met once, by an answer or by its end.
@MainActor private final class Obligation {
  private var settle: (@MainActor @Sendable (Outcome) -> Void)?

  init(settle: @escaping @MainActor @Sendable (Outcome) -> Void) {
    self.settle = settle
  }

  func meet(with outcome: Outcome) {
    let settle = self.settle
    self.settle = nil
    settle?(outcome)
  }

  deinit {
    guard let settle else { return }
    // A responder may be let go anywhere; the request is settled where its conversation lives.
    Task { @MainActor in settle(.failure(.unanswered)) }
  }
}
