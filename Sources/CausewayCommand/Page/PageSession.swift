import Causeway
import CausewayJSON
import CausewayWebKit
import Foundation
import WebKit

/// A page in a web view, with its bridge: loaded, run, looked at.
@MainActor final class PageSession: NSObject, WKNavigationDelegate {
  let webView: WKWebView
  private let host: WebViewHost
  private let pages: LocalPages?
  private let location: PageLocation
  private let app: SimulatedApp
  private var loading: CheckedContinuation<Void, any Error>?
  /// Whether a page is on its way.
  private var isUnderWay = false
  private var failure: PageError?
  #if os(Linux)
  private var window: WebViewWindow?
  #else
  private var window: PageWindow?
  #endif

  /// A page that is not loaded yet.
  /// - Parameters:
  ///   - app: the app around it, which is told when it is there.
  ///   - configure: makes the bridge's dialects; given where the page's cookies are.
  init(
    _ location: PageLocation, bridge: Bridge, app: SimulatedApp, showsConsole: Bool,
    configure: (WKHTTPCookieStore) throws -> Void
  ) rethrows {
    self.location = location
    self.app = app
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    pages = location.root.map(LocalPages.init)
    if let pages { configuration.setURLSchemeHandler(pages, forURLScheme: PageLocation.scheme) }
    try configure(configuration.websiteDataStore.httpCookieStore)
    host = WebViewHost(bridge: bridge)
    // First, so that what the bridges' own scripts write to the console is told as well.
    if showsConsole { ConsoleReporter.attach(to: configuration.userContentController) }
    host.attach(to: configuration)
    configuration.userContentController.addUserScript(
      WKUserScript(
        source: PageScript(PackageResources.run_js, function: "scriptRunner", takesRuntime: false).standalone,
        injectionTime: .atDocumentStart, forMainFrameOnly: true))
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 1100, height: 760), configuration: configuration)
    super.init()
    webView.navigationDelegate = self
  }

  // MARK: Steps

  /// Shows the page in a window, which a snapshot needs too.
  func show(onClose: @escaping () -> Void = {}) {
    let title = "Causeway: \(location.url.absoluteString)"
    #if os(Linux)
    let window = WebViewWindow(webView, title: title, width: 1100, height: 760)
    #else
    let window = PageWindow(webView, title: title)
    #endif
    window.onClose = onClose
    self.window = window
  }

  /// Loads the page and waits until it is there: the last one, where pages lead on to others as they load.
  func load() async throws {
    try await app.prepare()
    isUnderWay = true
    webView.load(URLRequest(url: location.url))
    try await waitForLoad()
    for _ in 0..<Self.maximumRedirections {
      // A page that leads on does so by the next turn of its loop, and the engine asks once more whether it may; each
      // of these calls arrives after what the page's process said before. One that breaks off says that a page is
      // coming.
      for _ in 0..<3 where !isUnderWay {
        _ = try? await webView.callAsyncJavaScript(
          "await new Promise((resolve) => setTimeout(resolve, 0))", contentWorld: .defaultClient)
      }
      guard isUnderWay else { return }
      try await waitForLoad()
    }
  }

  /// How many pages may lead on to another before the one that is there is taken.
  private static let maximumRedirections = 20

  private func waitForLoad() async throws {
    if isUnderWay { try await withCheckedThrowingContinuation { loading = $0 } }
    if let failure { throw failure }
  }

  /// How a script ended.
  enum ScriptResult {
    /// Its value as JSON, or the word `undefined`.
    case value(String)
    /// What it threw, as JSON.
    case rejection(String)
  }

  /// Runs a text as the body of an asynchronous function in the page.
  func run(_ script: String) async throws -> ScriptResult {
    let text: Any?
    do {
      text = try await webView.callAsyncJavaScript(
        "return await window.__causewayRun(async () => {\n\(script)\n});", contentWorld: .page)
    } catch {
      if let failure { throw failure }
      let message =
        ((error as NSError).userInfo["WKJavaScriptExceptionMessage"] as? String) ?? error.localizedDescription
      return .rejection(Self.reason(message).json)
    }
    guard let text = text as? String else { return .rejection(#"{"name":"ScriptError","message":"no result"}"#) }
    return text.hasPrefix("v") ? .value(String(text.dropFirst())) : .rejection(String(text.dropFirst()))
  }

  /// An exception's text, such as `SyntaxError: …`, in the form in which rejections are written.
  private static func reason(_ text: String) -> JSONValue {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].hasSuffix("Error"), !parts[0].contains(" ") else {
      return ["name": "ScriptError", "message": .string(text)]
    }
    return ["name": .string(parts[0]), "message": .string(parts[1])]
  }

  /// Writes what the page looks like as PNG.
  func takeSnapshot(to path: String) async throws {
    #if os(Linux)
    let image = try await webView.takeSnapshot(configuration: nil)
    guard let png = image.pngData() else { throw PageError("the page could not be drawn") }
    do throws(OutputFileError) {
      let file = try PrivateOutput.open(path)
      do {
        try file.write(contentsOf: png)
      } catch {
        throw OutputFileError.refused(error.localizedDescription)
      }
    } catch {
      throw PageError("\(path): the picture cannot be written: \(error)")
    }
    #else
    throw PageError("--screenshot is for Linux; on macOS the system takes pictures of windows")
    #endif
  }

  /// Lets the app around the page come to its end.
  func end() async {
    await app.end()
  }

  // MARK: Navigation

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
  ) {
    let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
    if navigationResponse.isForMainFrame, status >= 400, isUnderWay {
      failure = PageError("\(location.url.absoluteString): the server answered \(status)")
    }
    decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    isUnderWay = true
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    if isUnderWay, webView.url?.absoluteString == "about:blank" {
      // What the engine does with a port that no page may use, without a word.
      failure = failure ?? PageError("\(location.url.absoluteString): the engine refused to load it")
    }
    Task { await tellPage() }
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

  /// Tells a page of GBGBridge what its app tells it then. Others have nobody to hear it.
  private func tellPage() async {
    let listens = "return typeof window.GBGBridge?.receive === 'function'"
    // A page that is gone by then is told nothing.
    let isListening = try? await webView.callAsyncJavaScript(listens, contentWorld: .page) as? Bool
    if isListening == true { app.pageDidLoad() }
  }

  private func fail(_ error: any Error) {
    if (error as NSError).code == NSURLErrorCancelled {
      // Another page came before this one was there, or the page stopped itself and is what it is.
      if !webView.isLoading { finish() }
      return
    }
    failure = PageError("\(location.url.absoluteString): \(error.localizedDescription)")
    finish()
  }

  private func finish() {
    isUnderWay = false
    loading?.resume()
    loading = nil
  }
}
