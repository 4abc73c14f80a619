import CWebKitGTK

extension WKWebView {
  /// Loads a request for a file, whose page may read other files as with ``loadFileURL(_:allowingReadAccessTo:)``.
  @discardableResult
  public func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
    start(file: request, readable: readAccessURL)
  }

  /// Loads a text as the answer to a request, which is not sent. On Linux the page is not added to the history, and the
  /// delegate is not asked about a response. Apple's form with a response is absent: its header fields have no effect here.
  @discardableResult
  public func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
    start(html: string, request.url)
  }

  func start(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
      request.httpBodyStream == nil,
      // The engine loads no script, and would say nothing about it.
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
    // The engine may write it in another way, and asks about what it writes.
    navigation.fileScope = FileScope(document: self.url ?? url, readable: readAccessURL)
    return navigation
  }

  func start(html: String, _ baseURL: URL?) -> WKNavigation {
    start(Data(html.utf8), "text/html", "UTF-8", baseURL ?? .blank)
  }

  /// Lets the engine begin what the app asked for.
  ///
  /// - Parameters:
  ///   - isLocal: whether the page needs no response, which the engine would ask the app about.
  ///   - source: what is to be loaded, if it can be asked for again.
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

  /// Lets the engine begin a navigation once more that the app asked for, and that failed.
  ///
  /// - Returns: whether it can.
  func resume(_ navigation: WKNavigation) -> Bool {
    guard let source = navigations.source, let url = source.url, navigations.resume(navigation) else { return false }
    Self.load(source, url, in: engine)
    navigations.expect(navigation, url: self.url)
    return true
  }

  func start(_ data: Data, _ mimeType: String, _ encoding: String, _ baseURL: URL) -> WKNavigation {
    guard !data.isEmpty else {
      // WebKitGTK refuses to load no bytes, but not a text without characters.
      return begin(isLocal: true) { webkit_web_view_load_html($0, "", baseURL.absoluteString) }
    }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return begin(isLocal: true) { webkit_web_view_load_bytes($0, bytes, mimeType, encoding, baseURL.absoluteString) }
  }
}
