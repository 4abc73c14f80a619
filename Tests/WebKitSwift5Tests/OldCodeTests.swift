import WebKit
import XCTest

/// Code that predates Swift's concurrency and is on no actor, and tests that block the main thread while they wait.
final class OldCodeTests: XCTestCase {
  private let loader = PageLoader()

  private func load(_ html: String) {
    let loaded = expectation(description: "the page is loaded")
    loader.onFinish = { error in
      XCTAssertNil(error)
      loaded.fulfill()
    }
    loader.load(html)
    waitForExpectations(timeout: 120)
  }

  /// The code of a `main.swift` that predates Swift's concurrency.
  func testAProgramStartsItsLoopAndShowsItsWindow() throws {
    try GLibMainLoop.start()
    let window = WebViewWindow(loader.webView, title: "Old", width: 200, height: 100)
    window.onClose = {}
    XCTAssertEqual(window.title, "Old")
  }

  func testABridgeCallsThePageAndIsCalledByIt() {
    let bridge = QueueBridge(webView: loader.webView)
    let asked = XCTestExpectation(description: "the page asked")
    bridge.register("sum") { data in
      asked.fulfill()
      return (data["numbers"] as? [Int])?.reduce(0, +)
    }
    load("<script>ask('sum', { numbers: [1, 2, 3] })</script>")
    wait(for: [asked], timeout: 120)
    let answered = XCTestExpectation(description: "the page has the answer")
    bridge.call("({ answer: window.answer, half: 0.5, all: true, none: null })") { value, error in
      XCTAssertNil(error)
      let value = value as? [String: Any]
      XCTAssertEqual(value?["answer"] as? String, "6")
      XCTAssertEqual(value?["half"] as? Double, 0.5)
      XCTAssertEqual(value?["all"] as? Bool, true)
      XCTAssertEqual(value?["none"] as? NSNull, NSNull())
      answered.fulfill()
    }
    XCTAssertEqual(XCTWaiter.wait(for: [answered], timeout: 120), .completed)
    XCTAssertTrue(bridge.strays.isEmpty, "\(bridge.strays)")
  }

  func testAReleasedBridgeRemovesItsHandler() {
    var bridge: QueueBridge? = QueueBridge(webView: loader.webView)
    let isGone = { [weak bridge] in bridge == nil }
    bridge = nil
    XCTAssertTrue(isGone())
    // If the handler's name were still in use, this line would stop the program.
    bridge = QueueBridge(webView: loader.webView)
    XCTAssertNotNil(bridge)
  }

  func testADelegateWithoutAnActorDecides() {
    load("<script>window.agreed = confirm('Sure?')</script>")
    XCTAssertEqual(loader.decided, [URL(string: "https://page.example/")])
    XCTAssertEqual(loader.asked, ["Sure?"])
    loader.policy = .cancel
    loader.webView.load(URLRequest(url: URL(string: "https://other.example/")!))
    let asked = XCTNSPredicateExpectation(
      predicate: NSPredicate { loader, _ in (loader as? PageLoader)?.decided.count == 2 }, object: loader)
    wait(for: [asked], timeout: 120)
    let stayed = expectation(description: "the page is still there")
    loader.webView.evaluateJavaScript("agreed && location.href") { value, _ in
      XCTAssertEqual(value as? String, "https://page.example/")
      stayed.fulfill()
    }
    waitForExpectations(timeout: 120)
  }

  func testAnErrorIsAnNSErrorOfApplesDomain() {
    load("")
    let failed = expectation(description: "the script fails")
    loader.webView.evaluateJavaScript("missing.name") { value, error in
      XCTAssertNil(value)
      let error = error as NSError?
      XCTAssertEqual(error?.domain, WKError.errorDomain)
      XCTAssertEqual(error?.code, WKError.Code.javaScriptExceptionOccurred.rawValue)
      failed.fulfill()
    }
    waitForExpectations(timeout: 120)
  }

  func testASchemeHandlerCanAnswerOnItsOwnQueue() {
    let configuration = WKWebViewConfiguration()
    configuration.setURLSchemeHandler(
      BackgroundFiles(["/": "<title>From a queue</title><iframe src='/missing'></iframe>"]), forURLScheme: "files")
    let webView = WKWebView(frame: .zero, configuration: configuration)
    let loader = PageLoader(webView)
    let loaded = expectation(description: "the page is loaded")
    loader.onFinish = { error in
      XCTAssertNil(error)
      loaded.fulfill()
    }
    webView.load(URLRequest(url: URL(string: "files://app/")!))
    waitForExpectations(timeout: 120)
    XCTAssertEqual(webView.title, "From a queue")
  }

  // MARK: Ways to wait

  func testALoopThatRunsTheRunLoopGetsTheAnswer() {
    load("<title>Title</title>")
    var title: Any?
    loader.webView.evaluateJavaScript("document.title") { value, _ in title = value }
    let end = Date(timeIntervalSinceNow: 10)
    while title == nil, Date() < end { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01)) }
    XCTAssertEqual(title as? String, "Title")
  }

  func testAnAnswerWakesARunLoopThatWaitsWithoutATimeout() {
    load("")
    var value: Any?
    loader.webView.evaluateJavaScript("1 + 1") { result, _ in value = result }
    while value == nil, RunLoop.current.run(mode: .default, before: .distantFuture) {}
    XCTAssertEqual(value as? Int, 2)
  }

  func testAPredicateExpectationIsFulfilled() {
    loader.load("<title>Title</title>")
    let titled = XCTNSPredicateExpectation(
      predicate: NSPredicate { view, _ in (view as? WKWebView)?.title == "Title" }, object: loader.webView)
    wait(for: [titled], timeout: 120)
  }

  func testAQueueThatBlocksGetsItsAnswer() {
    load("")
    let answered = expectation(description: "the other queue has its answer")
    let webView = loader.webView
    DispatchQueue.global().async {
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { webView.evaluateJavaScript("3") { _, _ in semaphore.signal() } }
      if semaphore.wait(timeout: .now() + 120) == .success { answered.fulfill() }
    }
    waitForExpectations(timeout: 120)
  }

  func testAScriptThatIsDispatchedLaterRuns() {
    load("")
    let ran = expectation(description: "the later script has run")
    let webView = loader.webView
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.02) {
      webView.evaluateJavaScript("'later'") { value, _ in
        if value as? String == "later" { ran.fulfill() }
      }
    }
    waitForExpectations(timeout: 120)
  }
}
