import CWebKitGTK

/// The part of the API for loading and downloads that subclasses cannot override.
extension WKWebView {
  /// Loads a request for a file. The page may read other files as with ``loadFileURL(_:allowingReadAccessTo:)``.
  @discardableResult
  public func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
    loader.load(file: request, readable: readAccessURL)
  }

  /// Loads an HTML string as the response to a request, which is not sent. On Linux the page is not added to the
  /// history, and WebKit does not ask the delegate about a response. Apple's variant with a response is absent, because
  /// its header fields would have no effect.
  @discardableResult
  public func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
    loader.load(html: string, request.url)
  }

  /// The history with the scroll positions and form entries of its pages, for use in a later web view. The value is
  /// `Data` in WebKitGTK's own format.
  ///
  /// Setting the property replaces the history and loads its current page. Values that did not come from this property
  /// are ignored.
  public var interactionState: Any? {
    get { InteractionState.save(engine) }
    set {
      guard let data = newValue as? Data, InteractionState.restore(data, in: engine) else { return }
      // WebKitGTK restores the list, but does not load a page.
      if let item = backForwardList.currentItem { loader.go(to: item, in: backForwardList) }
    }
  }

  /// Kills the process that shows the page, as if it had crashed. Linux only, for an app's tests of that case.
  public func terminateWebProcess() {
    webkit_web_view_terminate_web_process(engine)
  }

  // MARK: Downloads

  /// Downloads the resource of a request. On Linux only the request's URL can be used, so the download of a request
  /// with header fields, a body or a method other than GET fails with `NSURLErrorUnsupportedURL`.
  ///
  /// - Parameter completionHandler: takes the download, which needs a delegate at once.
  public func startDownload(using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void) {
    downloads.start(request, in: self, completionHandler)
  }

  /// Downloads the resource of a request, as ``startDownload(using:completionHandler:)`` does.
  ///
  /// - Returns: the download, which needs a delegate at once.
  public func startDownload(using request: URLRequest) async -> WKDownload {
    await withCheckedContinuation { continuation in
      startDownload(using: request) { continuation.resume(returning: $0) }
    }
  }
}
