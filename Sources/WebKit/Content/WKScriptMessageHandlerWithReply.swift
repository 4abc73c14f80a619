/// Takes the messages that pages post, and answers them.
///
/// Apple's one method is seen from Swift in two forms; implement either. WebKit calls the first, which is built on the
/// second where the app leaves it out.
@preconcurrency @MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  /// A page posted a message.
  ///
  /// Call `replyHandler` once, on the main actor, with a value (nil is `undefined`) or with an error text, which rejects
  /// the page's promise with an `Error`. One that is let go without a call rejects the promise. A second call traps in
  /// debug builds and is ignored in release builds.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void)

  /// A page posted a message; gives the answer's value, or an error text.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

extension WKScriptMessageHandlerWithReply {
  /// Answers with what the asynchronous form gives.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    Task {
      let (value, error) = await self.userContentController(userContentController, didReceive: message)
      replyHandler(value, error)
    }
  }

  /// The method is required on Apple's platforms; here the compiler cannot ask for one of two.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    preconditionFailure(
      "\(type(of: self)) implements neither form of userContentController(_:didReceive:replyHandler:)")
  }
}
