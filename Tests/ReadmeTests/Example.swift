import Causeway
import CausewayWebKit
import TodayWebViewBridge
import WebKit
@MainActor func connect(_ webView: WKWebView, to app: some TodayHost, trusting page: Origin) -> WebViewHost {
  let store = webView.configuration.websiteDataStore.httpCookieStore
  let today = TodayWebViewBridge(
    host: app, configuration: .init(trustedOrigins: [page]), cookies: { try await store.setConfirmed($0) })
  let greet = Capability("greet", policy: .mainFrame(of: [page])) { (name: String, _) in "Hello, \(name)!" }
  let host = WebViewHost(bridge: Bridge())
  host.bridge.install(today.dialect(for: .ios))
  host.bridge.install(CausewayDialect([greet]))
  host.attach(to: webView.configuration.userContentController)
  return host  // Keep the host as long as the web view, because the bridge ends with the host.
}
