import CWebKitGTK

/// A web view: Apple's `WKWebView` over WebKitGTK.
///
/// It needs no window to load pages and run scripts; to be seen it is put into a ``WebViewWindow``.
@MainActor open class WKWebView: NSObject {
  /// What the web view was made with; a copy that shares the objects in it.
  public let configuration: WKWebViewConfiguration
  /// Decides about navigations and hears of them.
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  /// Shows what pages ask the app to show.
  open weak var uiDelegate: (any WKUIDelegate)?

  let widget: UnsafeMutablePointer<WebKitWebView>
  let content: UserContentBinding
  let scripts = ScriptCalls()
  var navigations = NavigationTracker()

  /// A web view. On Linux the frame gives the size of the window that shows it.
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    GTK.start()
    self.configuration = configuration.snapshot()
    content = UserContentBinding(configuration.userContentController)
    widget = Engine.makeWidget(self.configuration, content.manager)
    super.init()
    content.webView = self
    content.frames.mainDocumentDidChange = { [scripts] in scripts.documentDidChange() }
    Engine.register(self)
    connectNavigation()
    connectDialogs()
  }

  isolated deinit {
    scripts.failAll(.webViewInvalidated)
    Engine.release(widget)
  }

  // MARK: State

  /// The URL of the page that is shown or being loaded.
  open var url: URL? { string(webkit_web_view_get_uri(widget)).flatMap(URL.init(string:)) }
  /// The page's title.
  open var title: String? { string(webkit_web_view_get_title(widget)) }
  /// Whether a page is being loaded.
  open var isLoading: Bool { webkit_web_view_is_loading(widget) != 0 }
  /// How much of the page is loaded, from 0 to 1; an estimate.
  open var estimatedProgress: Double { webkit_web_view_get_estimated_load_progress(widget) }
  /// Whether there is a page to go back to.
  open var canGoBack: Bool { webkit_web_view_can_go_back(widget) != 0 }
  /// Whether there is a page to go forward to.
  open var canGoForward: Bool { webkit_web_view_can_go_forward(widget) != 0 }

  /// The user agent, where the app sets one.
  open var customUserAgent: String? {
    get { isUserAgentCustom ? string(webkit_settings_get_user_agent(settings)) : nil }
    set {
      isUserAgentCustom = newValue != nil
      webkit_settings_set_user_agent(settings, newValue)
    }
  }
  private var isUserAgentCustom = false

  /// Whether the page can be inspected.
  open var isInspectable: Bool {
    get { webkit_settings_get_enable_developer_extras(settings) != 0 }
    set { webkit_settings_set_enable_developer_extras(settings, newValue ? 1 : 0) }
  }

  private var settings: OpaquePointer? { webkit_web_view_get_settings(widget) }

  /// Whether WebKit loads URLs of a scheme by itself.
  open class func handlesURLScheme(_ urlScheme: String) -> Bool {
    ["http", "https", "file", "data", "blob", "about", "ws", "wss", "javascript"].contains(urlScheme.lowercased())
  }
}
