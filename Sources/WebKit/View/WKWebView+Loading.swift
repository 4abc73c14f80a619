import CWebKitGTK

extension WKWebView {
  /// Loads a request. Its header fields are sent; a method other than GET and a body are not, which WebKitGTK does not
  /// offer: such a request is not loaded.
  ///
  /// - Returns: the navigation, which the delegate's calls name; nil if there is none.
  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil else { return nil }
    let navigation = navigations.begin(isLocal: ["about", "data", "blob"].contains(url.scheme?.lowercased()))
    withOwned(webkit_uri_request_new(url.absoluteString)) { engineRequest in
      if let headers = webkit_uri_request_get_http_headers(engineRequest) {
        for (name, value) in request.allHTTPHeaderFields ?? [:] { soup_message_headers_replace(headers, name, value) }
      }
      webkit_web_view_load_request(engine, engineRequest)
    }
    return navigation
  }

  /// Loads a file. On Linux the page may read what any `file:` page may, whatever the second argument is.
  @discardableResult
  public func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    precondition(url.isFileURL, "\(url) is not a file URL")
    precondition(readAccessURL.isFileURL, "\(readAccessURL) is not a file URL")
    return load(URLRequest(url: url))
  }

  /// Loads a text as a page.
  ///
  /// - Parameter baseURL: the URL of the page, which decides about its origin; nil for `about:blank` and an opaque
  ///   origin.
  @discardableResult
  public func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    load(Data(string.utf8), mimeType: "text/html", characterEncodingName: "UTF-8", baseURL: baseURL ?? .blank)
  }

  /// Loads data as a page.
  @discardableResult
  public func load(
    _ data: Data, mimeType: String, characterEncodingName: String, baseURL: URL
  ) -> WKNavigation? {
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    let navigation = navigations.begin(isLocal: true)
    webkit_web_view_load_bytes(engine, bytes, mimeType, characterEncodingName, baseURL.absoluteString)
    return navigation
  }

  /// Loads the page anew.
  @discardableResult
  public func reload() -> WKNavigation? {
    let navigation = navigations.begin()
    webkit_web_view_reload(engine)
    return navigation
  }

  /// Loads the page anew, past all caches.
  @discardableResult
  public func reloadFromOrigin() -> WKNavigation? {
    let navigation = navigations.begin()
    webkit_web_view_reload_bypass_cache(engine)
    return navigation
  }

  /// Stops loading.
  public func stopLoading() {
    webkit_web_view_stop_loading(engine)
  }

  /// Goes back to the page before; nil if there is none.
  @discardableResult
  public func goBack() -> WKNavigation? {
    guard canGoBack else { return nil }
    let navigation = navigations.begin()
    webkit_web_view_go_back(engine)
    return navigation
  }

  /// Goes forward again; nil if there is no page to go to.
  @discardableResult
  public func goForward() -> WKNavigation? {
    guard canGoForward else { return nil }
    let navigation = navigations.begin()
    webkit_web_view_go_forward(engine)
    return navigation
  }
}
