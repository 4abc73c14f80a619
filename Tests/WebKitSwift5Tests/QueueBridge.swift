import Foundation
import WebKit

/// A bridge in the style of code from before Swift had actors: it is on no actor, its handler is in an extension, a
/// weak proxy prevents a retain cycle, its callbacks have numbers, and `deinit` removes its handler.
class QueueBridge: NSObject {
  typealias Callback = (Any?, Error?) -> Void
  typealias Handler = ([String: Any]) -> Any?

  private weak var webView: WKWebView?
  private var handlers: [String: Handler] = [:]
  private let name = "queue"
  /// The messages that no handler accepted, and the errors of scripts.
  private(set) var strays: [Any] = []

  init(webView: WKWebView) {
    super.init()
    self.webView = webView
    let controller = webView.configuration.userContentController
    controller.add(WeakHandler(self), name: name)
    controller.addUserScript(
      WKUserScript(
        source: "window.ask = (name, data) => webkit.messageHandlers.queue.postMessage({ name, data });",
        injectionTime: .atDocumentStart, forMainFrameOnly: true))
  }

  deinit {
    webView?.configuration.userContentController.removeScriptMessageHandler(forName: name)
  }

  func register(_ name: String, _ handler: @escaping Handler) {
    handlers[name] = handler
  }

  func call(_ script: String, callback: Callback? = nil) {
    guard Thread.isMainThread else { return DispatchQueue.main.async { self.call(script, callback: callback) } }
    webView?.evaluateJavaScript(script, completionHandler: callback)
  }
}

extension QueueBridge: WKScriptMessageHandler {
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.name == name, message.frameInfo.isMainFrame, let body = message.body as? [String: Any],
      let called = body["name"] as? String, let handler = handlers[called]
    else { return strays.append(message.body) }
    let answer = handler(body["data"] as? [String: Any] ?? [:])
    message.webView?.evaluateJavaScript("window.answer = '\(answer ?? "none")'") { [weak self] _, error in
      if let error = error { self?.strays.append(error) }
    }
  }
}

private class WeakHandler: NSObject {
  weak var handler: WKScriptMessageHandler?

  init(_ handler: WKScriptMessageHandler) {
    super.init()
    self.handler = handler
  }
}

extension WeakHandler: WKScriptMessageHandler {
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    handler?.userContentController(userContentController, didReceive: message)
  }
}
