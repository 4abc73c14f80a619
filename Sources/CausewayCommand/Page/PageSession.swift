import Causeway
import CausewayJSON
import CausewayPrompts
import CausewayWebKit
import Foundation
import WebKit

/// A page in a web view with its bridge. The session loads the page, runs scripts in it and takes snapshots.
@MainActor final class PageSession: NSObject, WKNavigationDelegate {
  let webView: WKWebView
  private let host: WebViewHost
  private let pages: LocalPages
  private let size: ViewSize
  private let location: PageLocation
  let app: SimulatedApp
  var bridge: Bridge { host.bridge }
  private let view: SimulatedView
  private var loading: CheckedContinuation<Void, any Error>?
  /// The waits that ``loadEnd()`` has returned.
  private var loadEnds: [OneShot<Void>] = []
  /// Whether a page is being loaded.
  private var isUnderWay = false
  /// Whether ``load()`` has not ended yet.
  private var isOpening = false
  private var failure: PageError?
  /// The number of loads of the main frame that have begun.
  private var startedLoads = 0
  /// The number of loads of the main frame that have ended.
  private var endedLoads = 0
  #if os(Linux)
  private var window: WebViewWindow?
  #else
  private var window: PageWindow?
  #endif

  /// Creates a session without loading the page.
  /// - Parameters:
  ///   - view: how the page is shown.
  ///   - scripts: the scripts that will be run.
  ///   - problems: receives the page's problems; nil if the caller does not need them.
  ///   - isControlledByAutomation: whether WebDriver controls the page.
  ///   - makeApp: makes the simulated app, which is attached to the bridge; gets the page's cookie store.
  init(
    _ location: PageLocation, bridge: Bridge, platform: Platform, view options: ViewOptions, scripts: [RunScript],
    showsConsole: Bool, problems: PageProblems?, isControlledByAutomation: Bool = false,
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
    pages = LocalPages(root: location.root, scriptFolders: scripts.map(\.folder))
    if location.root != nil || !scripts.isEmpty {
      configuration.setURLSchemeHandler(pages, forURLScheme: PageLocation.scheme)
    }
    app = try makeApp(configuration.websiteDataStore.httpCookieStore)
    view = app.attach(to: bridge, on: platform)
    host = WebViewHost(bridge: bridge)
    // Attach the console reporter first, so that the console output of the bridges' own scripts is printed too.
    problems?.watch(configuration.userContentController)
    if showsConsole { ConsoleReporter.attach(to: configuration.userContentController) }
    host.attach(to: configuration)
    configuration.userContentController.addUserScript(
      WKUserScript(
        source: PageScript(PackageResources.run_js, function: "scriptRunner", takesRuntime: false).standalone,
        injectionTime: .atDocumentStart, forMainFrameOnly: true))
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
      // A page redirects at the latest in the next turn of its event loop, and the engine then requests another policy
      // decision. Each of these calls ends after all earlier messages of the page's process, so a redirect is known
      // after three calls. A call that fails means that another page is being loaded.
      for _ in 0..<3 where !isUnderWay {
        _ = try? await webView.callAsyncJavaScript(
          "await new Promise((resolve) => setTimeout(resolve, 0))", contentWorld: .defaultClient)
      }
      guard isUnderWay else { return }
      try await waitForLoad()
    }
  }

  /// The maximum number of redirects. The page after the last of them counts as loaded, even if it redirects again.
  private static let maximumRedirections = 20

  private func waitForLoad() async throws {
    if isUnderWay { try await withCheckedThrowingContinuation { loading = $0 } }
    if let failure { throw failure }
  }

  /// The result of a script.
  enum ScriptResult {
    /// The script's value as JSON, or the word `undefined`.
    case value(String)
    /// The error that the script threw, as JSON.
    case rejection(String)
  }

  /// Runs the command's own statements in the page, as the body of an async function.
  func run(_ source: String) async throws -> ScriptResult {
    let result = await run(source, address: location.url.absoluteString)
    if let failure { throw failure }
    return result
  }

  /// Runs a part of a script in the page, as the body of an async function.
  ///
  /// - Parameter index: the index of the script.
  /// - Returns: The value; nil if the part has navigated to another page, on which the next part of the script runs.
  /// - Throws: ``PageError`` if the web view leaves the page before the last part has ended.
  func run(_ part: RunScript.Part, of script: RunScript, at index: Int) async throws -> ScriptResult? {
    let loads = endedLoads
    let begun = startedLoads
    let address = pages.address(ofScript: script.name, at: index)
    let result = await run(part.source, address: address)
    if let failure { throw failure }
    if part.leavesPage {
      if case .rejection(let reason) = result, startedLoads == begun {
        return .rejection(ScriptError.json(reason, script: script.name, address: address))
      }
      try await waitForPage(after: loads)
      return nil
    }
    guard case .rejection(let reason) = result else { return result }
    guard startedLoads == begun || reason.contains("\"stack\":") else {
      throw PageError(
        "\(script.name): the page went to \(webView.url?.absoluteString ?? "another page") while the script ran. To "
          + "continue there, put the line \"\(RunScript.divider)\" between what runs on each page")
    }
    return .rejection(ScriptError.json(reason, script: script.name, address: address))
  }

  /// Runs statements as the body of an async function. They begin in the function's second line, so that calls from its
  /// first line can be recognized as the command's own.
  private func run(_ source: String, address: String) async -> ScriptResult {
    let body = "return await window.__causewayRun(async () => {\n\(source)\n});"
    let text: Any?
    do {
      #if os(Linux)
      text = try await webView.callAsyncJavaScript(body, address: address, contentWorld: .page)
      #else
      text = try await webView.callAsyncJavaScript(body, contentWorld: .page)
      #endif
    } catch {
      let message =
        ((error as NSError).userInfo["WKJavaScriptExceptionMessage"] as? String) ?? error.localizedDescription
      return .rejection(Self.reason(message).json)
    }
    guard let text = text as? String else { return .rejection(#"{"name":"ScriptError","message":"no result"}"#) }
    return text.hasPrefix("v") ? .value(String(text.dropFirst())) : .rejection(String(text.dropFirst()))
  }

  /// Waits for the end of a load that began after the first `loads` loads.
  private func waitForPage(after loads: Int) async throws {
    while endedLoads == loads {
      isUnderWay = true
      try await waitForLoad()
    }
  }

  /// Converts an exception's text, such as `SyntaxError: …`, to the JSON form of a rejection.
  private static func reason(_ text: String) -> JSONValue {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].hasSuffix("Error"), !parts[0].contains(" ") else {
      return ["name": "ScriptError", "message": .string(text)]
    }
    return ["name": .string(parts[0]), "message": .string(parts[1])]
  }

  /// Returns a wait that ends when no page is being loaded.
  func loadEnd() -> OneShot<Void> {
    let end = OneShot<Void>()
    if webView.isLoading { loadEnds.append(end) } else { end.settle(.success(())) }
    return end
  }

  /// Ends the simulated app.
  func end() async {
    view.end()
    await app.end()
  }

  // MARK: Navigation

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
  ) {
    let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
    if navigationResponse.isForMainFrame, status >= 400, isUnderWay {
      failure = PageError("\(location.url.absoluteString): the server answered with status \(status)")
    }
    decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    isUnderWay = true
    startedLoads += 1
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
    fail(error)
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
    finish()
  }

  private func finish() {
    isUnderWay = false
    endedLoads += 1
    loading?.resume()
    loading = nil
    for end in loadEnds { end.settle(.success(())) }
    loadEnds = []
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
