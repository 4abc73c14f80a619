import Causeway
import WebKit
import WebTestSupport
import XCTest

/// Pages that go away and frames that move while the app handles their requests.
@MainActor final class MidRequestTests: XCTestCase {
  private let stubborn = Stubborn()
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ html: String = "<body>") async throws -> CausewayPage {
    let page = CausewayPage([stubborn.capability, echo])
    page.browser.site["test://page.example/next"] = "<body>next"
    page.browser.site["test://other.example/"] = "<body>other"
    try await page.browser.open(html)
    return page
  }

  /// Begins the page's first request. The page records the end of the request in its window.
  private func begin(_ page: CausewayPage) async throws {
    let started = stubborn.started
    _ = try await page.browser.text(
      """
      window.ends = [];
      causeway.call("stubborn").then((value) => ends.push(value), (error) => ends.push(error.message));
      return 1;
      """)
    try await eventually("the request") { stubborn.started == started + 1 }
  }

  private func ends(_ page: CausewayPage) async throws -> String {
    try await page.browser.text(
      "while (!window.ends.length) await new Promise((resolve) => setTimeout(resolve)); return ends.join()")
  }

  /// Leaves a page during its first request. The handler's task is cancelled, but the handler still answers. The answer
  /// must not settle any request of the new page, not even the request with the same number.
  private func leave(_ script: String, _ page: CausewayPage, line: UInt = #line) async throws {
    let before = try page.conversation.frame.document
    let number = stubborn.started
    try await begin(page)
    _ = try await page.browser.webView.evaluateJavaScript("\(script); 1")
    try await eventually("the cancellation after \(script)") { stubborn.cancelled.contains(number) }
    try await eventually("the next page after \(script)") {
      page.host.conversation(with: page.browser.webView).map { $0.frame.document != before } ?? false
    }
    try await begin(page)
    try await stubborn.answer(number, "old")
    let told = try await page.call("'echo', 1")
    XCTAssertEqual(told, "1", line: line)
    try await stubborn.answer(number + 1, "new")
    let ends = try await ends(page)
    XCTAssertEqual(ends, "new", line: line)
    XCTAssertEqual(page.bridge.frames.count, 1, line: line)
  }

  func testAnAnswerAfterANavigationDoesNotReachTheNewPage() async throws {
    let page = try await open()
    try await leave("location.href = 'test://page.example/next'", page)
  }

  func testAnAnswerAfterAReloadDoesNotReachTheNewPage() async throws {
    let page = try await open()
    for _ in 0..<3 { try await leave("location.reload()", page) }
  }

  func testAnAnswerAfterANavigationToAnotherOriginDoesNotReachTheNewPage() async throws {
    let page = try await open()
    try await leave("location.replace('test://other.example/')", page)
    XCTAssertEqual(try page.conversation.frame.origin.host, "other.example")
  }

  func testAnAnswerAfterGoingBackDoesNotReachTheNewPage() async throws {
    let page = try await open()
    try await page.browser.load("test://page.example/next")
    try await leave("history.back()", page)
  }

  func testAnAnswerAfterAScriptURLDoesNotReachTheNewPage() async throws {
    let page = try await open()
    try await leave("location = 'javascript:\"<body>made\"'", page)
  }

  func testAnAnswerAfterASubmittedFormDoesNotReachTheNewPage() async throws {
    let page = try await open("<body><form action='test://page.example/next'><input type=submit></form>")
    page.browser.site["test://page.example/next?"] = "<body>next"
    try await leave("document.forms[0].submit()", page)
  }

  /// Until a navigation commits, the old page is still the current one.
  func testThePageKeepsItsOriginUntilTheNavigationCommits() async throws {
    let other = Origin(scheme: "test", host: "other.example")
    let page = CausewayPage([
      Capability("who", policy: .everyone, json: { _, call in .string("\(call.frame)") }),
      Capability("other", policy: .mainFrame(of: [other]), json: { _, _ in "yes" }),
    ])
    let url = "test://other.example/"
    try await page.browser.open("<body>")
    page.browser.site[url] = "<body>"
    page.browser.site.hold(url)
    page.browser.webView.load(URLRequest(url: try XCTUnwrap(URL(string: url))))
    for _ in 0..<5 {
      let who = try await page.call("'who'")
      XCTAssertEqual(who, "\"main frame of test://page.example\"")
      let refused = try await page.call("'other'")
      XCTAssertTrue(refused.hasPrefix("rejected CausewayError REFUSED: "), refused)
    }
    page.browser.site.release(url)
    try await eventually("the other page") {
      page.host.conversation(with: page.browser.webView)?.frame.origin == other
    }
    let served = try await page.call("'other'")
    XCTAssertEqual(served, "\"yes\"")
  }

  /// These scripts keep the document, so its requests stay open.
  func testRequestsStayOpenWhileTheDocumentStays() async throws {
    let scripts = [
      "window.stop()", "location.hash = '#there'", "history.pushState(null, '', '/pushed')",
      "document.open(); document.write('<p>written'); document.close()", "document.open()",
      "document.documentElement.remove()", "document.replaceChildren()",
      "location.href = 'test://page.example/none'; window.stop()",
    ]
    for script in scripts {
      let page = try await open()
      let number = stubborn.started
      try await begin(page)
      _ = try await page.browser.webView.evaluateJavaScript("\(script); 1")
      let told = try await page.call("'echo', 1")
      XCTAssertEqual(told, "1", script)
      try await stubborn.answer(number, "kept")
      let ends = try await ends(page)
      XCTAssertEqual(ends, "kept", script)
      XCTAssertFalse(stubborn.cancelled.contains(number), script)
    }
  }

  /// A frame element that is removed and added again has a new document.
  func testAMovedFrameDoesNotGetAnswersOfItsOldDocument() async throws {
    let page = CausewayPage([stubborn.capability, echo])
    try await page.browser.open(with: [.crossOrigin])
    let request =
      "causeway.call('stubborn').then((v) => { window.end = v; }, (e) => { window.end = e.message; }); return 1"
    _ = try await page.browser.text(request, in: .crossOrigin)
    try await eventually("the request") { stubborn.started == 1 }
    _ = try await page.browser.text(
      """
      const frame = document.getElementById("crossOrigin");
      const isLoaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      document.body.append(document.createElement("div"));
      document.querySelector("div").append(frame);
      await isLoaded;
      return 1;
      """)
    try await eventually("the cancellation") { stubborn.cancelled == [0] }
    _ = try await page.browser.text(request, in: .crossOrigin)
    try await eventually("the request") { stubborn.started == 2 }
    try await stubborn.answer(0, "old")
    let told = try await page.call("'echo', 1", in: .crossOrigin)
    XCTAssertEqual(told, "1")
    try await stubborn.answer(1, "new")
    let end = try await page.browser.text(
      "while (!window.end) await new Promise((resolve) => setTimeout(resolve)); return window.end", in: .crossOrigin)
    XCTAssertEqual(end, "new")
    XCTAssertEqual(page.bridge.frames.count, 2)
  }

  #if os(Linux)
  func testAThousandRequestsOfAKilledProcessAreCancelled() async throws {
    let page = try await open()
    _ = try await page.browser.text("for (let n = 0; n < 1000; n += 1) causeway.call('stubborn'); return 1")
    try await eventually("the requests") { stubborn.started == 1000 }
    page.browser.webView.terminateWebProcess()
    try await eventually("the cancellations") { stubborn.cancelled.count == 1000 }
    XCTAssertTrue(page.bridge.frames.isEmpty)
    try await page.browser.open("<body>")
    try await begin(page)
    for number in 0..<1000 { try await stubborn.answer(number, "old") }
    try await stubborn.answer(1000, "new")
    let ends = try await ends(page)
    XCTAssertEqual(ends, "new")
  }
  #endif
}
