import WebKit

// refused on oldest: 'isInspectable' is only available in
@MainActor func inspect(_ webView: WKWebView) {
  webView.isInspectable = true
}

// refused: call to main actor-isolated instance method 'reload()' in a synchronous nonisolated context
func reload(_ webView: WKWebView) {
  webView.reload()
}

// refused: 'webView(_:didFinishNavigation:)' has been renamed to 'webView(_:didFinish:)'
final class Delegate: NSObject, WKNavigationDelegate {
  func webView(_ webView: WKWebView, didFinishNavigation navigation: WKNavigation!) {}
}

// refused: nearly matches optional requirement
final class Policy: NSObject, WKNavigationDelegate {
  func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
  ) {}
}

// refused: does not conform to protocol 'WKScriptMessageHandler'
final class Handler: NSObject, WKScriptMessageHandler {
  func userContentController(_ userContentController: WKUserContentController, didReceive message: String) {}
}

// refused: value of optional type 'URL?' must be unwrapped
@MainActor func address(of webView: WKWebView) -> URL { webView.url }

// refused on oldest: 'WebPage' is only available in
@MainActor func title() {
  _ = WebPage()
}

// refused: call to main actor-isolated initializer 'init(_:)' in a synchronous nonisolated context
@available(macOS 26, iOS 26, *)
func scheme() -> URLScheme? { URLScheme("app") }
