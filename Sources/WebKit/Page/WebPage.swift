import Observation

/// A page whose state can be observed and whose navigations are asynchronous sequences. Its API is Apple's
/// `WebPage`, so that the same code runs on Linux.
///
/// `url`, `title`, `estimatedProgress`, `isLoading` and `backForwardList` take part in Swift's Observation. The page
/// needs no window to load and to run scripts; ``WebViewWindow`` shows it. Until then its layout has size zero, as on
/// Apple's platforms.
///
/// ```swift
/// let page = WebPage()
/// for try await event in page.load(URL(string: "https://example.com")) where event == .finished {
///   print(page.title)
/// }
/// ```
@MainActor @Observable
public final class WebPage {
  /// The hidden web view that does the work. Apple's `WebPage` also has one, which is not public.
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

  /// Creates a page.
  ///
  /// Stops the program if there is no display. Call ``GLibMainLoop/start()`` first to get an error instead.
  public convenience init(configuration: Configuration = Configuration()) {
    self.init(configuration, DefaultDecisions(), DefaultDialogs())
  }

  /// Creates a page with a decider, which the page retains and calls before each navigation.
  public convenience init(
    configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding
  ) {
    self.init(configuration, navigationDecider, DefaultDialogs())
  }

  /// Creates a page with a presenter, which the page retains and which answers the dialogs of scripts.
  public convenience init(configuration: Configuration = Configuration(), dialogPresenter: some DialogPresenting) {
    self.init(configuration, DefaultDecisions(), dialogPresenter)
  }

  /// Creates a page with a decider and a presenter, which the page retains.
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

  /// The URL of the page that is shown or being loaded; nil before the first page.
  public var url: URL? {
    access(keyPath: \.url)
    return webView.url
  }

  /// The page's title; empty while it has none.
  public var title: String {
    access(keyPath: \.title)
    return webView.title ?? ""
  }

  /// The loaded fraction of the page: an estimate from 0 to 1.
  public var estimatedProgress: Double {
    access(keyPath: \.estimatedProgress)
    return webView.estimatedProgress
  }

  /// Whether a page is being loaded.
  public var isLoading: Bool {
    access(keyPath: \.isLoading)
    return webView.isLoading
  }

  /// The pages to which the page can go back or forward.
  public var backForwardList: BackForwardList {
    access(keyPath: \.backForwardList)
    return BackForwardList(webView.backForwardList)
  }

  /// The user agent that replaces WebKit's; nil or empty for WebKit's own. WebKitGTK accepts only products and
  /// comments, as HTTP defines them.
  public var customUserAgent: String? {
    get { webView.customUserAgent }
    set { webView.customUserAgent = newValue }
  }

  /// Whether the page can be inspected with WebKit's Web Inspector. False by default.
  public var isInspectable: Bool {
    get { webView.isInspectable }
    set { webView.isInspectable = newValue }
  }

  // MARK: Scripts

  /// Runs the body of an asynchronous function in a frame. Returns the value of its promise; nil for `undefined`.
  ///
  /// - Parameters:
  ///   - functionBody: the statements between the braces of the function.
  ///   - arguments: the function's arguments, by name: strings, numbers, `Bool`, `Date`, `NSNull`, and arrays and
  ///     dictionaries of these.
  ///   - frame: the frame; nil for the main frame.
  ///   - contentWorld: the content world; nil for the page's own.
  /// - Throws: ``WKError``, also if the page navigates before the function ends.
  @discardableResult
  public func callJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: FrameInfo? = nil,
    contentWorld: WKContentWorld? = nil
  ) async throws -> sending Any? {
    // This is safe, because the value was made from the engine's answer to this call, and no other code has the value.
    nonisolated(unsafe) let value = try await webView.callAsyncJavaScript(
      functionBody, arguments: arguments, in: frame?.wrapped, contentWorld: contentWorld ?? .page)
    return value
  }

  /// Kills the process that shows the page, as if it had crashed. Linux only, for an app's tests of that case.
  public func terminateWebProcess() {
    webView.terminateWebProcess()
  }

  // MARK: Prints

  /// Prints the page to PDF, as ``WKWebView/printPDF(on:)`` does. Linux only. Backgrounds are not printed.
  ///
  /// - Throws: the errors of ``WKWebView/printPDF(on:)``.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    try await webView.printPDF(on: paper)
  }

  // MARK: Observation

  /// Notifies the page's observers of the web view's changes.
  private func observe() {
    observations = [
      webView.observe(\.url) { [weak self] _, _ in self?.withMutation(keyPath: \.url) {} },
      webView.observe(\.title) { [weak self] _, _ in self?.withMutation(keyPath: \.title) {} },
      webView.observe(\.estimatedProgress) { [weak self] _, _ in self?.withMutation(keyPath: \.estimatedProgress) {} },
      webView.observe(\.isLoading) { [weak self] _, _ in self?.withMutation(keyPath: \.isLoading) {} },
    ]
    // Call this observer without comparing values, because the list can change while `canGoBack` stays true.
    _ = webView.observers.add(.canGoBack) { [weak self] in self?.withMutation(keyPath: \.backForwardList) {} }
  }
}
