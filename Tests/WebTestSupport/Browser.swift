import Foundation
import WebKit

/// A web view that a test drives: loads are awaited, scripts are asynchronous function bodies.
@MainActor public final class Browser: NSObject, WKNavigationDelegate {
  /// The web view.
  public let webView: WKWebView
  /// The pages.
  public let site: TestSite
  private var loading: CheckedContinuation<Void, any Error>?
  private var terminated: CheckedContinuation<Void, Never>?
  /// Called when the web content process is gone.
  public var onTermination: (() -> Void)?

  /// A web view on a site of its own, with data of its own.
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
    try await withCheckedThrowingContinuation { continuation in
      loading = continuation
      webView.load(URLRequest(url: url))
    }
  }

  /// Shows a page that comes from the app, as if from a URL: for pages that need a secure origin.
  public func load(html: String, at url: String) async throws {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    try await withCheckedThrowingContinuation { continuation in
      loading = continuation
      webView.loadHTMLString(html, baseURL: url)
    }
  }

  /// Writes a page to a file of its own and loads that.
  public func open(file html: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data(html.utf8).write(to: file)
    try await withCheckedThrowingContinuation { continuation in
      loading = continuation
      webView.loadFileURL(file, allowingReadAccessTo: folder)
    }
  }

  /// Runs the body of an asynchronous function in the page and gives its value.
  @discardableResult
  public func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
    try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
  }

  /// The value of a script as JSON text; `undefined` for none.
  public func json(_ body: String) async throws -> String {
    let text = try await run(
      "const v = await (async () => {\n\(body)\n})(); return v === undefined ? 'undefined' : JSON.stringify(v);")
    return text as? String ?? "?"
  }

  // MARK: Navigation

  /// Ends the load that a test waits for.
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    loading?.resume()
    loading = nil
  }

  /// Fails it.
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    loading?.resume(throwing: error)
    loading = nil
  }

  /// Fails it.
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    loading?.resume(throwing: error)
    loading = nil
  }

  /// Fails it, and tells the test.
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    onTermination?()
    loading?.resume(throwing: URLError(.networkConnectionLost))
    loading = nil
  }
}
