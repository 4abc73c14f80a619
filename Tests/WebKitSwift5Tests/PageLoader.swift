import Foundation
import WebKit

/// A delegate in the style of code from before Swift had actors: it is on no actor. The delegate retains its web view.
class PageLoader: NSObject, WKNavigationDelegate, WKUIDelegate {
  let webView: WKWebView
  var onFinish: ((Error?) -> Void)?
  var policy = WKNavigationActionPolicy.allow
  private(set) var decided: [URL?] = []
  private(set) var asked: [String] = []

  init(_ webView: WKWebView = WKWebView(frame: .zero)) {
    self.webView = webView
    super.init()
    webView.navigationDelegate = self
    webView.uiDelegate = self
  }

  func load(_ html: String, at url: String = "https://page.example/") {
    webView.loadHTMLString(html, baseURL: URL(string: url))
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    decided.append(navigationAction.request.url)
    let policy = self.policy
    DispatchQueue.main.async { decisionHandler(policy) }
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    onFinish?(nil)
  }

  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error) {
    onFinish?(error)
  }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void
  ) {
    asked.append(message)
    completionHandler(true)
  }
}
