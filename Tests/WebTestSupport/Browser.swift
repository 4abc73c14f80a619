import Foundation
import WebKit

/// A web view that a test drives. The test awaits each load, and runs scripts as bodies of asynchronous functions.
@MainActor public final class Browser: NSObject, WKNavigationDelegate {
  /// The web view that shows the test's pages.
  public let webView: WKWebView
  /// The site that serves the test's pages.
  public let site: TestSite
  private var endLoad: (@MainActor (Result<Void, any Error>) -> Void)?
  /// The closure that is called when the web content process has ended.
  public var onTermination: (() -> Void)?

  /// Creates a web view with its own site and a non-persistent data store.
  public init(_ configure: (WKWebViewConfiguration) -> Void = { _ in }) {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    site = TestSite()
    configuration.setURLSchemeHandler(site, forURLScheme: TestSite.scheme)
    configure(configuration)
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    super.init()
    webView.navigationDelegate = self
  }

  /// Serves a page at a URL and loads it.
  public func open(_ html: String, at url: String = "test://page.example/") async throws {
    site[url] = html
    try await load(url)
  }

  /// Loads a URL of the site.
  public func load(_ url: String) async throws {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    try await load(url) { webView.load(URLRequest(url: url)) }
  }

  /// Shows `html` as if it came from `url`, for pages that need a secure origin.
  public func load(html: String, at url: String) async throws {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    try await load(url) { webView.loadHTMLString(html, baseURL: url) }
  }

  /// Writes a page to a temporary file and loads the file.
  public func open(file html: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data(html.utf8).write(to: file)
    try await load(file) { webView.loadFileURL(file, allowingReadAccessTo: folder) }
  }

  /// Calls `start`, which starts a load, and returns when the load has ended.
  private func load(_ url: URL, start: () -> Void) async throws {
    try await within("the load of \(url)") { (end: @escaping @MainActor (Result<Void, any Error>) -> Void) in
      endLoad = end
      start()
    }
  }

  /// Runs `body` as the body of an asynchronous function in the page, and returns the function's value.
  @discardableResult
  public func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
    let result = ScriptResult()
    // `nonisolated(unsafe)` is safe here, because the arguments stay on the main actor.
    nonisolated(unsafe) let arguments = arguments
    try await within("the script \(body.prefix(500))") { [self] in
      result.value = try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
    }
    return result.value
  }

  /// Returns the value of a script as JSON text, or `undefined` if the script returns nothing.
  public func json(_ body: String) async throws -> String {
    let text = try await run(
      "const v = await (async () => {\n\(body)\n})(); return v === undefined ? 'undefined' : JSON.stringify(v);")
    return text as? String ?? "?"
  }

  // MARK: Navigation

  /// Resumes the test that waits for the load.
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    finishLoad(.success(()))
  }

  /// Makes the pending load throw the error.
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    finishLoad(.failure(error))
  }

  /// Makes the pending load throw the error.
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    finishLoad(.failure(error))
  }

  /// Makes the pending load throw, and calls ``onTermination``.
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    onTermination?()
    finishLoad(.failure(URLError(.networkConnectionLost)))
  }

  private func finishLoad(_ result: Result<Void, any Error>) {
    endLoad?(result)
    endLoad = nil
  }
}

/// The value of a script, which need not be sendable.
@MainActor private final class ScriptResult {
  var value: Any?
}
