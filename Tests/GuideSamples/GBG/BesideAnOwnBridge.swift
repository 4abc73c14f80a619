import Causeway
import CausewayWebKit
import GBGBridge
import WebKit

@MainActor func connect(_ host: BridgeHost, and greet: Capability, to webView: WKWebView) -> WebViewHost {
  let bridge = Bridge()
  host.attach(to: bridge)
  bridge.install(CausewayDialect([greet]))
  let webViewHost = WebViewHost(bridge: bridge)
  webViewHost.attach(to: webView.configuration.userContentController)
  return webViewHost  // Retain the host as long as the web view exists.
}
