import CWebKitGTK

extension WKWebView {
  /// Downloads what a request asks for. On Linux it is a URL alone: the download of a request with header fields, a body
  /// or a method other than GET fails with `NSURLErrorUnsupportedURL`.
  ///
  /// - Parameter completionHandler: takes the download, which needs a delegate now.
  public func startDownload(using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void) {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.allHTTPHeaderFields?.isEmpty ?? true
    else { return completionHandler(WKDownload(request, webView: self, failingWith: URLError(.unsupportedURL))) }
    downloads.add(url, completionHandler)
    withOwned(webkit_web_view_download_uri(engine, url.absoluteString)) { _ in }
  }

  /// Downloads what a request asks for, as ``startDownload(using:completionHandler:)`` does.
  ///
  /// - Returns: the download, which needs a delegate now.
  public func startDownload(using request: URLRequest) async -> WKDownload {
    await withCheckedContinuation { continuation in
      startDownload(using: request) { continuation.resume(returning: $0) }
    }
  }

  /// Lets a download take the place of a navigation.
  func download(_ decision: PolicyDecision, _ action: WKNavigationAction) {
    downloads.add(action.request.url) { [weak self] download in
      guard let self else { return download.cancel(nil) }
      navigationDelegate?.webView(self, navigationAction: action, didBecome: download)
    }
    decision.download()
  }

  /// Lets a download take the place of what a navigation would show.
  func download(_ decision: PolicyDecision, _ response: WKNavigationResponse) {
    downloads.add(response.response.url) { [weak self] download in
      guard let self else { return download.cancel(nil) }
      navigationDelegate?.webView(self, navigationResponse: response, didBecome: download)
    }
    decision.download()
  }

  /// The engine begins a download of this web view.
  func downloadDidStart(_ engineDownload: OpaquePointer) {
    let url = webkit_download_get_request(engineDownload).flatMap(URLRequest.make)?.url
    let download = WKDownload(engineDownload, webView: self)
    if let body = downloads.take(url) { return body(download) }
    guard let navigationDelegate, let action = downloads.latestAction, action.request.url == url else {
      return download.cancel(nil)
    }
    navigationDelegate.webView(self, navigationAction: action, didBecome: download)
  }
}
