// PageController.swift
import Causeway
import CausewayWebKit
import TodayWebViewBridge
import WebKit

@MainActor final class PageController: NSObject, WKNavigationDelegate {
  let webView: WKWebView
  private let host: WebViewHost

  init(app: some TodayHost) throws {
    let configuration = WKWebViewConfiguration()
    let store = configuration.websiteDataStore.httpCookieStore
    let today = TodayWebViewBridge(
      host: app,
      configuration: .init(trustedOrigins: [try Origin(parsing: "https://news.example")]),
      cookies: { try await store.setConfirmed($0) })
    let bridge = Bridge()
    bridge.install(today.dialect(for: .ios))
    host = WebViewHost(bridge: bridge)
    host.attach(to: configuration.userContentController)
    webView = WKWebView(frame: .zero, configuration: configuration)
    super.init()
    webView.navigationDelegate = self
  }

  /// Ends the page's open requests at once, and loads the page again.
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    host.webContentProcessDidTerminate(in: webView)
    webView.reload()
  }
}
