import WebTestSupport
import XCTest

@testable import WebKit

/// The cases in which WebKit stops a task of a scheme handler, and the cases in which it does not.
@MainActor final class SchemeStopTests: XCTestCase {
  private let server = SchemeServer()

  private func browser() async throws -> Browser {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    try await browser.open("<body>")
    return browser
  }

  private func fetch(_ browser: Browser) async throws -> any WKURLSchemeTask {
    try await browser.run(
      """
      window.controller = new AbortController();
      window.answer = fetch("app://host/", { signal: controller.signal });
      answer.catch(() => {});
      """)
    return try await server.started.next()
  }

  private func assertStopped(_ task: any WKURLSchemeTask, line: UInt = #line) async throws {
    let stopped = try await server.stopped.next()
    XCTAssertTrue(task === stopped, line: line)
    let misuse = URLSchemeTask.misuse
    defer { URLSchemeTask.misuse = misuse }
    var mistakes: [String] = []
    URLSchemeTask.misuse = { mistakes.append($0) }
    task.respond()
    task.didReceive(Data())
    task.didFinish()
    task.didFailWithError(URLError(.cancelled))
    XCTAssertEqual(mistakes, Array(repeating: "This task has already been stopped", count: 4), line: line)
    XCTAssertTrue(server.stopped.isEmpty, line: line)
  }

  func testAFetchThatIsAbortedBeforeTheResponseStopsTheTask() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    try await browser.run("controller.abort()")
    try await assertStopped(task)
  }

  func testAFetchThatIsAbortedBetweenTwoPartsStopsTheTask() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    task.respond()
    task.didReceive(Data("part".utf8))
    try await browser.run("await answer; controller.abort()")
    try await assertStopped(task)
  }

  func testCancellingTheReaderOfTheBodyStopsTheTask() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    task.respond()
    task.didReceive(Data("part".utf8))
    try await browser.run("await (await answer).body.cancel()")
    try await assertStopped(task)
  }

  func testAnAbortedXMLHttpRequestStopsTheTask() async throws {
    let browser = try await browser()
    try await browser.run(
      "window.request = new XMLHttpRequest(); request.open('GET', 'app://host/'); request.send()")
    let task = try await server.started.next()
    try await browser.run("request.abort()")
    try await assertStopped(task)
  }

  func testLeavingThePageStopsTheTask() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    try await browser.open("<p>", at: "test://other.example/")
    try await assertStopped(task)
  }

  func testRemovingASubFrameStopsTheTask() async throws {
    let browser = try await browser()
    try await browser.run(
      "const frame = document.createElement('iframe'); frame.src = 'app://host/'; document.body.append(frame)")
    let task = try await server.started.next()
    try await browser.run("document.querySelector('iframe').remove()")
    try await assertStopped(task)
  }

  func testStoppingANavigationStopsTheTask() async throws {
    for url in ["app://host/", "app://other.host/"] {
      let browser = try await browser()
      browser.webView.load(URLRequest(url: URL(string: url)!))
      let task = try await server.started.next()
      browser.webView.stopLoading()
      try await assertStopped(task)
    }
  }

  func testStoppingANavigationWithinASiteStopsTheTask() async throws {
    let browser = try await browser()
    server.answer = { $0.answer(200, ["Content-Type": "text/html"], Data("<p>".utf8)) }
    try await browser.load("app://host/")
    server.answer = nil
    browser.webView.load(URLRequest(url: URL(string: "app://host/next")!))
    let task = try await server.started.next()
    browser.webView.stopLoading()
    try await assertStopped(task)
  }

  func testAnotherNavigationStopsTheTask() async throws {
    let browser = try await browser()
    browser.webView.load(URLRequest(url: URL(string: "app://host/")!))
    let task = try await server.started.next()
    browser.webView.load(URLRequest(url: URL(string: "app://host/next")!))
    let next = try await server.started.next()
    try await assertStopped(task)
    next.answer(200, ["Content-Type": "text/html"], Data("<title>Next</title>".utf8))
    try await eventually("the next page is here") { browser.webView.title == "Next" }
  }

  func testTheEndOfTheWebProcessStopsTheTask() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    let terminated = Mailbox<Void>()
    browser.onTermination = { terminated.put(()) }
    browser.webView.terminateWebProcess()
    try await terminated.next()
    try await assertStopped(task)
  }

  func testReleasingTheWebViewStopsNoTaskAndLaterAnswersAreIgnored() async throws {
    let task: any WKURLSchemeTask
    weak var webView: WKWebView?
    do {
      let browser = try await browser()
      webView = browser.webView
      task = try await fetch(browser)
    }
    try await eventually("the web view is gone") { webView == nil }
    XCTAssertTrue(server.stopped.isEmpty)
    task.respond()
    task.didReceive(Data("late".utf8))
    task.didFinish()
  }

  func testACompleteTaskIsNotStopped() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    task.respond()
    task.didReceive(Data(count: 16 << 20))
    task.didFinish()
    try await browser.run("await answer; controller.abort()")
    try await browser.open("<p>")
    XCTAssertTrue(server.stopped.isEmpty)
  }
}
