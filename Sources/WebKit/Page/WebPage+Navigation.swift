extension WebPage {
  /// A step of a navigation of the main frame.
  public enum NavigationEvent: Hashable, Sendable {
    /// The navigation was allowed and starts.
    case startedProvisionalNavigation
    /// The server answered with a redirect.
    case receivedServerRedirect
    /// The new page is committed. WebKit may not yet have received all of the page's content.
    case committed
    /// The page is loaded.
    case finished
  }

  /// The reason why a navigation failed.
  public enum NavigationError: Error {
    /// The new page could not be loaded, because of the underlying error, such as one of `NSURLErrorDomain`.
    case failedProvisionalNavigation(any Error)
    /// The page was released before the navigation ended.
    case pageClosed
    /// The process that shows the page ended.
    case webContentProcessTerminated
    /// The navigation has no URL.
    case invalidURL
  }

  /// A new sequence of the events of all navigations from now on: navigations of the app, of the page and of the user.
  ///
  /// The sequence ends when the page is released or when the task that iterates is cancelled. It throws when a
  /// navigation fails: ``NavigationError``, or the underlying error if loading fails after `.committed`. Each access
  /// returns another sequence.
  public var navigations: some AsyncSequence<NavigationEvent, any Error> { navigationSequences.all() }
}

/// Methods that load a page. Each returns a sequence of the navigation's events. The sequence ends after `.finished`,
/// or by throwing ``NavigationError``; if loading fails after `.committed` it throws the underlying error. It ends
/// without an event if only the fragment of the current document's URL changes. The caller may discard the sequence.
/// Cancelling the task that iterates stops loading.
extension WebPage {
  /// Loads a request with its header fields. A request with a body or with a method other than GET fails with
  /// `NSURLErrorUnsupportedURL`, because WebKitGTK cannot send it.
  @discardableResult
  public func load(_ request: URLRequest) -> some AsyncSequence<NavigationEvent, any Error> {
    guard request.url != nil else { return navigationSequences.failure(.invalidURL) }
    return navigationSequences.events(of: webView.load(request), otherwise: .unsupportedURL)
  }

  /// Loads a URL. If the URL is nil, the sequence throws ``NavigationError/invalidURL``.
  @discardableResult
  public func load(_ url: URL?) -> some AsyncSequence<NavigationEvent, any Error> {
    guard let url else { return navigationSequences.failure(.invalidURL) }
    return navigationSequences.events(of: webView.load(URLRequest(url: url)), otherwise: .unsupportedURL)
  }

  /// Loads data as a page. On Linux empty data is loaded as HTML, whatever its type.
  ///
  /// An encoding without an IANA name, such as `.symbol`, stops the program, as on Apple's platforms.
  @discardableResult
  public func load(
    _ data: Data, mimeType: String, characterEncoding: String.Encoding, baseURL: URL
  ) -> some AsyncSequence<NavigationEvent, any Error> {
    guard let name = characterEncoding.characterSetName else {
      preconditionFailure("The encoding \(characterEncoding) has no IANA name; use another one, such as .utf8")
    }
    return navigationSequences.events(
      of: webView.load(data, mimeType: mimeType, characterEncodingName: name, baseURL: baseURL),
      otherwise: .unsupportedURL)
  }

  /// Loads an HTML string as a page.
  ///
  /// - Parameter baseURL: the URL of the page, which determines its origin; `about:blank` has an opaque origin.
  @discardableResult
  public func load(
    html: String, baseURL: URL = URL(string: "about:blank")!
  ) -> some AsyncSequence<NavigationEvent, any Error> {
    navigationSequences.events(of: webView.loadHTMLString(html, baseURL: baseURL), otherwise: .unsupportedURL)
  }

  /// Loads an HTML string as the response to a request, which is not sent. On Linux the page is not added to the
  /// history. Apple's variant with a response is absent, because its header fields would have no effect.
  @discardableResult
  public func load(
    simulatedRequest request: URLRequest, responseHTML htmlString: String
  ) -> some AsyncSequence<NavigationEvent, any Error> {
    navigationSequences.events(
      of: webView.loadSimulatedRequest(request, responseHTML: htmlString), otherwise: .unsupportedURL)
  }

  /// Goes to an item of ``backForwardList``. An item that is not in the list fails with
  /// `NSURLErrorResourceUnavailable`.
  @discardableResult
  public func load(_ item: BackForwardList.Item) -> some AsyncSequence<NavigationEvent, any Error> {
    navigationSequences.events(of: webView.go(to: item.wrapped), otherwise: .resourceUnavailable)
  }

  /// Reloads the page. If no page was loaded before, the sequence is empty.
  ///
  /// - Parameter fromOrigin: whether the reload ignores caches.
  @discardableResult
  public func reload(fromOrigin: Bool = false) -> some AsyncSequence<NavigationEvent, any Error> {
    guard webView.url != nil || webView.backForwardList.currentItem != nil else { return navigationSequences.nothing() }
    return navigationSequences.events(
      of: fromOrigin ? webView.reloadFromOrigin() : webView.reload(), otherwise: .unsupportedURL)
  }

  /// Stops loading. The sequence of the navigation ends with an error, whose cause is `NSURLErrorCancelled`.
  public func stopLoading() {
    webView.stopLoading()
  }
}
