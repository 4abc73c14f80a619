extension Conversation {
  /// Publishes what passed, redacted, if anybody looks.
  func observe(
    _ kind: Observation.Kind, _ direction: Observation.Direction, dialect: String? = nil, name: String? = nil,
    call: UInt64? = nil, body: JSONValue? = nil, isSecret: Bool = false, bytes: Int? = nil,
    failure: String? = nil
  ) {
    guard bridge.isObserved else { return }
    let redactor = Redactor.standard
    bridge.publish(
      Observation(
        time: bridge.timeline.now(), direction: direction, kind: kind, frame: frame, dialect: dialect,
        name: name.map(redactor.redact), call: call,
        body: body.map(isSecret ? redactor.redactAll : redactor.redact), bytes: bytes,
        failure: failure.map(redactor.redact)))
  }

  /// Something arrived that means nothing.
  func discard(_ reason: String) {
    observe(.discarded, .fromPage, failure: reason)
  }

  /// What the page asked, as its dialect read it.
  func observeRequest(_ open: OpenRequest) {
    let parameters = open.request.parameters
    observe(
      open.isEvent ? .event : .request, .fromPage, dialect: open.dialectName, name: open.request.capability,
      call: open.number,
      body: parameters == .null ? nil : parameters,
      isSecret: open.capability?.sensitivity.contains(.parameters) ?? false, bytes: open.bytes?.count)
  }

  /// How a request ended.
  func observeReply(to open: OpenRequest, _ reply: Reply?, failure: Failure?, bytes: Int? = nil) {
    let body: JSONValue? =
      switch reply {
      case .resolve(let value): value
      case .reject(let reason): reason
      case .message(let body): body
      case .none?, nil: nil
      }
    observe(
      .reply, .toPage, dialect: open.dialectName, name: open.request.capability, call: open.number, body: body,
      isSecret: open.capability?.sensitivity.contains(.result) ?? false, bytes: bytes,
      failure: failure.map { "\($0.code): \($0.pageMessage)" })
  }
}
