import CWebKitGTK

/// The downloads that a web view is about to begin, and the function that takes each of them.
///
/// URLs are compared in the engine's spelling, because the engine normalizes many URLs.
@MainActor
final class PageDownloads {
  /// The navigation action that was allowed last, with its URL; nil before the first action. WebKitGTK turns the action
  /// into a download if the link has the `download` attribute.
  var latestAction: (url: String, action: WKNavigationAction)?

  private var started: [(download: GObjectReference, body: (WKDownload) -> Void)] = []
  private var expected: [(url: String, body: (WKDownload) -> Void)] = []

  /// Starts a download that the app requests. If WebKitGTK cannot send the request, the download fails.
  func start(_ request: URLRequest, in webView: WKWebView, _ body: @escaping @MainActor (WKDownload) -> Void) {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.allHTTPHeaderFields?.isEmpty ?? true
    else { return body(WKDownload(request, webView: webView, failingWith: URLError(.unsupportedURL))) }
    // The engine begins the download later, so the signal cannot arrive before the handler is registered.
    let download = GObjectReference(owning: webkit_web_view_download_uri(webView.engine, url.absoluteString))
    started.append((download, body))
  }

  /// Turns a navigation action into a download.
  func begin(_ decision: PolicyDecision, _ action: WKNavigationAction, in webView: WKWebView) {
    begin(decision, decision.actionURL, in: webView) { webView, download in
      webView.navigationDelegate?.webView(webView, navigationAction: action, didBecome: download)
    }
  }

  /// Turns a navigation response into a download.
  func begin(_ decision: PolicyDecision, _ response: WKNavigationResponse, in webView: WKWebView) {
    begin(decision, decision.responseURL, in: webView) { webView, download in
      webView.navigationDelegate?.webView(webView, navigationResponse: response, didBecome: download)
    }
  }

  private func begin(
    _ decision: PolicyDecision, _ url: String, in webView: WKWebView,
    didBegin: @escaping (WKWebView, WKDownload) -> Void
  ) {
    let body: (WKDownload) -> Void = { [weak webView] download in
      guard let webView else { return download.cancel(nil) }
      didBegin(webView, download)
    }
    expected.append((url, body))
    decision.download()
  }

  /// Passes a download that the engine begins to the function that waits for it, or to the navigation delegate.
  func downloadDidStart(_ engineDownload: OpaquePointer, in webView: WKWebView) {
    let url = String(borrowing: webkit_uri_request_get_uri(webkit_download_get_request(engineDownload))) ?? ""
    let download = WKDownload(engineDownload, webView: webView)
    if let body = take(engineDownload, url: url) { return body(download) }
    guard let delegate = webView.navigationDelegate, let (latestURL, action) = latestAction, latestURL == url else {
      return download.cancel(nil)
    }
    delegate.webView(webView, navigationAction: action, didBecome: download)
  }

  /// Removes and returns the first function that is registered for a download; nil if there is none.
  private func take(_ download: OpaquePointer, url: String) -> ((WKDownload) -> Void)? {
    if let index = started.firstIndex(where: { $0.download.opaque == download }) {
      return started.remove(at: index).body
    }
    return expected.firstIndex { $0.url == url }.map { expected.remove(at: $0).body }
  }
}
