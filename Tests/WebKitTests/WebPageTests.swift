import Observation
import WebKit
import WebTestSupport
import XCTest

/// A page's state and its observation, its scripts and its history.
@MainActor final class WebPageTests: XCTestCase {
  /// A recorder of the changes of a property. Like observation code in an app, the recorder is notified of one change
  /// and then observes again.
  @MainActor private final class Changes<Value> {
    private(set) var values: [Value] = []

    init(_ read: @escaping @MainActor () -> Value) {
      observe(read)
    }

    private func observe(_ read: @escaping @MainActor () -> Value) {
      let value = withObservationTracking {
        read()
      } onChange: { [weak self] in
        MainActor.assumeIsolated { self?.observe(read) }
      }
      values.append(value)
    }
  }

  func testTheStateIsObserved() async throws {
    let server = try HTTPServer(["/a": .page("<title>first</title>"), "/b": .page("<title>second</title>")])
    let page = WebPage.make()
    let titles = Changes { page.title }
    let urls = Changes { page.url?.path }
    let loading = Changes { page.isLoading }
    let progress = Changes { page.estimatedProgress }
    let histories = Changes { page.backForwardList.backList.count }
    for path in ["/a", "/b"] { _ = try await outcome(page.load(server.url(path))) }
    try await eventually("the title") { page.title == "second" && !page.isLoading }
    XCTAssertEqual(titles.values.filter { !$0.isEmpty }, ["first", "second"])
    XCTAssertEqual(urls.values, [nil, "/a", "/b"])
    XCTAssertEqual(loading.values, [false, true, false, true, false])
    XCTAssertEqual(progress.values.last, 1)
    XCTAssertGreaterThan(progress.values.count, 2)
    XCTAssertEqual(histories.values.last, 1)
  }

  func testScriptsTakeArgumentsAndGiveResultsAndExceptions() async throws {
    let page = WebPage.make()
    _ = try await outcome(page.load(html: "<title>page</title>"))
    let sum = try await page.callJavaScript(
      "return Promise.resolve({ sum: a + b.length, title: document.title })", arguments: ["a": 1, "b": [1, 2]])
    let result = try XCTUnwrap(sum as? [String: Any])
    XCTAssertEqual(result["sum"] as? Int, 3)
    XCTAssertEqual(result["title"] as? String, "page")
    let nothing = try await page.callJavaScript("return undefined")
    XCTAssertNil(nothing)
    await assertError(.javaScriptExceptionOccurred, "no way") {
      try await page.callJavaScript("throw new Error('no way')")
    }
  }

  func testScriptsRunInThePagesWorldUnlessAnotherIsNamed() async throws {
    let page = WebPage.make()
    _ = try await outcome(page.load(html: "<script>own = 1</script>"))
    let own = try await page.callJavaScript("return typeof own") as? String
    XCTAssertEqual(own, "number")
    let other = try await page.callJavaScript("return typeof own", contentWorld: .defaultClient) as? String
    XCTAssertEqual(other, "undefined")
  }

  func testEachItemOfTheHistoryHasItsOwnIdentity() async throws {
    let server = try HTTPServer(["/a": .redirect("/b"), "/b": .page("<title>b</title>"), "/c": .page("c")])
    let page = WebPage.make()
    XCTAssertNil(page.backForwardList.currentItem)
    for path in ["/a", "/c", "/b"] { _ = try await outcome(page.load(server.url(path))) }
    let list = page.backForwardList
    XCTAssertEqual(list.backList.map(\.url.path), ["/b", "/c"])
    XCTAssertEqual(list.currentItem?.url.path, "/b")
    XCTAssertEqual(list.backList.first?.title, "b")
    XCTAssertEqual(list, page.backForwardList)
    XCTAssertNotEqual(list[0]?.id, list[-2]?.id)
    XCTAssertEqual(list[-1]?.url.path, "/c")
    XCTAssertNil(list[-3])
    XCTAssertNil(list[1])
    _ = try await outcome(page.load(XCTUnwrap(list[-2])))
    XCTAssertEqual(page.backForwardList.forwardList.map(\.url.path), ["/c", "/b"])
    XCTAssertEqual(page.backForwardList[2]?.id, list[0]?.id)
  }

  func testTheConfigurationReachesThePage() async throws {
    let controller = WKUserContentController()
    controller.addUserScript(
      WKUserScript(source: "mark = 'here'", injectionTime: .atDocumentStart, forMainFrameOnly: true))
    let page = WebPage.make {
      $0.userContentController = controller
      $0.applicationNameForUserAgent = "Tester/1.0"
      $0.defaultNavigationPreferences.allowsContentJavaScript = false
    }
    _ = try await outcome(page.load(html: "<script>own = 1</script>"))
    let text = try await page.callJavaScript("return [mark, typeof own, navigator.userAgent].join()") as? String
    XCTAssertEqual(text?.hasPrefix("here,undefined,"), true, "\(text ?? "nil")")
    XCTAssertEqual(text?.hasSuffix(" Tester/1.0"), true, "\(text ?? "nil")")
    page.customUserAgent = "Other/2.0"
    let agent = try await page.callJavaScript("return navigator.userAgent") as? String
    XCTAssertEqual(agent, "Other/2.0")
  }

  func testAPageIsShownInAWindow() async throws {
    let page = WebPage.make()
    _ = try await outcome(page.load(html: "<p>"))
    let window = WebViewWindow(page, title: "Page", width: 400, height: 300)
    try await within("the layout") {
      while try await page.callJavaScript("return innerWidth") as? Int != 400 { await Task.yield() }
    }
    withExtendedLifetime(window) {}
  }

  func testAPageIsReleasedWithItsWebView() async throws {
    weak var page: WebPage?
    weak var view: WKWebView?
    do {
      let own = WebPage.make()
      _ = try await outcome(own.load(html: "<p>"))
      let window = WebViewWindow(own, title: "Page", width: 400, height: 300)
      (page, view) = (own, window.webView)
    }
    try await eventually("the release") { page == nil && view == nil }
  }
}
