import Causeway
import CausewayWebKit
import Foundation
import WebKit

/// A page in a web view with its bridge. The session loads the page, runs scripts in it and takes snapshots.
@MainActor final class PageSession: NSObject, WKNavigationDelegate {
  let webView: WKWebView
  private let host: WebViewHost
  let pages: LocalPages
  private let size: ViewSize
  let location: PageLocation
  let app: SimulatedApp
  var bridge: Bridge { host.bridge }
  private let view: SimulatedView
  private var loading: CheckedContinuation<Void, any Error>?
  /// Whether a page is being loaded.
  var isUnderWay = false
  /// Whether ``load()`` has not ended yet.
  private var isOpening = false
  var failure: PageError?
  /// Whether a page has been shown. A navigation that fails afterward leaves that page where it is.
  private var hasPage = false
  /// Whether the current navigation has begun and shows no page yet.
  private var isProvisional = false
  /// The error of the latest navigation, if it left the page where it is.
  var abandonedNavigation: PageError?
  /// The reason why the last page that WebDriver has requested is not shown; nil if it is. WebDriver sets it to nil
  /// before a navigation.
  var navigationFailure: String?
  /// The server's last answer for the main frame.
  private var answer: (status: Int, type: String?) = (200, nil)
  /// The number of loads of the main frame that have begun, without those that left the page where it is.
  var startedLoads = 0
  /// The number of loads of the main frame that have ended.
  var endedLoads = 0
  #if os(Linux)
  private var window: WebViewWindow?
  private var developerWindow: DeveloperWindow?
  #else
  private var window: PageWindow?
  #endif

  /// Creates a session without loading the page.
  /// - Parameters:
  ///   - view: how the page is shown.
  ///   - scripts: the scripts that will be run.
  ///   - problems: receives the page's problems; nil if the caller does not need them.
  ///   - isHeadless: whether no window will show the page.
  ///   - isControlledByAutomation: whether WebDriver controls the page.
  ///   - makeApp: makes the simulated app, which is attached to the bridge; gets the page's cookie store.
  init(
    _ location: PageLocation, bridge: Bridge, platform: Platform, view options: ViewOptions, scripts: [RunScript],
    showsConsole: Bool, problems: PageProblems?, isHeadless: Bool, isControlledByAutomation: Bool = false,
    app makeApp: (WKHTTPCookieStore) throws -> SimulatedApp
  ) rethrows {
    self.location = location
    let configuration = WKWebViewConfiguration()
    #if os(Linux)
    configuration.isControlledByAutomation = isControlledByAutomation
    configuration.websiteDataStore = isControlledByAutomation ? .controlledByAutomation() : .nonPersistent()
    #else
    configuration.websiteDataStore = .nonPersistent()
    #endif
    size = options.size
    pages = LocalPages(
      root: location.root, isSinglePage: location.isSinglePage, scriptFolders: scripts.map(\.folder))
    if location.root != nil || !scripts.isEmpty {
      configuration.setURLSchemeHandler(pages, forURLScheme: PageLocation.scheme)
    }
    app = try makeApp(configuration.websiteDataStore.httpCookieStore)
    view = app.attach(to: bridge, on: platform)
    host = WebViewHost(bridge: bridge)
    // Attach the console reporter first, so that the console output of the bridges' own scripts is printed too.
    problems?.watch(configuration.userContentController)
    pages.onMissing = { problems?.explain($0) }
    if showsConsole { ConsoleReporter.attach(to: configuration.userContentController) }
    host.attach(to: configuration)
    if isHeadless {
      let refusal = PageScript(PackageResources.device_refusal_js, function: "deviceRefusal", takesRuntime: false)
      configuration.userContentController.addUserScript(
        WKUserScript(source: refusal.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }
    let runner = PageScript(
      PageScript.jsonWriter, PackageResources.run_js, function: "scriptRunner", takesRuntime: false)
    configuration.userContentController.addUserScript(
      WKUserScript(source: runner.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: true))
    webView = WKWebView(
      frame: CGRect(x: 0, y: 0, width: options.size.width, height: options.size.height), configuration: configuration)
    webView.customUserAgent = options.userAgent
    super.init()
    webView.navigationDelegate = self
  }

  // MARK: Steps

  /// Prepares the app for a page that WebDriver loads.
  func prepare() async throws {
    try await app.prepare()
    isUnderWay = true
  }

  /// The reason why a page that WebDriver has loaded is not shown; nil if it is.
  var loadFailure: String? {
    if webView.url?.absoluteString == "about:blank" { failure = failure ?? refusal }
    return failure?.description
  }

  /// Returns the reason why a page that WebDriver has requested is not shown; nil if it is.
  ///
  /// - Parameter url: the URL of the page; nil if it is not known.
  func reasonOfFailure(at url: String?) -> String? {
    if let navigationFailure { return navigationFailure }
    // The engine shows a blank page without an error if the URL has a port that pages must not use.
    let isBlank = webView.url?.absoluteString == "about:blank"
    guard let url, isBlank, !url.lowercased().hasPrefix("about:") else { return nil }
    return "the engine refuses \(url); if it has a port, use another one"
  }

  /// Shows the page in a window.
  func show(onClose: @escaping () -> Void = {}) {
    let title = "Causeway: \(location.url.absoluteString)"
    #if os(Linux)
    let window = WebViewWindow(webView, title: title, width: size.width, height: size.height)
    #else
    let window = PageWindow(webView, title: title)
    #endif
    window.onClose = onClose
    self.window = window
  }

  #if os(Linux)
  /// Removes the title bar and the borders of the window, so that the page fills it.
  func removeDecoration() { window?.isDecorated = false }

  /// Gives the window the keys and the title that web developers expect.
  func addDeveloperTools() {
    developerWindow = window.map { DeveloperWindow($0, page: location.url) { [weak self] in self?.reload() } }
  }
  #endif

  /// Loads the page and waits until it is loaded. If a page redirects to another page while it loads, waits for the
  /// last one.
  func load() async throws {
    try await app.prepare()
    isOpening = true
    defer { isOpening = false }
    isUnderWay = true
    webView.load(URLRequest(url: location.url))
    try await waitForLoad()
    for _ in 0..<Self.maximumRedirections {
      await noticeNavigation()
      guard isUnderWay else { return }
      try await waitForLoad()
    }
  }

  /// Returns when a navigation that the page's scripts have requested is known.
  ///
  /// A page navigates at the latest in the next turn of its event loop, and the engine then requests another policy
  /// decision. Each of these calls ends after all earlier messages of the page's process, so a navigation is known
  /// after three calls. A call that fails means that another page is being loaded.
  func noticeNavigation() async {
    for _ in 0..<3 where !isUnderWay {
      _ = try? await webView.callAsyncJavaScript(
        "await new Promise((resolve) => setTimeout(resolve, 0))", contentWorld: .defaultClient)
    }
  }

  /// The maximum number of redirects. The page after the last of them counts as loaded, even if it redirects again.
  private static let maximumRedirections = 20

  func waitForLoad() async throws {
    if isUnderWay { try await withCheckedThrowingContinuation { loading = $0 } }
    if let failure { throw failure }
  }

  /// The files of the served folder that the page has requested.
  var files: WatchedFiles { pages.files }

  /// Begins to load the page again. Does not wait for it, because a page may be busy forever.
  func reload() {
    files.removeAll()
    // Without a page, there is nothing to load again, and the first page is loaded instead.
    let isEmpty = webView.url == nil || webView.url?.absoluteString == "about:blank"
    if isEmpty || webView.reload() == nil { webView.load(URLRequest(url: location.url)) }
  }

  /// Ends the simulated app.
  func end() async {
    view.end()
    await app.end()
  }

  // MARK: Navigation

  /// Cancels navigations to other apps, such as `mailto:`. Without this method, WebKitGTK would report them as failed
  /// loads, and Apple's WebKit would open the other app.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    let scheme = navigationAction.request.url?.scheme?.lowercased() ?? ""
    let isLoadable =
      WKWebView.handlesURLScheme(scheme) || webView.configuration.urlSchemeHandler(forURLScheme: scheme) != nil
    decisionHandler(isLoadable ? .allow : .cancel)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
  ) {
    let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
    if navigationResponse.isForMainFrame, status >= 400, isUnderWay {
      failure = PageError("\(location.url.absoluteString): the server answered with status \(status)")
    }
    if navigationResponse.isForMainFrame { answer = (status, navigationResponse.response.mimeType) }
    // A file for download does not replace the page, as in a browser. The command stores no downloads.
    let disposition = (navigationResponse.response as? HTTPURLResponse)?.value(
      forHTTPHeaderField: "Content-Disposition")
    let isAttachment = disposition?.lowercased().hasPrefix("attachment") == true
    decisionHandler(navigationResponse.canShowMIMEType && !isAttachment ? .allow : .cancel)
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    isUnderWay = true
    isProvisional = true
    abandonedNavigation = nil
    startedLoads += 1
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    isProvisional = false
    hasPage = true
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    if isOpening, isUnderWay, webView.url?.absoluteString == "about:blank" {
      // The engine shows `about:blank` without an error if the URL has a port that pages must not use. Check this only
      // while the page is being opened, because a script of the user may go to `about:blank` later.
      failure = failure ?? refusal
    }
    Task { await view.didLoad(LoadedWebView(webView: webView)) }
    finish()
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    fail(error)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    let hasBegun = isProvisional
    isProvisional = false
    guard hasPage else { return fail(error) }
    if hasBegun { startedLoads -= 1 }
    // Another page may replace this navigation.
    if (error as NSError).code == NSURLErrorCancelled, webView.isLoading { return }
    let address = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL ?? location.url
    abandonedNavigation = PageError("\(address.absoluteString): \(error.localizedDescription)")
    finish()
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    host.webContentProcessDidTerminate(in: webView)
    failure = PageError("the web content process ended while it showed \(location.url.absoluteString)")
    finish()
  }

  private var refusal: PageError {
    PageError(
      "\(location.url.absoluteString): the engine refused to load the page; if the URL has a port, use another one")
  }

  private func fail(_ error: any Error) {
    if (error as NSError).code == NSURLErrorCancelled {
      // Either another page replaced this one before it was loaded, or the page stopped its own loading and counts as
      // loaded.
      if !webView.isLoading { finish() }
      return
    }
    failure = PageError("\(location.url.absoluteString): \(error.localizedDescription)")
    navigationFailure = reason(error as NSError)
    finish()
  }

  /// Returns why a page is not shown; nil if the server has answered that the page stays.
  private func reason(_ error: NSError) -> String? {
    let url = (error.userInfo[NSURLErrorFailingURLErrorKey] as? URL).map { "\($0.absoluteString): " } ?? ""
    guard error.domain == "WebKitErrorDomain" else { return url + error.localizedDescription }
    if answer.status == 204 || answer.status == 205 { return nil }
    return url + (answer.type.map { "the engine does not show files of the type \($0)" } ?? error.localizedDescription)
  }

  private func finish() {
    isUnderWay = false
    endedLoads += 1
    loading?.resume()
    loading = nil
  }
}

/// The main document of a web view.
private struct LoadedWebView: LoadedDocument {
  let webView: WKWebView

  func hasFunction(_ name: String) async -> Bool {
    let script = """
      let value = window;
      for (const part of name.split(".")) value = value?.[part];
      return typeof value === "function";
      """
    // The call fails if the page is gone.
    let result = try? await webView.callAsyncJavaScript(script, arguments: ["name": name], contentWorld: .page)
    return result as? Bool == true
  }
}
