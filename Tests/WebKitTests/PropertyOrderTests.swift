import WebKit
import WebTestSupport
import XCTest

/// The values of a web view's properties when the navigation delegate is called, as in Apple's WebKit.
@MainActor final class PropertyOrderTests: XCTestCase {
  /// A delegate that records the values of the properties.
  private final class Recorder: NSObject, WKNavigationDelegate {
    let ends = Mailbox<[String]>()
    private var values: [String] = []

    private func add(_ event: String, _ view: WKWebView) {
      let path = view.url?.path ?? "nil"
      let isDone = view.estimatedProgress == 1
      values.append("\(event) \(path) '\(view.title ?? "nil")' \(view.isLoading) \(isDone) \(view.canGoBack)")
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      add("start", webView)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { add("commit", webView) }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      add("finish", webView)
      ends.put(values)
      values = []
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      add("fail", webView)
      ends.put(values)
      values = []
    }
  }

  private let recorder = Recorder()

  private func browser() -> Browser {
    let browser = Browser()
    browser.webView.navigationDelegate = recorder
    return browser
  }

  private func load(_ url: String, _ html: String?, in browser: Browser) async throws -> [String] {
    browser.site[url] = html
    browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: url))))
    return try await recorder.ends.next()
  }

  func testTheTitleIsKnownAtTheEndOfTheLoad() async throws {
    let browser = browser()
    for number in 0..<20 {
      let host = number.isMultiple(of: 5) ? "other.example" : "page.example"
      let seen = try await load("test://\(host)/\(number)", "<title>page \(number)</title><p>text", in: browser)
      let before = number == 0 ? "" : "page \(number - 1)"
      XCTAssertEqual(
        seen,
        [
          "start /\(number) '\(before)' true false \(number > 1)",
          "commit /\(number) '' true false \(number > 0)",
          "finish /\(number) 'page \(number)' false true \(number > 0)",
        ])
    }
  }

  func testAPageWithoutATitleHasAnEmptyTitleAtTheEndOfTheLoad() async throws {
    let browser = browser()
    _ = try await load("test://page.example/a", "<title>first</title>", in: browser)
    let seen = try await load("test://page.example/b", "<p>text", in: browser)
    XCTAssertEqual(seen.last, "finish /b '' false true true")
  }

  func testAnElementNamedTitleDoesNotStopTheEndOfTheLoad() async throws {
    let browser = browser()
    let seen = try await load("test://page.example/a", "<img name=title>", in: browser)
    XCTAssertEqual(seen.last, "finish /a '' false true false")
  }

  func testABusyPageDoesNotStopTheEndOfTheLoad() async throws {
    let browser = browser()
    let script = "onload = () => setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); })"
    let start = ContinuousClock.now
    let seen = try await load("test://page.example/a", "<script>\(script)</script>", in: browser)
    XCTAssertEqual(seen.last, "finish /a '' false true false")
    XCTAssertLessThan(ContinuousClock.now - start, .milliseconds(2_900))
  }

  func testTheTitleStaysWhenANavigationFails() async throws {
    let browser = browser()
    _ = try await load("test://page.example/a", "<title>first</title>", in: browser)
    let seen = try await load("test://page.example/missing", nil, in: browser)
    XCTAssertEqual(seen.last?.hasPrefix("fail /a 'first' false "), true, "\(seen)")
  }

  func testTheEndOfALoadComesBeforeTheNextNavigation() async throws {
    let browser = browser()
    browser.site["test://page.example/b"] = "<title>second</title>"
    let first = try await load(
      "test://page.example/a", "<title>first</title><script>onload = () => { location = '/b' }</script>", in: browser)
    let second = try await recorder.ends.next()
    let events = (first + second).map { String($0.prefix { $0 != "'" }) }
    XCTAssertEqual(events.last, "finish /b ")
    XCTAssertEqual(events.filter { $0.hasPrefix("finish") }.count, 2, "\(events)")
  }
}
