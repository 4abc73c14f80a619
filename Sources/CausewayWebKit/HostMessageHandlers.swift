import WebKit

/// The message handler that the content controller retains for `life.js`.
@MainActor final class LifeHandler: NSObject, WKScriptMessageHandlerWithReply {
  private weak var host: WebViewHost?
  private let serving: ServedWebViews

  init(host: WebViewHost, serving: ServedWebViews) {
    self.host = host
    self.serving = serving
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    guard let host else { return replyHandler(nil, "The bridge to the app is closed.") }
    guard serving.include(message.webView) else { return replyHandler(nil, ServedWebViews.refusal) }
    host.receiveLife(message, reply: replyHandler)
  }
}

/// The message handler that the content controller retains for the page runtime. It retains the host only if `isKept`
/// is true.
@MainActor final class PacketHandler: NSObject, WKScriptMessageHandlerWithReply {
  private weak var host: WebViewHost?
  private let kept: WebViewHost?
  private let serving: ServedWebViews

  init(host: WebViewHost, isKept: Bool, serving: ServedWebViews) {
    self.host = host
    self.serving = serving
    kept = isKept ? host : nil
  }

  /// Runs when the controller has been released. Its web view has then usually been released as well, and nothing else
  /// would end that web view's documents.
  deinit {
    Task { @MainActor [weak host] in host?.webViewMayBeGone() }
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    guard let host else { return replyHandler(nil, "The bridge to the app is closed.") }
    guard serving.include(message.webView) else { return replyHandler(nil, ServedWebViews.refusal) }
    host.receive(message, reply: replyHandler)
  }
}

/// The set of web views that a host serves through one content controller. The host does not retain the web views.
@MainActor struct ServedWebViews {
  /// All web views that have the controller.
  static let all = ServedWebViews(isLimited: false, webView: nil)
  /// The error for a page of another web view.
  static let refusal = "The app does not serve this web view."

  private let isLimited: Bool
  private weak var webView: WKWebView?

  private init(isLimited: Bool, webView: WKWebView?) {
    self.isLimited = isLimited
    self.webView = webView
  }

  /// Creates a set that contains only this web view, and that is empty after the web view has been released.
  init(only webView: WKWebView) {
    self.init(isLimited: true, webView: webView)
  }

  /// Returns whether a web view is served.
  func include(_ webView: WKWebView?) -> Bool { !isLimited || webView != nil && webView === self.webView }
}
