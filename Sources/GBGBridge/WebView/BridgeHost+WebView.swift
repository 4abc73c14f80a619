import Causeway
import CausewayJSON
import CausewayWebKit
import Foundation
import WebKit

extension BridgeHost {
  /// Returns whether the host was attached to this web view with ``attach(_:)``.
  func isAttached(to webView: WKWebView) -> Bool { connection?.isAttachedTo(webView) ?? false }

  /// Serves the pages that a web view loads from now on.
  ///
  /// The host holds the web view weakly, and the web view does not retain the host: keep the host as long as the web
  /// view. If the pages use other protocols too, make one bridge for all protocols; see ``attach(to:surface:)``.
  public func attach(_ webView: WKWebView) {
    detach()
    let bridge = Bridge()
    let attachment = install(in: bridge, .ios)
    let webViewHost = WebViewHost(bridge: bridge)
    webViewHost.attach(to: webView.configuration.userContentController)
    connection = BridgeConnection(
      attachment: attachment,
      isAttached: { [weak webView] in webView != nil },
      isAttachedTo: { [weak webView] in $0 === webView },
      page: { [weak webView] in webView.flatMap(webViewHost.conversation) },
      webContentProcessDidTerminate: { [weak webView] in
        if let webView { webViewHost.webContentProcessDidTerminate(in: webView) }
      },
      detach: { [weak webView] in
        if let webView { webViewHost.detach(from: webView.configuration.userContentController) }
      })
  }
}

extension BridgeHost: WKScriptMessageHandler {
  /// Receives a message that a page posted to a handler that the app itself added with
  /// `controller.add(host, name: "…")`. The host serves the message like one that came over the bridge.
  ///
  /// ``attach(_:)`` makes `gbgBridge` without such a handler. The page must be loaded after the call to ``attach(_:)``.
  /// Otherwise the host cannot answer the page, and sets ``lastError``.
  public func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    guard let webView = message.webView, isAttached(to: webView) else { return note(Self.notAttached) }
    guard let page = connection?.page() else {
      return note(
        "The message handler \"\(message.name)\" received a message from a page that was loaded before the host was "
          + "attached. Call BridgeWebViewConfigurator.configure(_:host:) before the page is loaded.")
    }
    // The web view may have loaded another page since the message was posted.
    guard message.frameInfo.isMainFrame, Origin(message.frameInfo.securityOrigin) == page.frame.origin else {
      return note("The message handler \"\(message.name)\" received a message that is not from the page's main frame.")
    }
    guard let body = JSONValue(scriptValue: message.body) else {
      return note("The message handler \"\(message.name)\" received a body that JSON cannot express.")
    }
    page.receive(body, of: GBGContract.name)
  }
}

extension JSONValue {
  /// Converts a value that WebKit passed to a message handler; nil if JSON cannot express the value, such as a date.
  fileprivate init?(scriptValue: Any) {
    guard JSONSerialization.isValidJSONObject([scriptValue]),
      let data = try? JSONSerialization.data(withJSONObject: scriptValue, options: .fragmentsAllowed),
      let value = try? JSONValue(parsing: String(decoding: data, as: UTF8.self))
    else { return nil }
    self = value
  }
}
