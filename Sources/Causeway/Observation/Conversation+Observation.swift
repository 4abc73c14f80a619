import CausewayJSON

extension Conversation {
  /// Publishes an observation, redacted, if there is an observer.
  func observe(
    _ kind: BridgeObservation.Kind, _ direction: BridgeObservation.Direction, dialect: String? = nil,
    name: String? = nil,
    call: UInt64? = nil, body: JSONValue? = nil, isSecret: Bool = false, bytes: Int? = nil,
    failure: String? = nil, cause: String? = nil
  ) {
    guard bridge.isObserved else { return }
    let redactor = Redactor.standard
    bridge.publish(
      BridgeObservation(
        time: bridge.timeline.now(), direction: direction, kind: kind, frame: frame, dialect: dialect,
        name: name.map(redactor.redact), call: call,
        body: body.map(isSecret ? redactor.redactAll : redactor.redact), bytes: bytes,
        failure: failure.map(redactor.redact), cause: cause.map(redactor.redact)))
  }

  /// Reports to observers that a line from the page was dropped, with the reason.
  func discard(_ reason: String) {
    observe(.discarded, .fromPage, failure: reason)
  }

  /// Observes a request or an event of the page, as its dialect read it.
  ///
  /// - Parameter isReadable: false for a malformed message. The body of a malformed message is left out if it is a
  ///   string, because redaction may not find the names of secrets inside a string.
  func observeRequest(_ open: OpenRequest, isReadable: Bool = true) {
    let parameters = open.request.parameters
    var body: JSONValue? = parameters == .null ? nil : parameters
    if !isReadable, case .string = parameters { body = Optional.none }
    // Without a capability, it is unknown whether the parameters are secret. Hide all of them if the frame is refused.
    let isRefused = open.capability == nil && open.dialect.refusal(of: frame, by: nil) != nil
    observe(
      open.isEvent ? .event : .request, .fromPage, dialect: open.dialectName, name: open.request.capability,
      call: open.number,
      body: body,
      isSecret: open.capability?.sensitivity.contains(.parameters) ?? isRefused, bytes: open.byteCount)
  }

  /// Observes the end of a request. If the result is secret, only its values are hidden, and the body around them,
  /// which the dialect wrote, is shown.
  func observeReply(to open: OpenRequest, _ reply: Reply?, _ outcome: Outcome, bytes: Int? = nil) {
    guard bridge.isObserved else { return }
    var shown = reply
    var isSecret = open.isResultSecret
    var reason: Failure?
    switch outcome {
    case .success(let value?) where isSecret && reply != nil:
      let redacted = Outcome.success(Redactor.standard.redactAll(value))
      shown = open.dialect.dialect.encode(redacted, of: open.request)
      isSecret = false
    case .success: break
    case .failure(let failure): reason = failure
    }
    let body: JSONValue? =
      switch shown {
      case .resolve(let value): value
      case .reject(let reason): reason
      case .message(let body): body
      case .none?, nil: nil
      }
    observe(
      .reply, .toPage, dialect: open.dialectName, name: open.request.capability, call: open.number, body: body,
      isSecret: isSecret, bytes: bytes, failure: reason.map { "\($0.code): \($0.pageMessage)" },
      cause: reason.flatMap { cause(of: $0, of: open) })
  }

  /// Observes the progress of a request.
  func observeProgress(of open: OpenRequest, _ value: JSONValue, _ body: JSONValue) {
    guard bridge.isObserved else { return }
    let shown =
      open.isResultSecret
      ? open.dialect.dialect.encode(progress: Redactor.standard.redactAll(value), of: open.request) : body
    observe(
      .progress, .toPage, dialect: open.dialectName, name: open.request.capability, call: open.number, body: shown)
  }
}

extension OpenRequest {
  /// Whether the values of the result are hidden from observers.
  fileprivate var isResultSecret: Bool { capability?.sensitivity.contains(.result) ?? false }
}
