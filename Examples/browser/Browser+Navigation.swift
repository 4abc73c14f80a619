import WebKit

extension Browser: WKNavigationDelegate {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    let url = navigationAction.request.url
    let isAllowed = [StartPage.scheme, "http", "https", "about", "blob", "data"].contains(url?.scheme)
    note(isAllowed ? "allow" : "refuse", url?.absoluteString ?? "", at: "decidePolicyFor")
    return isAllowed ? .allow : .cancel
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    note("start", "a page begins to load", at: "didStartProvisionalNavigation")
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    note("commit", "its first bytes have arrived", at: "didCommit")
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    note("finish", "it is loaded completely", at: "didFinish")
    loading?.resume()
    loading = nil
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    didFail(error, at: "didFailProvisionalNavigation")
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    didFail(error, at: "didFail")
  }

  private func didFail(_ error: any Error, at source: String) {
    note("fail", error.localizedDescription, at: source)
    loading?.resume(throwing: error)
    loading = nil
  }
}
