import CWebKitGTK

extension WKWebView {
  /// Loads a request for a file. The page may read other files as with ``loadFileURL(_:allowingReadAccessTo:)``.
  @discardableResult
  public func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
    start(file: request, readable: readAccessURL)
  }

  /// Loads a text as the response to a request, which is not sent. On Linux the page is not added to the history, and
  /// WebKit does not ask the delegate about a response. Apple's variant with a response is absent: its header fields
  /// would have no effect.
  @discardableResult
  public func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
    start(html: string, request.url)
  }

  func start(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.httpBodyStream == nil,
      // The engine does not load a script, and would not report that.
      url.scheme?.lowercased() != "javascript"
    else { return nil }
    let navigation = start(request, url)
    if url.isFileURL { navigation.fileScope = .everything }
    return navigation
  }

  func start(file request: URLRequest, readable readAccessURL: URL) -> WKNavigation {
    guard let url = request.url, url.isFileURL else { preconditionFailure("\(request) is not for a file URL") }
    precondition(readAccessURL.isFileURL, "\(readAccessURL) is not a file URL")
    let navigation = start(request, url)
    // The engine may change the URL's spelling, and later asks about its own spelling.
    navigation.fileScope = FileScope(document: self.url ?? url, readable: readAccessURL)
    return navigation
  }

  func start(html: String, _ baseURL: URL?) -> WKNavigation {
    start(Data(html.utf8), "text/html", "UTF-8", baseURL ?? .blank)
  }

  /// Begins a navigation that the app requests.
  ///
  /// - Parameters:
  ///   - isLocal: whether the page needs no response, so that the engine will not ask the app about one.
  ///   - source: the request to load, if the app can request it again.
  func begin(
    isLocal: Bool = false, _ source: URLRequest? = nil, _ start: (UnsafeMutablePointer<WebKitWebView>) -> Void
  ) -> WKNavigation {
    let navigation = navigations.begin(isLocal: isLocal, source)
    start(engine)
    navigations.expect(navigation, url: url)
    return navigation
  }

  private func start(_ request: URLRequest, _ url: URL) -> WKNavigation {
    begin(isLocal: url.scheme?.lowercased() == "about", request) { Self.load(request, url, in: $0) }
  }

  private static func load(_ request: URLRequest, _ url: URL, in engine: UnsafeMutablePointer<WebKitWebView>) {
    withOwned(webkit_uri_request_new(url.absoluteString)) { engineRequest in
      if let headers = webkit_uri_request_get_http_headers(engineRequest) {
        for (name, value) in request.allHTTPHeaderFields ?? [:] { soup_message_headers_replace(headers, name, value) }
      }
      webkit_web_view_load_request(engine, engineRequest)
    }
  }

  /// Begins a failed navigation of the app once more.
  ///
  /// - Returns: whether the navigation begins.
  func resume(_ navigation: WKNavigation) -> Bool {
    guard let source = navigations.source, let url = source.url, navigations.resume(navigation) else { return false }
    Self.load(source, url, in: engine)
    navigations.expect(navigation, url: self.url)
    return true
  }

  func start(_ data: Data, _ mimeType: String, _ encoding: String, _ baseURL: URL) -> WKNavigation {
    guard !data.isEmpty else {
      // WebKitGTK refuses to load empty data, but loads an empty text.
      return begin(isLocal: true) { webkit_web_view_load_html($0, "", baseURL.absoluteString) }
    }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return begin(isLocal: true) { webkit_web_view_load_bytes($0, bytes, mimeType, encoding, baseURL.absoluteString) }
  }
}
