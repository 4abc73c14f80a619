extension Conversation {
  /// Tells the app's developer what the page is not told of a failure.
  ///
  /// What the app's handlers did is told with its cause. Of a message that means nothing, or of which the page hears nothing,
  /// the words that the page chose are left to observers: they may be secret, or meant to fool who reads a log.
  /// - Parameter reply: what the page gets; nil for an event.
  func logFailure(_ failure: Failure, of open: OpenRequest, answeredBy reply: Reply?) {
    let cause = failure.cause(of: open.capability, under: open.dialect.dialect.policy)
    if cause != nil || failure.isOfApp {
      let ending = cause.map { " Cause: \($0)" } ?? ""
      bridge.say(
        "\(open.label) for the \(frame): \(failure.pageMessage)\(ending)", about: failure.isRefusal ? .page : .app)
    } else if case .malformed = failure {
      bridge.say("\(open.label) of the \(frame) is malformed.", about: .page)
    } else if open.isSilent(with: reply), !failure.isOfPage {
      bridge.say("\(open.label) of the \(frame) was dropped: \(open.words(for: failure))", about: .page)
    }
  }
}

extension OpenRequest {
  /// What is asked, without words that only the page knows.
  fileprivate var label: String {
    "\(dialectName) " + (capability.map { "\"\($0.name)\"" } ?? (isEvent ? "event" : "message"))
  }

  /// A failure in words, or its constant where they may be a page's own or secret.
  fileprivate func words(for failure: Failure) -> String {
    capability?.sensitivity.isEmpty == true ? failure.pageMessage : failure.code
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

  /// Whether the page asked for what is not for it.
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }

  /// Whether the page itself no longer wants an answer.
  fileprivate var isOfPage: Bool {
    switch self {
    case .cancelled, .documentGone: true
    default: false
    }
  }
}
