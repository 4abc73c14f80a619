import WebKit

/// The program: the configuration that all web views share, and the windows.
@MainActor final class App: NSObject {
  let configuration = WKWebViewConfiguration()
  private var windows: [Browser] = []

  override init() {
    super.init()
    configuration.applicationNameForUserAgent = "BrowserExample/1"
    configuration.websiteDataStore = .nonPersistent()
    configuration.setURLSchemeHandler(StartPage(), forURLScheme: StartPage.scheme)
    // The script and its handler are in a separate script world, so pages see neither of them.
    let content = configuration.userContentController
    content.addUserScript(
      WKUserScript(
        source: String(decoding: PackageResources.reader_js, as: UTF8.self), injectionTime: .atDocumentEnd,
        forMainFrameOnly: true, in: .browser))
    content.addScriptMessageHandler(self, contentWorld: .browser, name: "browser")
    watchCookies()
  }

  // MARK: Windows

  /// Shows a browser in a window until the user or the page closes the window. The program ends with the last window.
  @discardableResult func show(_ browser: Browser) -> Browser {
    windows.append(browser)
    browser.openWindow { [weak self, weak browser] in
      // The window still runs this callback, so close it in a later turn of the main loop.
      Task { if let browser { self?.close(browser) } }
    }
    return browser
  }

  func close(_ browser: Browser) {
    windows.removeAll { $0 === browser }
    if windows.isEmpty { GLibMainLoop.stop() }
  }

  /// Returns a snapshot of a page as PNG, without a window.
  func picture(of url: URL) async throws -> Data {
    let browser = Browser(self, configuration)
    windows = [browser]
    try await browser.open(url)
    let picture = try await browser.webView.takeSnapshot(configuration: nil)
    guard let data = picture.pngData() else { throw CocoaError(.fileWriteUnknown) }
    return data
  }
}

// MARK: Messages

extension WKContentWorld {
  /// The script world in which the app's own script runs, separate from the scripts of pages.
  @MainActor static let browser = WKContentWorld.world(name: "browser")
}

extension App: WKScriptMessageHandlerWithReply {
  /// Handles the messages of `reader.js`. The returned value settles the script's promise.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    guard let browser = windows.first(where: { $0.webView === message.webView }),
      let body = message.body as? [String: Any]
    else { return (nil, "The page has no window, or the message is not an object") }
    switch body["kind"] as? String {
    case "read":
      browser.note("message", "words: \(body["words"] ?? 0), links: \(body["links"] ?? 0)", at: "reader.js")
      // Only the start page may get the report.
      return (message.frameInfo.securityOrigin.protocol == StartPage.scheme ? browser.report : nil, nil)
    case "find":
      return (await browser.find(body["text"] as? String ?? ""), nil)
    case "go":
      browser.go(by: body["by"] as? Int ?? 0)
      return (nil, nil)
    default:
      return (nil, "Unknown message")
    }
  }
}

// MARK: Cookies

extension App: WKHTTPCookieStoreObserver {
  private func watchCookies() {
    let store = configuration.websiteDataStore.httpCookieStore
    store.add(self)
    let cookie = HTTPCookie(properties: [.name: "taste", .value: "ginger", .domain: "example.org", .path: "/"])
    if let cookie { store.setCookie(cookie) }
  }

  func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
    Task {
      let names = await cookieStore.allCookies().map { "\($0.name) of \($0.domain)" }
      for browser in windows { browser.note("cookies", names.joined(separator: ", "), at: "cookiesDidChange") }
    }
  }
}
