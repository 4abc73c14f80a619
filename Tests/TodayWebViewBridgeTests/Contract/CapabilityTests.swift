import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// The rules for the four message types on the Today contract's message-envelope page.
@MainActor final class CapabilityTests: XCTestCase {
  private func open() async throws -> TodayPage {
    let page = TodayPage()
    try await page.browser.open("<body>")
    return page
  }

  func testTheChannelOnIOSIsAMessageHandler() async throws {
    let page = try await open()
    let told = try await page.browser.text("return typeof window.webkit.messageHandlers.todayWebViewBridge.postMessage")
    XCTAssertEqual(told, "function")
  }

  func testTheChannelOnAndroidIsAGlobalObject() async throws {
    for transport in [TodaySurface.AndroidTransport.port, .interface] {
      let page = TodayPage(.android(transport))
      try await page.browser.open("<body>")
      let told = try await page.browser.text("return typeof window.todayWebViewBridge.postMessage")
      XCTAssertEqual(told, "function", "\(transport)")
    }
  }

  func testTrackResolvesUndefined() async throws {
    let page = try await open()
    let answer = try await page.post("{ type: 'track', ename: 'seen', parameters: { n: 1 } }")
    XCTAssertEqual(answer, "undefined")
  }

  func testTrackEnrichesAndForwards() async throws {
    let page = try await open()
    _ = try await page.post("{ type: 'track', ename: 'seen', parameters: { s: 'x', n: 1.5, b: true } }")
    let event = try XCTUnwrap(page.app.events.first)
    XCTAssertEqual(page.app.events.count, 1)
    XCTAssertEqual(event.name, "seen")
    XCTAssertEqual(event.properties["s"], "x")
    XCTAssertEqual(event.properties["n"], 1.5)
    XCTAssertEqual(event.properties["b"], true)
    XCTAssertEqual(event.properties["sid"], "session-1")
  }

  func testHeadersResolvesARecordOfStrings() async throws {
    let page = try await open()
    page.app.headerWork = { ["B": "2", "A": "1"] }
    let answer = try await page.post("{ type: 'headers' }")
    XCTAssertEqual(answer, "{\"A\":\"1\",\"B\":\"2\"}")
  }

  func testRefreshTokenResolvesAReadyMadeAuthorization() async throws {
    let page = try await open()
    page.app.refreshWork = { TodayToken(authorization: "DPoP abc", token: "abc") }
    let answer = try await page.post("{ type: 'refreshToken' }")
    XCTAssertEqual(answer, "{\"authorization\":\"DPoP abc\"}")
  }

  func testRefreshTokenMayReject() async throws {
    let page = try await open()
    page.app.refreshWork = { throw SignedOut() }
    let answer = try await page.post("{ type: 'refreshToken' }")
    XCTAssertEqual(answer, "rejected Error: You are signed out.")
  }

  func testConcurrentRefreshTokenCallsShareOneRefresh() async throws {
    let page = try await open()
    let gate = Gate()
    page.app.refreshWork = {
      await gate.pass()
      return TodayToken(bearer: "shared")
    }
    let answers = Task {
      try await page.browser.text(
        """
        const calls = Array.from({ length: 20 }, () => \(page.channel()).postMessage({ type: "refreshToken" }));
        return (await Promise.all(calls)).map((value) => value.authorization).join();
        """)
    }
    try await eventually("twenty calls") { page.requests.count == 20 }
    gate.open()
    let told = try await answers.value
    XCTAssertEqual(told, Array(repeating: "Bearer shared", count: 20).joined(separator: ","))
    XCTAssertEqual(page.app.refreshes, 1)
  }

  func testEstablishSessionMintsACookieNatively() async throws {
    let page = try await open()
    let before = await page.cookies()
    XCTAssertTrue(before.isEmpty)
    let answer = try await page.post("{ type: 'establishSession' }")
    XCTAssertEqual(answer, "{\"ok\":true}")
    let cookies = await page.cookies()
    XCTAssertEqual(cookies.map(\.value), [TestApp.currentToken])
    let visible = try await page.browser.text("return document.cookie")
    XCTAssertEqual(visible, "")
  }

  func testEstablishSessionAnswersOkAsABoolean() async throws {
    let page = try await open()
    page.app.tokenWork = { nil }
    let answer = try await page.post("{ type: 'establishSession' }")
    XCTAssertEqual(answer, "{\"ok\":false}")
  }

  func testTheHostPushesNothingToThePage() async throws {
    let page = try await open()
    _ = try await page.post("{ type: 'headers' }")
    let conversation = try XCTUnwrap(page.host.conversation(with: page.browser.webView))
    XCTAssertThrowsError(try conversation.send(event: "any", in: "today")) { error in
      XCTAssertEqual(error as? PageCallError, .unsupported(dialect: "today"))
    }
    do {
      _ = try await conversation.call("any", in: "today")
      XCTFail("the call returned a value")
    } catch {
      XCTAssertEqual(error as? PageCallError, .unsupported(dialect: "today"))
    }
  }
}
