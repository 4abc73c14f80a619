import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// Hosts that never answer, pages that navigate away, and processes that end.
@MainActor final class FaultTests: XCTestCase {
  func testIfTheHostNeverAnswersThePageGetsTheEmptyAnswer() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      let gate = Gate()
      page.app.headerWork = {
        await gate.pass()
        return ["late": "x"]
      }
      page.app.refreshWork = {
        await gate.pass()
        return TodayToken(bearer: "late")
      }
      page.app.tokenWork = {
        await gate.pass()
        return nil
      }
      try await page.browser.open("<body>")
      let headers = try await page.begin("{ type: 'headers' }")
      let token = try await page.begin("{ type: 'refreshToken' }")
      let session = try await page.begin("{ type: 'establishSession' }")
      try await eventually("the handlers") { gate.count == 3 }
      page.clock.advance(by: Limits.standard.deadline + .seconds(1))
      let told = try await [headers.value, token.value, session.value]
      XCTAssertEqual(told[0], "{}")
      XCTAssertTrue(told[1].hasPrefix("rejected Error: ") && told[1].count > 20, told[1])
      XCTAssertEqual(told[2], "{\"ok\":false}")
      gate.open()
      let next = try await page.post("{ type: 'headers' }")
      XCTAssertEqual(next, "{\"late\":\"x\"}")
      XCTAssertEqual(page.replies.count, 4)
    }
  }

  func testARequestOfAPageThatWasLeftDoesNotAffectTheNextPage() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      let gate = Gate()
      page.app.refreshWork = {
        await gate.pass()
        return TodayToken(bearer: TestApp.freshToken)
      }
      try await page.browser.open("<body>")
      _ = try await page.browser.text(
        "\(page.channel()).postMessage({ type: 'refreshToken' }).finally(() => { window.end = 1; }); return 1")
      try await eventually("the refresh") { gate.count == 1 }
      try await page.browser.open("<body>", at: "test://page.example/next")
      // The refresh must continue, and the next page must share its result.
      let token = try await page.begin("{ type: 'refreshToken' }")
      gate.open()
      let told = try await token.value
      XCTAssertEqual(told, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
      XCTAssertEqual(page.app.refreshes, 1)
      let end = try await page.browser.text("return window.end")
      XCTAssertEqual(end, "undefined")
      XCTAssertEqual(page.replies.map { $0.failure?.prefix(13) }, ["DOCUMENT_GONE", nil])
    }
  }

  #if os(Linux)
  func testAKilledWebProcessEndsOpenRequestsAndTheNextPageWorks() async throws {
    let page = TodayPage()
    let gate = Gate()
    page.app.headerWork = {
      await gate.pass()
      return ["A": "1"]
    }
    page.browser.onTermination = { page.host.webContentProcessDidTerminate(in: page.browser.webView) }
    try await page.browser.open("<body>")
    let lost = try await page.begin("{ type: 'headers' }")
    page.browser.webView.terminateWebProcess()
    try await eventually("the end") { page.replies.map { $0.failure?.prefix(13) } == ["DOCUMENT_GONE"] }
    _ = await lost.result
    XCTAssertTrue(page.bridge.frames.isEmpty)
    gate.open()
    try await page.browser.open("<body>")
    let told = try await page.post("{ type: 'headers' }")
    XCTAssertEqual(told, "{\"A\":\"1\"}")
    page.browser.onTermination = nil
  }
  #endif

  /// A value that WebKit cannot write as JSON is not a message. The page must get the contract's empty answer, and its
  /// promise must not stay open.
  func testMessagesThatAreNotJSONResolveUndefined() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let messages = [
        "(() => { const m = { type: 'headers' }; m.m = m; return m; })()", "{ type: 'headers', n: 1n }", "() => 1",
        "Symbol('x')",
        "Object.assign(() => 1, { type: 'headers' })", "{ type: 'headers', get x() { throw new Error('mine'); } }",
        "{ type: 'headers', toJSON() { throw new Error('mine'); } }", "{ toJSON() { return undefined; } }", "1n",
      ]
      for message in messages {
        let answer = try await page.post(message)
        XCTAssertEqual(answer, "undefined", message)
      }
      let next = try await page.post("{ type: 'headers' }")
      XCTAssertEqual(next, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
    }
  }

  func testToJSONOfAMessageIsUsed() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let whole = try await page.post("{ type: 'track', ename: 'e', toJSON() { return { type: 'headers', id: 9 }; } }")
      XCTAssertEqual(whole, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
      _ = try await page.post("{ type: 'track', ename: 'e', parameters: { at: new Date(0) } }")
      XCTAssertEqual(page.app.events.map { $0.properties["at"] }, ["1970-01-01T00:00:00.000Z"])
    }
  }
  func testToJSONOnPrototypesDoesNotChangeMessagesAndAnswers() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body><script>\(toJSONOnPrototypes)</script>")
      let header = try await page.browser.text(
        "return (await \(page.channel()).postMessage({ type: 'headers' }))['X-Session']")
      XCTAssertEqual(header, TestApp.headerValue)
      _ = try await page.browser.text(
        "await \(page.channel()).postMessage({ type: 'track', ename: 'e', parameters: { at: new Date(0) } }); return 1")
      XCTAssertEqual(page.app.events.map { $0.properties["at"] }, ["1970-01-01T00:00:00.000Z"])
    }
  }
}
