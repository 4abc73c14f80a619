import CausewayJSON

/// The right to answer one request, once.
///
/// It cannot be copied, and each answer consumes it, so answering twice does not compile. Letting it go without an
/// answer ends the request with ``Failure/unanswered``: nothing waits for ever.
public struct Responder: ~Copyable, Sendable {
  private let obligation: Obligation

  @MainActor init(_ obligation: Obligation) {
    self.obligation = obligation
  }

  /// Answers with a value; nil is `undefined` in the page.
  @MainActor public consuming func succeed(_ value: JSONValue?) {
    obligation.meet(with: .success(value))
  }

  /// Ends the request with an error; see ``PageFacingError`` for what the page gets to read.
  @MainActor public consuming func fail(_ error: any Error) {
    obligation.meet(with: .failure(error as? Failure ?? .handler(error)))
  }

  /// Tells the page how far its request has come, as often as there is something to tell. Dropped where the dialect has no
  /// such message, and once the request is over.
  @MainActor public func report(_ progress: JSONValue) {
    obligation.report(progress)
  }

  /// Says what to do if the request ends without this responder: the page withdrew it or is gone, or the time is up. To
  /// take back what asks a person, for instance. Called once; at once, if that has happened already.
  @MainActor public func onCancel(_ action: @escaping @MainActor (Failure) -> Void) {
    obligation.onCancel(action)
  }
}

/// What a ``Responder`` holds: it is met once, by an answer or by its end.
@MainActor final class Obligation {
  private var settle: (@MainActor @Sendable (Outcome) -> Void)?
  private let reportProgress: @MainActor (JSONValue) -> Void
  private var cancel: (@MainActor (Failure) -> Void)?
  private var cancellation: Failure?

  init(
    settle: @escaping @MainActor @Sendable (Outcome) -> Void, report: @escaping @MainActor (JSONValue) -> Void
  ) {
    self.settle = settle
    reportProgress = report
  }

  func meet(with outcome: Outcome) {
    let settle = self.settle
    self.settle = nil
    cancel = nil
    settle?(outcome)
  }

  func report(_ progress: JSONValue) {
    if settle != nil { reportProgress(progress) }
  }

  func onCancel(_ action: @escaping @MainActor (Failure) -> Void) {
    if let cancellation { return action(cancellation) }
    if settle != nil { cancel = action }
  }

  /// The request ended without an answer of the responder's; one that comes later is dropped.
  func cancel(because failure: Failure) {
    guard settle != nil else { return }
    settle = nil
    cancellation = failure
    let cancel = self.cancel
    self.cancel = nil
    cancel?(failure)
  }

  deinit {
    guard let settle else { return }
    // A responder may be let go anywhere; the request is settled where its conversation lives.
    Task { @MainActor in settle(.failure(.unanswered)) }
  }
}
