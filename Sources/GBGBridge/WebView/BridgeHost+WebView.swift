import Causeway
import CausewayWebKit
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
