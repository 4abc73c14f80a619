import WebKit
import WebTestSupport
import XCTest

/// The calls that the navigation delegate gets, and its decisions.
@MainActor final class NavigationTests: XCTestCase {
  private final class Delegate: NSObject, WKNavigationDelegate {
    let events = Mailbox<String>()
    var refused: String?

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      guard navigationAction.request.url?.path == refused else { return .allow }
      events.put("refuse")
      return .cancel
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { events.put("start") }
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { events.put("commit") }
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { events.put("finish") }
    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      let error = error as NSError
      events.put("fail \(error.domain) \(error.code)")
    }
  }

  private let delegate = Delegate()

  private func browser() -> Browser {
    let browser = Browser()
    browser.webView.navigationDelegate = delegate
    for path in ["", "b"] { browser.site["test://page.example/\(path)"] = "<title>\(path)</title><a href='/b'>b</a>" }
    return browser
  }

  private func next(_ count: Int) async throws -> [String] {
    var events: [String] = []
    for _ in 0..<count { events.append(try await delegate.events.next()) }
    return events
  }

  private func load(_ url: String, in browser: Browser) async throws {
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: url))))
    let events = try await next(3)
    XCTAssertEqual(events, ["start", "commit", "finish"])
  }

  func testLoadingAndGoingBackAndForwardAreReported() async throws {
    let browser = browser()
    let view = browser.webView
    XCTAssertNil(view.goBack())
    try await load("test://page.example/", in: browser)
    try await load("test://page.example/b", in: browser)
    XCTAssertTrue(view.canGoBack)
    XCTAssertFalse(view.canGoForward)
    XCTAssertNotNil(view.goBack())
    let back = try await next(3)
    XCTAssertEqual(back, ["start", "commit", "finish"])
    XCTAssertEqual(view.url?.path, "/")
    XCTAssertNotNil(view.goForward())
    _ = try await next(3)
    XCTAssertEqual(view.url?.path, "/b")
    XCTAssertNotNil(view.reload())
    let reload = try await next(3)
    XCTAssertEqual(reload, ["start", "commit", "finish"])
  }

  func testTheDelegateCanRefuseANavigation() async throws {
    let browser = browser()
    try await load("test://page.example/", in: browser)
    delegate.refused = "/b"
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: "test://page.example/b"))))
    let events = try await next(1)
    XCTAssertEqual(events, ["refuse"])
    try await load("test://page.example/", in: browser)
  }

  func testALoadFromAClosedPortFails() async throws {
    let browser = browser()
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: "http://127.0.0.1:65531/"))))
    let events = try await next(2)
    XCTAssertEqual(events, ["start", "fail NSURLErrorDomain \(NSURLErrorCannotConnectToHost)"])
  }

  func testARequestThatCannotBeSentIsRefused() throws {
    var request = URLRequest(url: try XCTUnwrap(URL(string: "test://page.example/")))
    request.httpMethod = "POST"
    XCTAssertNil(browser().webView.load(request))
  }
}
