import Observation

/// A page whose state can be observed and whose navigations are asynchronous sequences: Apple's `WebPage`, for the same code
/// on Linux.
///
/// `url`, `title`, `estimatedProgress`, `isLoading` and `backForwardList` take part in Swift's Observation. The page needs
/// no window to load and to run scripts; ``WebViewWindow`` shows it. Until then it is laid out in no size, as on Apple's
/// platforms.
///
/// ```swift
/// let page = WebPage()
/// for try await event in page.load(URL(string: "https://example.com")) where event == .finished {
///   print(page.title)
/// }
/// ```
@MainActor @Observable
public final class WebPage {
  /// The web view that does the work. On Apple's platforms WebKit has such a one, too, and does not show it.
  let webView: WKWebView
  let navigationSequences: NavigationSequences
  private let navigationDelegate: PageNavigationDelegate
  private let uiDelegate: PageUIDelegate
  @ObservationIgnored private var observations: [NSKeyValueObservation] = []

  private init(_ configuration: Configuration, _ decider: any NavigationDeciding, _ presenter: any DialogPresenting) {
    webView = WKWebView(frame: .zero, configuration: configuration.webViewConfiguration)
    navigationSequences = NavigationSequences(webView)
    navigationDelegate = PageNavigationDelegate(navigationSequences, decider)
    uiDelegate = PageUIDelegate(presenter, configuration.deviceSensorAuthorization)
    webView.navigationDelegate = navigationDelegate
    webView.uiDelegate = uiDelegate
    observe()
  }

  /// A page.
  ///
  /// Stops the program if there is no display; ``GLibMainLoop/start()`` tells beforehand.
  public convenience init(configuration: Configuration = Configuration()) {
    self.init(configuration, DefaultDecisions(), DefaultDialogs())
  }

  /// A page with a decider, which the page keeps and which is asked before each navigation.
  public convenience init(
    configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding
  ) {
    self.init(configuration, navigationDecider, DefaultDialogs())
  }

  /// A page with a presenter, which the page keeps and which answers the dialogs of scripts.
  public convenience init(configuration: Configuration = Configuration(), dialogPresenter: some DialogPresenting) {
    self.init(configuration, DefaultDecisions(), dialogPresenter)
  }

  /// A page with a decider and a presenter, which the page keeps.
  public convenience init(
    configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding,
    dialogPresenter: some DialogPresenting
  ) {
    self.init(configuration, navigationDecider, dialogPresenter)
  }

  isolated deinit {
    navigationSequences.pageDidEnd()
  }

  // MARK: State

  /// The URL of the page that is shown or being loaded; nil before the first.
  public var url: URL? {
    access(keyPath: \.url)
    return webView.url
  }

  /// The page's title; empty while it has none.
  public var title: String {
    access(keyPath: \.title)
    return webView.title ?? ""
  }

  /// How much of the page is loaded: an estimate from 0 to 1.
  public var estimatedProgress: Double {
    access(keyPath: \.estimatedProgress)
    return webView.estimatedProgress
  }

  /// Whether a page is being loaded.
  public var isLoading: Bool {
    access(keyPath: \.isLoading)
    return webView.isLoading
  }

  /// The pages to go back and forward to, as they are now.
  public var backForwardList: BackForwardList {
    access(keyPath: \.backForwardList)
    return BackForwardList(webView.backForwardList)
  }

  /// The user agent instead of WebKit's; nil or empty for WebKit's. WebKitGTK takes products and comments only, as HTTP
  /// defines them.
  public var customUserAgent: String? {
    get { webView.customUserAgent }
    set { webView.customUserAgent = newValue }
  }

  /// Whether the page can be inspected with WebKit's Web Inspector. False by default.
  public var isInspectable: Bool {
    get { webView.isInspectable }
    set { webView.isInspectable = newValue }
  }

  /// Tells observers of the page what the web view tells its own.
  private func observe() {
    observations = [
      webView.observe(\.url) { [weak self] _, _ in self?.withMutation(keyPath: \.url) {} },
      webView.observe(\.title) { [weak self] _, _ in self?.withMutation(keyPath: \.title) {} },
      webView.observe(\.estimatedProgress) { [weak self] _, _ in self?.withMutation(keyPath: \.estimatedProgress) {} },
      webView.observe(\.isLoading) { [weak self] _, _ in self?.withMutation(keyPath: \.isLoading) {} },
    ]
    // The list can change while there is a page to go back to before and after.
    _ = webView.observers.add(.canGoBack) { [weak self] in self?.withMutation(keyPath: \.backForwardList) {} }
  }
}
