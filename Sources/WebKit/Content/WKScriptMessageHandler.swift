/// A handler of messages that pages post with `window.webkit.messageHandlers.NAME.postMessage(body)`.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
  /// Handles a message that a page posted. The page's promise is fulfilled with `undefined`.
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
