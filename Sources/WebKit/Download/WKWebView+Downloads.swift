import CWebKitGTK

extension WKWebView {
  /// Downloads the resource of a request. On Linux only the request's URL can be used: the download of a request with
  /// header fields, a body or a method other than GET fails with `NSURLErrorUnsupportedURL`.
  ///
  /// - Parameter completionHandler: takes the download, which needs a delegate at once.
  public func startDownload(using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void) {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.allHTTPHeaderFields?.isEmpty ?? true
    else { return completionHandler(WKDownload(request, webView: self, failingWith: URLError(.unsupportedURL))) }
    // The engine begins the download later, so the signal cannot arrive before the handler is registered.
    downloads.add(
      GObjectReference(owning: webkit_web_view_download_uri(engine, url.absoluteString)), completionHandler)
  }

  /// Downloads the resource of a request, as ``startDownload(using:completionHandler:)`` does.
  ///
  /// - Returns: the download, which needs a delegate at once.
  public func startDownload(using request: URLRequest) async -> WKDownload {
    await withCheckedContinuation { continuation in
      startDownload(using: request) { continuation.resume(returning: $0) }
    }
  }

  /// Turns a navigation action into a download.
  func download(_ decision: PolicyDecision, _ action: WKNavigationAction) {
    downloads.add(decision.actionURL) { [weak self] download in
      guard let self else { return download.cancel(nil) }
      navigationDelegate?.webView(self, navigationAction: action, didBecome: download)
    }
    decision.download()
  }

  /// Turns a navigation response into a download.
  func download(_ decision: PolicyDecision, _ response: WKNavigationResponse) {
    downloads.add(decision.responseURL) { [weak self] download in
      guard let self else { return download.cancel(nil) }
      navigationDelegate?.webView(self, navigationResponse: response, didBecome: download)
    }
    decision.download()
  }

  /// Passes a download that the engine begins to the function that waits for it, or to the navigation delegate.
  func downloadDidStart(_ engineDownload: OpaquePointer) {
    let url = String(borrowing: webkit_uri_request_get_uri(webkit_download_get_request(engineDownload))) ?? ""
    let download = WKDownload(engineDownload, webView: self)
    if let body = downloads.take(engineDownload, url: url) { return body(download) }
    guard let navigationDelegate, let (latestURL, action) = downloads.latestAction, latestURL == url else {
      return download.cancel(nil)
    }
    navigationDelegate.webView(self, navigationAction: action, didBecome: download)
  }
}
