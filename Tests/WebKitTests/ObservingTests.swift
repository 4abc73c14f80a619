import WebKit
import WebTestSupport
import XCTest

/// Key-value observing with Apple's Swift API.
@MainActor final class ObservingTests: XCTestCase {
  private final class AppWebView: WKWebView {
    var note = ""
  }

  private let page = "<title>first</title><body>"

  func testALoadIsObservedInOrderAndWithoutRepetition() async throws {
    let browser = Browser()
    let view = browser.webView
    var events: [String] = []
    var progress: [Double] = []
    let observations = [
      view.observe(\.isLoading, options: [.new]) { _, change in events.append("loading \(change.newValue!)") },
      view.observe(\.url, options: [.new]) { _, change in events.append("url \(change.newValue!?.path ?? "nil")") },
      view.observe(\.title, options: [.new]) { _, change in events.append("title \(change.newValue!!)") },
      view.observe(\.estimatedProgress, options: [.new]) { _, change in progress.append(change.newValue!) },
    ]
    try await browser.open(page, at: "test://page.example/a")
    try await eventually("the title") { view.title == "first" }
    XCTAssertEqual(Array(events.prefix(2)), ["loading true", "url /a"])
    XCTAssertEqual(Set(events), ["loading true", "url /a", "title first", "loading false"])
    XCTAssertEqual(events.count, 4)
    XCTAssertEqual(progress, progress.sorted())
    XCTAssertEqual(progress.last, 1)
    for observation in observations { observation.invalidate() }
  }

  func testTheHistoryIsObserved() async throws {
    let browser = Browser()
    let view = browser.webView
    var back: [Bool] = []
    var forward: [Bool] = []
    let observations = [
      view.observe(\.canGoBack, options: [.new]) { _, change in back.append(change.newValue!) },
      view.observe(\.canGoForward, options: [.new]) { _, change in forward.append(change.newValue!) },
    ]
    try await browser.open(page, at: "test://page.example/a")
    try await browser.open(page, at: "test://page.example/b")
    view.goBack()
    try await eventually("the earlier page is shown again") { view.url?.path == "/a" && !view.isLoading }
    XCTAssertEqual(back, [true, false])
    XCTAssertEqual(forward, [true])
    withExtendedLifetime(observations) {}
  }

  func testEachOptionDeliversItsValues() async throws {
    let browser = Browser()
    try await browser.open(page, at: "test://page.example/a")
    var changes: [NSKeyValueObservedChange<URL?>] = []
    let options: [NSKeyValueObservingOptions] = [[], .new, .old, [.new, .old, .initial], [.prior, .old]]
    let observations = options.map { option in
      browser.webView.observe(\.url, options: option) { _, change in changes.append(change) }
    }
    XCTAssertEqual(changes.map { $0.newValue??.path }, ["/a"])
    XCTAssertEqual(changes.map { $0.oldValue??.path }, [nil])
    changes = []
    try await browser.run("history.pushState(null, '', '/b')")
    try await eventually("all calls") { changes.count == 6 }
    XCTAssertEqual(changes.map { $0.newValue??.path }, [nil, "/b", nil, "/b", nil, nil])
    XCTAssertEqual(changes.map { $0.oldValue??.path }, [nil, nil, "/a", "/a", "/a", "/a"])
    XCTAssertEqual(changes.map(\.isPrior), [false, false, false, false, true, false])
    XCTAssertEqual(Set(changes.map(\.kind)), [.setting])
    withExtendedLifetime(observations) {}
  }

  func testAnObservationEndsWhenItIsReleasedOrInvalidated() async throws {
    let browser = Browser()
    var calls: [String] = []
    var kept: NSKeyValueObservation? = browser.webView.observe(\.url) { _, _ in calls.append("kept") }
    let invalidated = browser.webView.observe(\.url) { _, _ in calls.append("invalidated") }
    _ = browser.webView.observe(\.url) { _, _ in calls.append("dropped") }
    let last = browser.webView.observe(\.url) { _, _ in calls.append("last") }
    invalidated.invalidate()
    invalidated.invalidate()
    try await browser.open(page, at: "test://page.example/a")
    XCTAssertEqual(calls, ["kept", "last"])
    kept = nil
    XCTAssertNil(kept)
    try await browser.open(page, at: "test://page.example/b")
    XCTAssertEqual(calls, ["kept", "last", "last"])
    withExtendedLifetime(last) {}
  }

  func testAnObserverMayEndAnother() async throws {
    let browser = Browser()
    var calls: [String] = []
    var second: NSKeyValueObservation?
    let first = browser.webView.observe(\.url) { _, _ in
      calls.append("first")
      second?.invalidate()
    }
    second = browser.webView.observe(\.url) { _, _ in calls.append("second") }
    try await browser.open(page, at: "test://page.example/a")
    XCTAssertEqual(calls, ["first"])
    withExtendedLifetime(first) {}
  }

  func testTheObserverOfASubclassGetsTheSubclass() async throws {
    let view = AppWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let observation = view.observe(\.title, options: .new) { view, change in view.note = (change.newValue ?? nil) ?? ""
    }
    view.loadHTMLString("<title>mine</title>", baseURL: nil)
    try await eventually("the title") { view.note == "mine" }
    withExtendedLifetime(observation) {}
  }

  func testAnObservationDoesNotRetainTheWebView() async throws {
    weak var view: WKWebView?
    var observation: NSKeyValueObservation?
    do {
      let own = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
      observation = own.observe(\.title) { _, _ in }
      view = own
    }
    try await eventually("the web view is released") { view == nil }
    observation?.invalidate()
  }
}
