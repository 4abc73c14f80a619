import CausewayJSON

/// The right to answer one request, once.
///
/// A responder cannot be copied, and each answer consumes it, so code that answers twice does not compile. If the
/// handler drops the responder without an answer, the request ends with ``Failure/unanswered``, so the page never waits
/// forever.
public struct Responder: ~Copyable, Sendable {
  let state: ResponderState

  @MainActor init(_ state: ResponderState) {
    self.state = state
  }

  /// Answers with a value; nil is `undefined` in the page.
  @MainActor public consuming func succeed(_ value: JSONValue?) {
    state.settle(with: .success(value))
  }

  /// Ends the request with an error. The page sees the error's text only if the error is a ``PageFacingError``.
  @MainActor public consuming func fail(_ error: any Error) {
    state.settle(with: .failure(of: error))
  }

  /// Sends progress to the page; may be called many times. Does nothing if the dialect has no message for progress, or
  /// if the request has ended.
  @MainActor public func report(_ progress: JSONValue) {
    state.report(progress)
  }

  /// Sets an action to run if the request ends before this responder answers, because the page withdrew the request or
  /// went away, or because the deadline passed. The action can, for example, close a prompt. It runs once, and
  /// immediately if the request has ended already.
  @MainActor public func onCancel(_ action: @escaping @MainActor (Failure) -> Void) {
    state.onCancel(action)
  }
}

/// The state that a ``Responder`` shares with its request. It is settled once, by the responder's answer or by the end
/// of the request.
@MainActor final class ResponderState {
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

  func settle(with outcome: Outcome) {
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

  /// Runs the cancellation action, because the request ended without the responder's answer. A later answer is dropped.
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
    // A responder may be released on any thread, but its request must be settled on the main actor.
    Task { @MainActor in settle(.failure(.unanswered)) }
  }
}
