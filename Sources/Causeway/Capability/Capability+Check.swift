import CausewayJSON

extension Capability {
  /// Returns the capability with a check that runs before its handler. If the check throws, the handler does not run.
  ///
  /// - Parameters:
  ///   - deadline: the timeout of each request; nil for that of the capability.
  ///   - check: the check. It may wait; the time that it takes is part of the timeout.
  package func checked(
    deadline: Deadline? = nil, by check: @escaping @MainActor (Call) async throws -> Void
  ) -> Capability {
    Capability(name, policy, deadline ?? self.deadline, sensitivity, work.checked(by: check), signature)
  }
}

extension Capability.Work {
  fileprivate func checked(by check: @escaping @MainActor (Call) async throws -> Void) -> Capability.Work {
    switch self {
    case .computing(let handler):
      .returning { json, call in
        try await check(call)
        return try handler(json, call)
      }
    case .returning(let handler):
      .returning { json, call in
        try await check(call)
        return try await handler(json, call)
      }
    case .returningBytes(let handler):
      .returningBytes { json, call in
        try await check(call)
        return try await handler(json, call)
      }
    case .responding(let handler):
      .responding { json, call, responder in
        let waiting = WaitingResponder(responder)
        let task = Task { @MainActor in
          do {
            try await check(call)
            // The check may have ignored the task's cancellation, so stop here if the page has withdrawn the request.
            try Task.checkCancellation()
            if let responder = waiting.take() { try handler(json, call, responder) }
          } catch {
            waiting.fail(error)
          }
        }
        waiting.onCancel { task.cancel() }
      }
    case .streaming(let handler):
      .streaming { json, call, output in
        try await check(call)
        try await handler(json, call, output)
      }
    case .receiving(let content, let handler):
      .receiving(content) { json, call, source in
        try await check(call)
        return try await handler(json, call, source)
      }
    }
  }
}

/// Holds a responder until a task takes it. The task's closure captures this object, because a closure cannot consume
/// a noncopyable value that it captures.
@MainActor private final class WaitingResponder {
  private var responder: Responder?
  private let state: ResponderState

  init(_ responder: consuming Responder) {
    state = responder.state
    self.responder = consume responder
  }

  func take() -> Responder? { responder.take() }

  /// Ends the request with an error, also after the handler has taken the responder. Does nothing if the request has
  /// ended.
  func fail(_ error: any Error) { state.settle(with: .failure(of: error)) }

  /// Sets the action that runs if the request ends before it is answered. The handler that takes the responder may
  /// replace the action.
  func onCancel(_ action: @escaping @MainActor () -> Void) { responder?.onCancel { _ in action() } }
}
