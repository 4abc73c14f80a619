/// Takes the messages that pages post with `window.webkit.messageHandlers.NAME.postMessage(body)`.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
  /// A page posted a message. The page's promise is fulfilled with `undefined`.
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
