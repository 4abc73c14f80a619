import WebKit
import WebTestSupport
import XCTest

/// The preferences that the delegate chooses for the page of one navigation.
@MainActor final class NavigationPreferencesTests: XCTestCase {
  /// A delegate that disables JavaScript in pages whose path begins with `/quiet`.
  @MainActor private class Delegate: NSObject {
    let finished = Mailbox<Bool>()
    private(set) var defaults: [Bool] = []

    func preferences(_ action: WKNavigationAction, _ preferences: WKWebpagePreferences) -> WKWebpagePreferences {
      defaults.append(preferences.allowsContentJavaScript)
      let url = action.request.url?.absoluteString ?? ""
      preferences.allowsContentJavaScript = !url.contains("quiet")
      return preferences
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.put(true) }
    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { finished.put(false) }
  }

  private final class HandlerDelegate: Delegate, WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
      decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
      decisionHandler(.allow, self.preferences(navigationAction, preferences))
    }
  }

  private final class AsyncDelegate: Delegate, WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
      (.allow, self.preferences(navigationAction, preferences))
    }

    /// WebKit does not call this method, because the delegate also has the method with preferences.
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy { .cancel }
  }

  private let page = "<script>document.title = 'ran'</script><button id=b onclick=\"document.title = 'ran'\">"

  private func browser(_ delegate: Delegate & WKNavigationDelegate) -> Browser {
    let browser = Browser()
    browser.webView.navigationDelegate = delegate
    for path in ["loud", "quiet"] { browser.site["test://page.example/\(path)"] = page }
    return browser
  }

  private func load(_ path: String, in browser: Browser, _ delegate: Delegate & WKNavigationDelegate) async throws
    -> String?
  {
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: "test://page.example/\(path)"))))
    _ = try await delegate.finished.next()
    return try await browser.webView.evaluateJavaScript("b.click(); document.title") as? String
  }

  private func assertDecides(_ delegate: Delegate & WKNavigationDelegate) async throws {
    let browser = browser(delegate)
    let first = try await load("quiet", in: browser, delegate)
    XCTAssertEqual(first, "")
    let second = try await load("loud", in: browser, delegate)
    XCTAssertEqual(second, "ran")
    let third = try await load("quiet", in: browser, delegate)
    XCTAssertEqual(third, "")
    XCTAssertEqual(delegate.defaults, [true, true, true])
  }

  func testTheMethodWithAHandlerDecides() async throws {
    let delegate = HandlerDelegate()
    try await assertDecides(delegate)
  }

  func testTheAsynchronousMethodDecides() async throws {
    let delegate = AsyncDelegate()
    try await assertDecides(delegate)
  }

  func testThePreferencesApplyToLoadedHTMLStrings() async throws {
    let delegate = HandlerDelegate()
    let browser = browser(delegate)
    for (path, title) in [("quiet", ""), ("loud", "ran"), ("quiet", "")] {
      browser.webView.loadHTMLString(page, baseURL: URL(string: "https://app.example/\(path)"))
      _ = try await delegate.finished.next()
      let shown = try await browser.webView.evaluateJavaScript("b.click(); document.title") as? String
      XCTAssertEqual(shown, title)
    }
  }

  func testThePreferencesForAFrameDoNotApplyToThePage() async throws {
    let delegate = HandlerDelegate()
    let browser = browser(delegate)
    browser.site["test://page.example/loud"] = page + "<iframe src='/quiet'></iframe>"
    let title = try await load("loud", in: browser, delegate)
    XCTAssertEqual(title, "ran")
  }

  func testAFailedNavigationKeepsThePreferencesOfThePage() async throws {
    let delegate = HandlerDelegate()
    let browser = browser(delegate)
    _ = try await load("loud", in: browser, delegate)
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: "test://page.example/quiet-and-missing"))))
    let isFinished = try await delegate.finished.next()
    XCTAssertFalse(isFinished)
    let title = try await browser.webView.evaluateJavaScript(
      "document.title = ''; document.body.innerHTML = `<i id=i onclick='document.title = 1'>`; i.click(); document.title"
    )
    XCTAssertEqual(title as? String, "1")
  }
}
