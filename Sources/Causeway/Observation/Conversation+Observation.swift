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
  /// which the dialect wrote, is shown. The reason why parameters are invalid is hidden in the same way, because the
  /// decoding error that states it may quote a secret value.
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
    case .failure(.invalidParameters) where open.hasSecrets:
      let redacted = Failure.invalidParameters(Redactor.mark)
      if reply != nil { shown = open.dialect.dialect.encode(.failure(redacted), of: open.request) }
      reason = redacted
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

  /// Observes the progress of a request. If the result is secret, only the values of the progress are hidden.
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

  /// Whether the texts of errors are hidden from observers and from the log.
  fileprivate var hasSecrets: Bool { capability?.sensitivity.isEmpty == false }
}

extension Conversation {
  /// Logs a failure for the app's developer, if the page does not learn its cause.
  ///
  /// A failure of the app's handler is logged with its cause. A malformed or dropped message is logged without the
  /// page's text, because that text may be secret or may be written to mislead the reader of a log. Observers see the
  /// text.
  /// - Parameter reply: the page's answer; nil for an event.
  func logFailure(_ failure: Failure, of open: OpenRequest, answeredBy reply: Reply?) {
    let cause = cause(of: failure, of: open)
    if cause != nil || failure.isOfApp {
      let ending = cause.map { " Cause: \($0)" } ?? ""
      bridge.write(
        "\(open.label) for the \(frame): \(failure.pageMessage)\(ending)", about: failure.subject(of: open.label))
    } else if case .malformed = failure {
      bridge.write("\(open.label) of the \(frame) is malformed.", about: .page)
    } else if open.isSilent(with: reply), !failure.isOfPage {
      // Log only the code, because the failure's message may quote the page.
      bridge.write("\(open.label) of the \(frame) was dropped: \(failure.code).", about: .page)
    } else if case .handler(let error) = failure, case .declared(let declaration) = open.capability?.signature,
      !declaration.declares(error)
    {
      bridge.write(
        "\(open.label) threw \(type(of: error)), which its declaration does not list, so the page has no class for it. "
          + "Add \(type(of: error)).self to `errors:`.",
        about: failure.subject(of: open.label))
    }
  }

  /// Returns details of a failure that pages must not see: the error that a handler threw, unless that error is meant
  /// for pages, or the rule that refused the frame. For a capability with secrets, only the error's type, because its
  /// text may contain them.
  func cause(of failure: Failure, of open: OpenRequest) -> String? {
    switch failure {
    case .handler(let error) where !(error is any PageFacingError):
      open.hasSecrets ? "\(type(of: error)), whose text may be secret" : "\(error)"
    case .refused: open.dialect.explanation(ofRefusing: frame, by: open.capability)
    default: nil
    }
  }
}

extension OpenRequest {
  /// The capability's name, for the log. It is left out unless the dialect lists the capability: a dialect may create a
  /// capability for any name in a page's request, and the page's text must not be logged.
  fileprivate var label: String {
    let name = capability.flatMap { dialect.capabilities[$0.name]?.name }
    return "\(dialectName) " + (name.map { "\"\($0)\"" } ?? (isEvent ? "event" : "message"))
  }

  /// Returns whether the reply hides from the page that the request failed.
  fileprivate func isSilent(with reply: Reply?) -> Bool {
    switch reply {
    case nil, .some(.none), .resolve(nil): true
    case .message: false
    case .resolve, .reject: pageID == nil
    }
  }
}

extension Failure {
  /// Whether the app caused the failure.
  fileprivate var isOfApp: Bool {
    switch self {
    case .deadlineExceeded, .unanswered, .bytesNotCarried: true
    default: false
    }
  }

  /// Returns the subject of a log line about the failure.
  fileprivate func subject(of label: String) -> BridgeLog.Subject {
    switch self {
    case .refused: .page
    case .handler(let error): .failure(capability: label, error: "\(type(of: error))")
    default: .failure(capability: label, error: code)
    }
  }

  /// Whether the page itself ended the request.
  fileprivate var isOfPage: Bool {
    switch self {
    case .cancelled, .documentGone: true
    default: false
    }
  }
}
