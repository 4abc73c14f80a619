/// A message that a page posted.
@MainActor open class WKScriptMessage: NSObject {
  /// What was posted: `NSNumber`, `String`, `Date`, `NSNull`, or arrays and dictionaries of these.
  public let body: Any
  /// The web view that shows the page.
  public private(set) weak var webView: WKWebView?
  /// The frame that posted.
  public let frameInfo: WKFrameInfo
  /// The handler's name.
  public let name: String
  /// The content world in which it was posted.
  public let world: WKContentWorld

  init(body: Any, webView: WKWebView, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
    self.body = body
    self.webView = webView
    self.frameInfo = frameInfo
    self.name = name
    self.world = world
  }
}

/// Takes messages that expect no answer.
@MainActor public protocol WKScriptMessageHandler: AnyObject {
  /// A page posted a message.
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// Takes messages and answers them.
///
/// Implement one of the two methods; each is there in terms of the other.
@MainActor public protocol WKScriptMessageHandlerWithReply: AnyObject {
  /// A page posted a message. Call the reply handler once: with a value (nil is `undefined`), or with nil and an error
  /// text. One that is let go without a call rejects the page's promise.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void)

  /// A page posted a message; gives the value or the error text.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

extension WKScriptMessageHandlerWithReply {
  /// Answers with what the asynchronous method gives.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    Task {
      let (value, error) = await self.userContentController(userContentController, didReceive: message)
      replyHandler(value, error)
    }
  }

  /// Nobody answers: the method that this app implements is the other one.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    (nil, "The app's message handler implements neither form of its method.")
  }
}
