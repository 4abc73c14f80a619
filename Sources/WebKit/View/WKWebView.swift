import CWebKitGTK

/// A web view with the API of Apple's `WKWebView`, implemented with WebKitGTK.
///
/// The web view needs no window to load pages, run scripts and take snapshots; ``WebViewWindow`` shows it. The web view
/// is not a view of a toolkit, so all members that Apple's class inherits from `NSView` or `UIView` are absent.
@preconcurrency @MainActor
open class WKWebView: NSObject {
  /// A copy of the configuration from which the web view was made. The copy shares the objects in it.
  open private(set) var configuration: WKWebViewConfiguration
  /// The object that decides about navigations and is notified of them.
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  /// The object that shows windows and panels for pages.
  open weak var uiDelegate: (any WKUIDelegate)?
  /// The pages to which the web view can go back and forward.
  open private(set) var backForwardList: WKBackForwardList

  /// The size of the page's layout while the web view is not in a window, in CSS pixels. The origin has no meaning on
  /// Linux.
  open var frame: CGRect {
    didSet { widget.layOut(frame.size) }
  }

  // Each topic of the web view is a separate object. None of these objects stores the web view: their methods take the
  // web view as an argument, or need only its widget. Otherwise the web view and its topics would retain each other.
  let widget: WebViewWidget
  let content: UserContentBinding
  let fileAccess: FileAccess
  let navigations = NavigationTracker()
  let navigationPreferences: NavigationPreferences
  let loader: PageLoader
  let scripts: ScriptRunner
  let authentication: Authentication
  let downloads = PageDownloads()
  let schemeTasks = URLSchemeTasks()
  let observers = PropertyObservers()
  let textSearch: TextSearch
  let titleArrival = TitleArrival()
  let printer: PagePrinter
  /// Called when a page opens a dialog that WebDriver will answer.
  package var onAutomatedDialog: (@MainActor () -> Void)?
  private var signals: [SignalConnection] = []
  private var userAgent: String?

  /// Creates a web view with a size in CSS pixels.
  ///
  /// Stops the program if there is no display. Call ``GLibMainLoop/start()`` first to get an error instead.
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    GLibMainLoop.require()
    self.configuration = configuration.snapshot()
    let opener = configuration.newWindow?.claim(with: configuration)
    content = opener?.content ?? UserContentBinding(configuration.userContentController)
    widget = WebViewWidget(self.configuration, content.manager, opener: opener?.widget)
    self.frame = frame
    backForwardList = WKBackForwardList(webkit_web_view_get_back_forward_list(widget.engine))
    fileAccess = opener?.fileAccess ?? FileAccess(content.manager)
    navigationPreferences = NavigationPreferences(configuration.defaultWebpagePreferences, widget)
    loader = PageLoader(widget, navigations)
    scripts = ScriptRunner(widget, content, navigations)
    authentication = Authentication(navigations)
    textSearch = TextSearch(webkit_web_view_get_find_controller(widget.engine))
    printer = PagePrinter(widget, scripts)
    super.init()
    widget.layOut(frame.size)
    if opener != nil { configuration.newWindow?.webView = self }
    // Hand out no tokens in a new window's empty document, because the opener can script this document and would see
    // them.
    scripts.isEmptyDocumentIdentified = opener != nil
    content.add(self)
    fileAccess.add(self)
    widget.webView = self
    signals = [PolicyRequest.connect(to: self), Authentication.connect(to: self)]
    signals += NavigationEvents.connect(to: self) + PanelRequest.connect(to: self)
    signals += PropertyObservers.connect(to: self) + WindowRequest.connect(to: self)
  }

  /// Creates a web view with a new configuration and size zero.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// Creates a web view with a new configuration and a size in CSS pixels.
  public convenience init(frame: CGRect) {
    self.init(frame: frame, configuration: WKWebViewConfiguration())
  }

  isolated deinit {
    scripts.calls.failAll(WKError(.webViewInvalidated))
    schemeTasks.abandonAll()
    content.frames.endAll(of: self)
  }

  // MARK: State

  /// The URL of the page that is shown or being loaded.
  open var url: URL? { widget.url }

  /// The page's title; empty while it has none.
  open var title: String? { String(borrowing: webkit_web_view_get_title(engine)) ?? "" }

  /// Whether a page is being loaded.
  open var isLoading: Bool { webkit_web_view_is_loading(engine) != 0 }

  /// The loaded fraction of the page: an estimate from 0 to 1.
  open var estimatedProgress: Double { webkit_web_view_get_estimated_load_progress(engine) }

  /// Whether there is a page to go back to.
  open var canGoBack: Bool { webkit_web_view_can_go_back(engine) != 0 }

  /// Whether there is a page to go forward to.
  open var canGoForward: Bool { webkit_web_view_can_go_forward(engine) != 0 }

  /// Whether a long press on a link shows a preview of its page: always false on Linux. Setting the property has no
  /// effect.
  open var allowsLinkPreview: Bool {
    get { false }
    set {}
  }

  /// The user agent that replaces WebKit's; nil or empty for WebKit's own. WebKitGTK accepts only products and
  /// comments, as HTTP defines them.
  open var customUserAgent: String? {
    get { userAgent }
    set {
      userAgent = newValue
      widget.setUserAgent(custom: newValue, application: configuration.applicationNameForUserAgent)
    }
  }

  /// Whether the page can be inspected with WebKit's Web Inspector. False by default.
  open var isInspectable: Bool {
    get { webkit_settings_get_enable_developer_extras(widget.settings) != 0 }
    set { webkit_settings_set_enable_developer_extras(widget.settings, newValue ? 1 : 0) }
  }

  /// Returns whether WebKit loads the URLs of a scheme itself. True for the schemes that WebKit's own tests list, on
  /// macOS or on iOS.
  open class func handlesURLScheme(_ urlScheme: String) -> Bool {
    [
      "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "safari-extension",
      "webkit-fake-url", "ws", "wss", "x-apple-content-filter", "x-apple-ql-id",
    ].contains(urlScheme.lowercased())
  }

  // MARK: Loading

  /// Loads a request with its header fields. A request with a method other than GET or with a body is not loaded,
  /// because WebKitGTK cannot send it. A `javascript:` URL is not loaded either.
  ///
  /// - Returns: the navigation, which is an argument of the delegate's calls; nil if there is none.
  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? { loader.load(request) }

  /// Loads a file. Its page may read other files: the file at `readAccessURL`, or all files below that directory.
  ///
  /// The page and its frames can read no other files by any means, and hyperlinks in them lead only to these files. On
  /// Linux a symbolic link in the directory is followed to any target.
  @discardableResult
  open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    loader.load(file: URLRequest(url: url), readable: readAccessURL)
  }

  /// Loads an HTML string as a page.
  ///
  /// - Parameter baseURL: the URL of the page, which determines its origin; nil for `about:blank` and an opaque origin.
  @discardableResult
  open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { loader.load(html: string, baseURL) }

  /// Loads data as a page. On Linux empty data is loaded as HTML, whatever its type.
  @discardableResult
  open func load(_ data: Data, mimeType: String, characterEncodingName: String, baseURL: URL) -> WKNavigation? {
    loader.load(data, mimeType, characterEncodingName, baseURL)
  }

  /// Reloads the page. WebKit may use its caches; ``reloadFromOrigin()`` ignores them.
  @discardableResult
  open func reload() -> WKNavigation? { loader.begin { webkit_web_view_reload($0) } }

  /// Reloads the page and ignores all caches.
  @discardableResult
  open func reloadFromOrigin() -> WKNavigation? { loader.begin { webkit_web_view_reload_bypass_cache($0) } }

  /// Stops loading. A navigation that has started fails with `NSURLErrorCancelled`. The delegate is not notified of one that
  /// has not started.
  open func stopLoading() {
    authentication.interruption = nil
    // The engine may report a failure at once, and the delegate may then load another page.
    navigations.forgetRequest()
    webkit_web_view_stop_loading(engine)
  }

  /// Goes back to the previous page; returns nil if there is none.
  @discardableResult
  open func goBack() -> WKNavigation? {
    canGoBack ? loader.begin { webkit_web_view_go_back($0) } : nil
  }

  /// Goes forward to the next page; returns nil if there is none.
  @discardableResult
  open func goForward() -> WKNavigation? {
    canGoForward ? loader.begin { webkit_web_view_go_forward($0) } : nil
  }

  /// Goes to a page of ``backForwardList``; returns nil if the item is not in the list.
  @discardableResult
  open func go(to item: WKBackForwardListItem) -> WKNavigation? { loader.go(to: item, in: backForwardList) }

  // MARK: Scripts

  /// Evaluates a script in the main frame, in the page's world.
  ///
  /// - Parameter completionHandler: takes the value of the last statement, nil for `undefined`, or a ``WKError``.
  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor (Any?, (any Error)?) -> Void)? = nil
  ) {
    OverridableScript(javaScriptString, in: self).evaluate(completionHandler)
  }

  /// Evaluates a script in the main frame, in the page's world.
  ///
  /// - Returns: the value of the last statement; nil for `undefined`, as in Apple's current SDK. In older SDKs the
  ///   method returns `Any`, and traps for `undefined`.
  /// - Throws: ``WKError``.
  @discardableResult
  open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
    try await OverridableScript(javaScriptString, in: self).evaluate()
  }

  /// WebKitGTK's web view. Reading the property wakes GLib, because the caller is about to use the web view.
  var engine: UnsafeMutablePointer<WebKitWebView> { widget.engine }
}
