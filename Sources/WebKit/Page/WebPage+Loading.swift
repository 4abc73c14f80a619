/// Methods that load a page. Each returns a sequence of the navigation's events. The sequence ends after `.finished`,
/// or by throwing ``NavigationError``; if loading fails after `.committed` it throws the underlying error. It ends
/// without an event if only the fragment of the present document's URL changes. The caller may discard the sequence.
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
      preconditionFailure("\(characterEncoding) is not a character encoding that pages can have")
    }
    return navigationSequences.events(
      of: webView.load(data, mimeType: mimeType, characterEncodingName: name, baseURL: baseURL),
      otherwise: .unsupportedURL)
  }

  /// Loads a text as a page.
  ///
  /// - Parameter baseURL: the URL of the page, which determines its origin; `about:blank` has an opaque origin.
  @discardableResult
  public func load(
    html: String, baseURL: URL = URL(string: "about:blank")!
  ) -> some AsyncSequence<NavigationEvent, any Error> {
    navigationSequences.events(of: webView.loadHTMLString(html, baseURL: baseURL), otherwise: .unsupportedURL)
  }

  /// Loads a text as the response to a request, which is not sent. On Linux the page is not added to the history.
  /// Apple's variant with a response is absent: its header fields would have no effect.
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

  /// Stops loading.
  public func stopLoading() {
    navigationSequences.stopLoading()
  }
}

extension String.Encoding {
  /// The encoding's name among IANA's character sets; nil if it has none.
  var characterSetName: String? {
    switch self {
    case .utf8: "utf-8"
    case .ascii: "us-ascii"
    case .isoLatin1: "iso-8859-1"
    case .isoLatin2: "iso-8859-2"
    case .windowsCP1250: "windows-1250"
    case .windowsCP1251: "windows-1251"
    case .windowsCP1252: "windows-1252"
    case .windowsCP1253: "windows-1253"
    case .windowsCP1254: "windows-1254"
    case .macOSRoman: "macintosh"
    case .japaneseEUC: "euc-jp"
    case .shiftJIS: "shift_jis"
    case .iso2022JP: "iso-2022-jp"
    case .utf16: "utf-16"
    case .utf16BigEndian: "utf-16be"
    case .utf16LittleEndian: "utf-16le"
    default: nil
    }
  }
}
