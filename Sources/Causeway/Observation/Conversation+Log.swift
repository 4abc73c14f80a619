extension Conversation {
  /// Tells the app's developer what the page is not told of a failure.
  ///
  /// What the app's handlers did is told with its cause. Of a message that means nothing, or of which the page hears nothing,
  /// the page's words are left to observers: they may be secret, or meant to fool the reader of a log.
  /// - Parameter reply: what the page gets; nil for an event.
  func logFailure(_ failure: Failure, of open: OpenRequest, answeredBy reply: Reply?) {
    let cause = failure.cause(of: open.capability, under: open.dialect.dialect.policy)
    if cause != nil || failure.isOfApp {
      let ending = cause.map { " Cause: \($0)" } ?? ""
      bridge.say(
        "\(open.label) for the \(frame): \(failure.pageMessage)\(ending)", about: failure.subject(of: open.label))
    } else if case .malformed = failure {
      bridge.say("\(open.label) of the \(frame) is malformed.", about: .page)
    } else if open.isSilent(with: reply), !failure.isOfPage {
      // Its sentence may quote what the page wrote.
      bridge.say("\(open.label) of the \(frame) was dropped: \(failure.code).", about: .page)
    }
  }
}

extension OpenRequest {
  /// What is asked, without words of the page: a dialect may make a capability of any name that a page asks for.
  fileprivate var label: String {
    let name = capability.flatMap { dialect.capabilities[$0.name]?.name }
    return "\(dialectName) " + (name.map { "\"\($0)\"" } ?? (isEvent ? "event" : "message"))
  }

  /// Whether the page learns nothing of a failure.
  fileprivate func isSilent(with reply: Reply?) -> Bool {
    switch reply {
    case nil, .some(.none), .resolve(nil): true
    case .message: false
    case .resolve, .reject: pageID == nil
    }
  }
}

extension Failure {
  /// Whether the app did not do what it has to.
  fileprivate var isOfApp: Bool {
    switch self {
    case .deadlineExceeded, .unanswered, .bytesNotCarried: true
    default: false
    }
  }

  /// What a line about it is about.
  fileprivate func subject(of label: String) -> BridgeLog.Subject {
    switch self {
    case .refused: .page
    case .handler(let error): .failure(capability: label, error: "\(type(of: error))")
    default: .failure(capability: label, error: code)
    }
  }

  /// Whether the page itself no longer wants an answer.
  fileprivate var isOfPage: Bool {
    switch self {
    case .cancelled, .documentGone: true
    default: false
    }
  }
}
