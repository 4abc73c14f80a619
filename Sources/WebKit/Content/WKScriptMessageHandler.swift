/// A handler of messages that pages post with `window.webkit.messageHandlers.NAME.postMessage(body)`.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
  /// Handles a message that a page posted. The page's promise is fulfilled with `undefined`.
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// A handler that answers the messages that pages post.
///
/// Swift imports Apple's method in two variants. Implement one of them. WebKit calls the variant with a `replyHandler`,
/// whose default implementation calls the asynchronous variant.
@preconcurrency @MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  /// Handles a message that a page posted.
  ///
  /// Call `replyHandler` once, on the main actor, with a value (nil is `undefined`) or with an error text, which
  /// rejects the page's promise with an `Error`. If the handler is released without a call, the promise is rejected. A
  /// second call traps in debug builds and is ignored in release builds.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void)

  /// Handles a message that a page posted. Returns the answer's value, or an error text.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

extension WKScriptMessageHandlerWithReply {
  /// Answers with the result of the asynchronous variant.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    Task {
      let (value, error) = await self.userContentController(userContentController, didReceive: message)
      replyHandler(value, error)
    }
  }

  /// Stops the program, because the app implements neither variant. On Linux the compiler cannot require one of two
  /// variants, and does not report a method whose type nearly matches.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    preconditionFailure(
      "\(type(of: self)) must implement userContentController(_:didReceive:replyHandler:) with a replyHandler of the "
        + "type @escaping @MainActor (Any?, String?) -> Void, or userContentController(_:didReceive:) async -> "
        + "(Any?, String?). A method of another type does not count, for example if its replyHandler lacks @MainActor.")
  }
}
