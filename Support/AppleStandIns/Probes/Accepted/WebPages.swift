import CausewayWebKit
import WebKit

@MainActor func open(_ url: URL, with host: WebViewHost) {
  if #available(macOS 26, iOS 26, *) {
    var configuration = WebPage.Configuration()
    host.attach(to: &configuration)
    WebPage(configuration: configuration).load(url)
  } else {
    let configuration = WKWebViewConfiguration()
    host.attach(to: configuration)
    WKWebView(frame: .zero, configuration: configuration).load(URLRequest(url: url))
  }
}
