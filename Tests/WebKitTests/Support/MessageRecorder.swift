import WebKit

/// A message handler without replies that delivers its messages to a test.
@MainActor final class MessageRecorder: NSObject, WKScriptMessageHandler {
  let messages = Mailbox<WKScriptMessage>()

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    messages.put(message)
  }
}

extension WKFrameInfo {
  /// A description of the frame that tests compare, such as `main test://page.example` or `sub opaque`.
  var summary: String {
    let origin = securityOrigin
    let port = origin.port == 0 ? "" : ":\(origin.port)"
    let text = origin.protocol.isEmpty ? "opaque" : "\(origin.protocol)://\(origin.host)\(port)"
    return "\(isMainFrame ? "main" : "sub") \(text)"
  }
}
