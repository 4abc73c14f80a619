import CWebKitGTK

extension WKWebView {
  /// Loads a URL. Header fields of the request are sent; its method and body are not, which WebKitGTK does not offer.
  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url else { return nil }
    let uriRequest = webkit_uri_request_new(url.absoluteString)
    defer { g_object_unref(UnsafeMutableRawPointer(uriRequest)) }
    if let headers = webkit_uri_request_get_http_headers(uriRequest) {
      for (name, value) in request.allHTTPHeaderFields ?? [:] { soup_message_headers_append(headers, name, value) }
    }
    let navigation = navigations.begin()
    webkit_web_view_load_request(widget, uriRequest)
    return navigation
  }

  /// Loads a text as a page. Without a base URL its origin is opaque.
  @discardableResult
  public func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    let navigation = navigations.begin()
    webkit_web_view_load_html(widget, string, baseURL?.absoluteString)
    return navigation
  }

  /// Loads the page anew.
  @discardableResult
  public func reload() -> WKNavigation? {
    let navigation = navigations.begin()
    webkit_web_view_reload(widget)
    return navigation
  }

  /// Stops loading.
  public func stopLoading() {
    webkit_web_view_stop_loading(widget)
  }

  /// Goes back to the page before.
  @discardableResult
  public func goBack() -> WKNavigation? {
    guard canGoBack else { return nil }
    let navigation = navigations.begin()
    webkit_web_view_go_back(widget)
    return navigation
  }

  /// Goes forward again.
  @discardableResult
  public func goForward() -> WKNavigation? {
    guard canGoForward else { return nil }
    let navigation = navigations.begin()
    webkit_web_view_go_forward(widget)
    return navigation
  }
}
