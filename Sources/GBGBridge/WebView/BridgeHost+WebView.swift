import Causeway
import CausewayWebKit
import WebKit

extension BridgeHost {
  /// Whether the host serves this web view's pages, by ``attach(_:)``.
  func isAttached(to webView: WKWebView) -> Bool { connection?.isAttachedTo(webView) ?? false }

  /// Serves the pages that a web view loads from now on.
  ///
  /// The web view is held weakly, and it does not keep the host: keep that as long as the web view. A web view whose pages
  /// speak other protocols too gets one bridge for all; see ``attach(to:surface:)``.
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
