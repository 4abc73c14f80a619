import WebKit

/// A navigation delegate that waits until a web view has loaded its page.
@MainActor final class Loader: NSObject, WKNavigationDelegate {
  private var loading: CheckedContinuation<Void, any Error>?

  /// Loads `html` as a page of `http://bench.example/`. In an HTTPS page, the URL scheme that carries bytes would be
  /// mixed content, and bytes would be sent as text.
  func load(_ html: String, in webView: WKWebView) async throws {
    try await withCheckedThrowingContinuation { continuation in
      loading = continuation
      webView.loadHTMLString(html, baseURL: URL(string: "http://bench.example/"))
    }
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    loading?.resume()
    loading = nil
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    loading?.resume(throwing: error)
    loading = nil
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    loading?.resume(throwing: error)
    loading = nil
  }
}
