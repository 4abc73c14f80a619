import CWebKitGTK

/// A web view: Apple's `WKWebView` over WebKitGTK's.
///
/// It needs no window to load pages, run scripts and take snapshots; ``WebViewWindow`` shows it. It is no view of a
/// toolkit, so that everything that Apple's class has as an `NSView` or `UIView` is absent.
@preconcurrency @MainActor
open class WKWebView: NSObject {
  /// What the web view was made with: a copy, which shares the objects in it.
  open private(set) var configuration: WKWebViewConfiguration
  /// Hears of navigations and decides about them.
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  /// Shows what pages ask the app to show.
  open weak var uiDelegate: (any WKUIDelegate)?
  /// The pages to go back and forward to.
  open private(set) var backForwardList: WKBackForwardList

  /// The size in which the page is laid out while the web view is in no window, in CSS pixels. The origin has no meaning
  /// on Linux.
  open var frame: CGRect {
    didSet { widget.layOut(frame.size) }
  }

  let widget: WebViewWidget
  let content: UserContentBinding
  let scripts = ScriptCalls()
  let prints = PrintQueue()
  let schemeTasks = URLSchemeTasks()
  private(set) lazy var textSearch = TextSearch(webkit_web_view_get_find_controller(engine))
  let observers = PropertyObservers()
  let fileAccess: FileAccess
  var navigations = NavigationTracker()
  var preferences: NavigationPreferences
  var signals: [SignalConnection] = []
  var downloads = DownloadExpectations()
  /// How many credentials in a row each server refused.
  var refusedCredentials: [String: Int] = [:]
  /// The challenge that came before its navigation started.
  var interruption: ChallengeInterruption?
  private var userAgent: String?

  /// A web view of a size in CSS pixels.
  ///
  /// Stops the program if there is no display; ``GLibMainLoop/start()`` tells beforehand.
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    GLibMainLoop.require()
    self.configuration = configuration.snapshot()
    let opener = configuration.newWindow?.claim(with: configuration)
    content = opener?.content ?? UserContentBinding(configuration.userContentController)
    widget = WebViewWidget(self.configuration, content.manager, opener: opener?.widget)
    self.frame = frame
    backForwardList = WKBackForwardList(webkit_web_view_get_back_forward_list(widget.engine))
    fileAccess = opener?.fileAccess ?? FileAccess(content.manager)
    preferences = NavigationPreferences(configuration.defaultWebpagePreferences)
    super.init()
    widget.layOut(frame.size)
    if opener != nil { configuration.newWindow?.webView = self }
    // A window's empty document is its opener's to script: it would see the tokens that are handed out there.
    scripts.isEmptyDocumentIdentified = opener != nil
    content.add(self)
    fileAccess.add(self)
    widget.webView = self
    connectNavigation()
    connectPanels()
    connectObservers()
    connectWindows()
    connectAuthentication()
  }

  /// A web view with a configuration of its own, which has no size.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// A web view of a size in CSS pixels, with a configuration of its own.
  public convenience init(frame: CGRect) {
    self.init(frame: frame, configuration: WKWebViewConfiguration())
  }

  isolated deinit {
    scripts.failAll(WKError(.webViewInvalidated))
    schemeTasks.abandonAll()
    content.frames.endAll(of: self)
  }

  // MARK: State

  /// The URL of the page that is shown or being loaded.
  open var url: URL? { String(borrowing: webkit_web_view_get_uri(engine)).flatMap { URL(string: $0) } }

  /// The page's title; empty while it has none.
  open var title: String? { String(borrowing: webkit_web_view_get_title(engine)) ?? "" }

  /// Whether a page is being loaded.
  open var isLoading: Bool { webkit_web_view_is_loading(engine) != 0 }

  /// How much of the page is loaded: an estimate from 0 to 1.
  open var estimatedProgress: Double { webkit_web_view_get_estimated_load_progress(engine) }

  /// Whether there is a page to go back to.
  open var canGoBack: Bool { webkit_web_view_can_go_back(engine) != 0 }

  /// Whether there is a page to go forward to.
  open var canGoForward: Bool { webkit_web_view_can_go_forward(engine) != 0 }

  /// The user agent instead of WebKit's; nil or empty for WebKit's. WebKitGTK takes products and comments only, as HTTP
  /// defines them.
  open var customUserAgent: String? {
    get { userAgent }
    set {
      userAgent = newValue
      widget.setUserAgent(custom: newValue, application: configuration.applicationNameForUserAgent)
    }
  }

  /// Whether the page can be inspected with WebKit's Web Inspector.
  open var isInspectable: Bool {
    get { webkit_settings_get_enable_developer_extras(widget.settings) != 0 }
    set { webkit_settings_set_enable_developer_extras(widget.settings, newValue ? 1 : 0) }
  }

  /// Whether WebKit loads the URLs of a scheme itself: true for the schemes of which WebKit's own tests say so, on macOS or on
  /// iOS.
  open class func handlesURLScheme(_ urlScheme: String) -> Bool {
    [
      "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "safari-extension",
      "webkit-fake-url", "ws", "wss", "x-apple-content-filter", "x-apple-ql-id",
    ].contains(urlScheme.lowercased())
  }

  // MARK: Loading

  /// Loads a request with its header fields. A request with a method other than GET or with a body is not loaded, because
  /// WebKitGTK does not offer that; neither is a `javascript:` URL.
  ///
  /// - Returns: the navigation, which the delegate's calls name; nil if there is none.
  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? { start(request) }

  /// Loads a file, whose page may read other files: the one that the second argument names, or all below a directory.
  ///
  /// Beyond that, the page and its frames read no files, however they ask; links between files are followed. On Linux a
  /// symbolic link in the directory is followed wherever it leads.
  @discardableResult
  open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    start(file: URLRequest(url: url), readable: readAccessURL)
  }

  /// Loads a text as a page.
  ///
  /// - Parameter baseURL: the URL of the page, which decides about its origin; nil for `about:blank` and an opaque
  ///   origin.
  @discardableResult
  open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { start(html: string, baseURL) }

  /// Loads data as a page. On Linux a page without data is HTML, whatever its type.
  @discardableResult
  open func load(_ data: Data, mimeType: String, characterEncodingName: String, baseURL: URL) -> WKNavigation? {
    start(data, mimeType, characterEncodingName, baseURL)
  }

  /// Loads the page anew.
  @discardableResult
  open func reload() -> WKNavigation? { begin { webkit_web_view_reload($0) } }

  /// Loads the page anew, past all caches.
  @discardableResult
  open func reloadFromOrigin() -> WKNavigation? { begin { webkit_web_view_reload_bypass_cache($0) } }

  /// Stops loading.
  open func stopLoading() {
    interruption = nil
    webkit_web_view_stop_loading(engine)
  }

  /// Goes back to the page before; nil if there is none.
  @discardableResult
  open func goBack() -> WKNavigation? { startBack() }

  /// Goes forward again; nil if there is no page to go to.
  @discardableResult
  open func goForward() -> WKNavigation? { startForward() }

  /// Goes to a page of ``backForwardList``; nil if the item is not in it.
  @discardableResult
  open func go(to item: WKBackForwardListItem) -> WKNavigation? { start(item) }

  // MARK: Scripts

  /// Evaluates a script in the main frame, in the page's world.
  ///
  /// - Parameter completionHandler: takes the value of the last statement, nil for `undefined`, or a ``WKError``.
  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor (Any?, (any Error)?) -> Void)? = nil
  ) {
    evaluate(javaScriptString, completionHandler)
  }

  /// Evaluates a script in the main frame, in the page's world, and gives the value of its last statement.
  ///
  /// - Returns: the value; an empty `Optional<Any>` for `undefined`, where Apple's form traps.
  /// - Throws: ``WKError``.
  @discardableResult
  open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any {
    try await evaluate(javaScriptString)
  }

  /// WebKitGTK's web view. Whoever asks is about to use it.
  var engine: UnsafeMutablePointer<WebKitWebView> { widget.engine }
}
