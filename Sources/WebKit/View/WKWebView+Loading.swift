import CWebKitGTK

extension WKWebView {
  /// Loads a request. Its header fields are sent; a method other than GET and a body are not, which WebKitGTK does not
  /// offer: such a request is not loaded.
  ///
  /// - Returns: the navigation, which the delegate's calls name; nil if there is none.
  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.httpBodyStream == nil
    else { return nil }
    let navigation = start(request, url)
    if url.isFileURL { fileAccess.grant(nil, to: self.url) }
    return navigation
  }

  /// Loads a file, whose page may read other files: the one that the second argument names, or all below a directory.
  ///
  /// Beyond that, the page and its frames read no files, however they ask; links between files are followed. On Linux a
  /// symbolic link in the directory is followed wherever it leads.
  @discardableResult
  public func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    loadFileRequest(URLRequest(url: url), allowingReadAccessTo: readAccessURL)
  }

  /// Loads a request for a file, whose page may read other files as with ``loadFileURL(_:allowingReadAccessTo:)``.
  @discardableResult
  public func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
    guard let url = request.url, url.isFileURL else { preconditionFailure("\(request) is not for a file URL") }
    precondition(readAccessURL.isFileURL, "\(readAccessURL) is not a file URL")
    let navigation = start(request, url)
    // The engine may write it in another way, and asks about what it writes.
    fileAccess.grant(FileScope(document: self.url ?? url, readable: readAccessURL), to: self.url)
    return navigation
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
    start(data, mimeType, characterEncodingName, baseURL)
  }

  /// Loads a text as the answer to a request, which is not sent. On Linux the page is not added to the history, and the
  /// delegate is not asked about a response. Apple's form with a response is absent: its header fields have no effect here.
  @discardableResult
  public func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
    start(Data(string.utf8), "text/html", "UTF-8", request.url ?? .blank)
  }

  /// Loads the page anew.
  @discardableResult
  public func reload() -> WKNavigation? {
    begin { webkit_web_view_reload($0) }
  }

  /// Loads the page anew, past all caches.
  @discardableResult
  public func reloadFromOrigin() -> WKNavigation? {
    begin { webkit_web_view_reload_bypass_cache($0) }
  }

  /// Stops loading.
  public func stopLoading() {
    webkit_web_view_stop_loading(engine)
  }

  /// Lets the engine begin what the app asked for.
  ///
  /// - Parameter isLocal: whether the page needs no response, which the engine would ask the app about.
  func begin(isLocal: Bool = false, _ start: (UnsafeMutablePointer<WebKitWebView>) -> Void) -> WKNavigation {
    let navigation = navigations.begin(isLocal: isLocal)
    start(engine)
    navigations.expect(navigation, url: url)
    return navigation
  }

  private func start(_ request: URLRequest, _ url: URL) -> WKNavigation {
    begin(isLocal: url.scheme?.lowercased() == "about") { engine in
      withOwned(webkit_uri_request_new(url.absoluteString)) { engineRequest in
        if let headers = webkit_uri_request_get_http_headers(engineRequest) {
          for (name, value) in request.allHTTPHeaderFields ?? [:] { soup_message_headers_replace(headers, name, value) }
        }
        webkit_web_view_load_request(engine, engineRequest)
      }
    }
  }

  private func start(_ data: Data, _ mimeType: String, _ encoding: String, _ baseURL: URL) -> WKNavigation {
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return begin(isLocal: true) { webkit_web_view_load_bytes($0, bytes, mimeType, encoding, baseURL.absoluteString) }
  }
}
