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
    // A world of their own: pages see neither the script nor the handler.
    let content = configuration.userContentController
    content.addUserScript(
      WKUserScript(
        source: String(decoding: PackageResources.reader_js, as: UTF8.self), injectionTime: .atDocumentEnd,
        forMainFrameOnly: true, in: .browser))
    content.addScriptMessageHandler(self, contentWorld: .browser, name: "browser")
    watchCookies()
  }

  // MARK: Windows

  /// Shows a browser in a window until the user or its page closes it. The program ends with the last window.
  @discardableResult func show(_ browser: Browser) -> Browser {
    windows.append(browser)
    browser.openWindow { [weak self, weak browser] in
      // Later: the window is still in the middle of telling.
      Task { if let browser { self?.close(browser) } }
    }
    return browser
  }

  func close(_ browser: Browser) {
    windows.removeAll { $0 === browser }
    if windows.isEmpty { GLibMainLoop.stop() }
  }

  /// A picture of a page as a PNG file, without any window.
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
  /// Where the app's own script runs.
  @MainActor static let browser = WKContentWorld.world(name: "browser")
}

extension App: WKScriptMessageHandlerWithReply {
  /// `reader.js` posts; what this returns settles its promise.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    guard let browser = windows.first(where: { $0.webView === message.webView }),
      let body = message.body as? [String: Any]
    else { return (nil, "This page is in no window") }
    switch body["kind"] as? String {
    case "read":
      browser.note("message", "words: \(body["words"] ?? 0), links: \(body["links"] ?? 0)", at: "reader.js")
      // Only the start page gets to know what the app sees.
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
