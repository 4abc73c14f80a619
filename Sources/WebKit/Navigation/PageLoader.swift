import CWebKitGTK

/// The object that begins the navigations that the app requests.
@MainActor
final class PageLoader {
  private let widget: WebViewWidget
  private let navigations: NavigationTracker

  init(_ widget: WebViewWidget, _ navigations: NavigationTracker) {
    self.widget = widget
    self.navigations = navigations
  }

  /// Loads a request; returns nil for a request that WebKitGTK cannot send.
  func load(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.httpBodyStream == nil,
      // The engine ignores a `javascript:` URL without a report, so the navigation would never end.
      url.scheme?.lowercased() != "javascript"
    else { return nil }
    let navigation = load(request, url)
    if url.isFileURL { navigation.fileScope = .everything }
    return navigation
  }

  /// Loads a file, whose page may read the file or the directory at `readAccessURL`. Stops the program if one of the
  /// URLs is not a file URL.
  func load(file request: URLRequest, readable readAccessURL: URL) -> WKNavigation {
    guard let url = request.url, url.isFileURL else {
      preconditionFailure("Only a file URL can be loaded as a file, not \(request)")
    }
    precondition(readAccessURL.isFileURL, "allowingReadAccessTo must be a file URL, not \(readAccessURL)")
    let navigation = load(request, url)
    // The engine may change the URL's spelling, and later reports its own spelling.
    navigation.fileScope = FileScope(document: widget.url ?? url, readable: readAccessURL)
    return navigation
  }

  /// Loads an HTML string as a page.
  ///
  /// - Parameter baseURL: the URL of the page; nil for `about:blank`.
  func load(html: String, _ baseURL: URL?) -> WKNavigation {
    load(Data(html.utf8), "text/html", "UTF-8", baseURL ?? .blank)
  }

  /// Loads data as a page.
  func load(_ data: Data, _ mimeType: String, _ encoding: String, _ baseURL: URL) -> WKNavigation {
    guard !data.isEmpty else {
      // WebKitGTK refuses to load empty data, but loads an empty HTML string.
      return begin(baseURL, isLocal: true) { webkit_web_view_load_html($0, "", baseURL.absoluteString) }
    }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return begin(baseURL, isLocal: true) {
      webkit_web_view_load_bytes($0, bytes, mimeType, encoding, baseURL.absoluteString)
    }
  }

  /// Goes to a page of a back-forward list; returns nil if the item is not in the list.
  @discardableResult
  func go(to item: WKBackForwardListItem, in list: WKBackForwardList) -> WKNavigation? {
    guard list.contains(item) else { return nil }
    return begin { webkit_web_view_go_to_back_forward_list_item($0, item.engineItem.opaque) }
  }

  /// Begins a navigation that the app requests.
  ///
  /// - Parameters:
  ///   - url: the URL that the app requests; nil if only the engine knows it.
  ///   - isLocal: whether the page needs no response, so that the engine will not ask the app about one.
  ///   - source: the request to load, if the app can request it again.
  func begin(
    _ url: URL? = nil, isLocal: Bool = false, source: URLRequest? = nil,
    _ start: (UnsafeMutablePointer<WebKitWebView>) -> Void
  ) -> WKNavigation {
    let navigation = navigations.begin(isLocal: isLocal, source)
    start(widget.engine)
    navigations.expect(navigation, url: url.flatMap(Self.engineURL) ?? widget.url)
    return navigation
  }

  /// Begins a failed navigation of the app again.
  ///
  /// - Returns: whether the navigation begins.
  func resume(_ navigation: WKNavigation) -> Bool {
    guard let source = navigations.source, let url = source.url, navigations.resume(navigation) else { return false }
    Self.load(source, url, in: widget.engine)
    navigations.expect(navigation, url: Self.engineURL(url))
    return true
  }

  private func load(_ request: URLRequest, _ url: URL) -> WKNavigation {
    begin(url, isLocal: url.scheme?.lowercased() == "about", source: request) { Self.load(request, url, in: $0) }
  }

  /// Returns a URL in the engine's spelling. The web view's own URL is still that of the page if the app begins a navigation
  /// while the engine reports a failure.
  private static func engineURL(_ url: URL) -> URL? {
    withOwned(webkit_uri_request_new(url.absoluteString)) { request in
      String(borrowing: webkit_uri_request_get_uri(request)).flatMap { URL(string: $0) }
    }
  }

  private static func load(_ request: URLRequest, _ url: URL, in engine: UnsafeMutablePointer<WebKitWebView>) {
    withOwned(webkit_uri_request_new(url.absoluteString)) { engineRequest in
      if let headers = webkit_uri_request_get_http_headers(engineRequest) {
        for (name, value) in request.allHTTPHeaderFields ?? [:] { soup_message_headers_replace(headers, name, value) }
      }
      webkit_web_view_load_request(engine, engineRequest)
    }
  }
}
