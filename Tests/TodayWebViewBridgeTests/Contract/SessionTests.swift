import Causeway
import CausewayWebKit
import Foundation
import TodayWebViewBridge
import WebKit
import WebTestSupport
import XCTest

/// `establishSession` in the public contract, and this project's decisions where the contract has no rule.
@MainActor final class SessionTests: XCTestCase {
  private func open(cookies: CookieWriter? = nil) async throws -> TodayPage {
    let page = TodayPage(cookies: cookies)
    try await page.browser.open("<body>")
    return page
  }

  func testTheCookieHasTheAttributesOfTheContract() async throws {
    let page = try await open()
    let answer = try await page.post("{ type: 'establishSession' }")
    XCTAssertEqual(answer, "{\"ok\":true}")
    let cookies = await page.cookies()
    let cookie = try XCTUnwrap(cookies.first)
    XCTAssertEqual(cookies.count, 1)
    XCTAssertEqual(cookie.name, "embed_bearer")
    XCTAssertEqual(cookie.value, TestApp.currentToken)
    XCTAssertEqual(cookie.domain, "page.example")
    XCTAssertEqual(cookie.path, "/api/")
    XCTAssertTrue(cookie.isSecure)
    XCTAssertTrue(cookie.isHTTPOnly)
    XCTAssertNil(cookie.expiresDate)
  }

  func testTheCookieExpiresWithTheToken() async throws {
    let page = try await open()
    let end = Date(timeIntervalSinceNow: 3600)
    page.app.tokenWork = { TodayToken(bearer: "ending", expires: end) }
    _ = try await page.post("{ type: 'establishSession' }")
    let cookies = await page.cookies()
    let expires = try XCTUnwrap(cookies.first?.expiresDate)
    XCTAssertEqual(expires.timeIntervalSince(end), 0, accuracy: 1)
  }

  func testOnlyRefreshTrueRefreshes() async throws {
    let page = try await open()
    for refresh in ["false", "1", "'true'", "null", "{}"] {
      let answer = try await page.post("{ type: 'establishSession', refresh: \(refresh) }")
      XCTAssertEqual(answer, "{\"ok\":true}", refresh)
    }
    XCTAssertEqual(page.app.refreshes, 0)
    let answer = try await page.post("{ type: 'establishSession', refresh: true }")
    XCTAssertEqual(answer, "{\"ok\":true}")
    XCTAssertEqual(page.app.refreshes, 1)
    let cookies = await page.cookies()
    XCTAssertEqual(cookies.map(\.value), [TestApp.freshToken])
  }

  func testEveryFailureIsOkFalse() async throws {
    let page = try await open()
    page.app.refreshWork = { throw PrivateError() }
    let refused = try await page.post("{ type: 'establishSession', refresh: true }")
    XCTAssertEqual(refused, "{\"ok\":false}")
    for token in [nil, "", "a;b", "a b", "a\nb", "a\"b", "ü"] {
      page.app.tokenWork = { token.map { TodayToken(bearer: $0) } }
      let answer = try await page.post("{ type: 'establishSession' }")
      XCTAssertEqual(answer, "{\"ok\":false}", token ?? "none")
    }
    let none = await page.cookies()
    XCTAssertTrue(none.isEmpty)
  }

  func testOkIsSentOnlyAfterTheCookieIsStored() async throws {
    let gate = Gate()
    var written: [String] = []
    let page = try await open(cookies: { cookie in
      await gate.pass()
      written.append(cookie.name)
    })
    let answer = try await page.begin("{ type: 'establishSession' }")
    try await eventually("the write") { gate.count == 1 }
    _ = try await page.post("{ type: 'headers' }")
    XCTAssertFalse(page.replies.contains { $0.name == "establishSession" })
    gate.open()
    let told = try await answer.value
    XCTAssertEqual(told, "{\"ok\":true}")
    XCTAssertEqual(written, ["embed_bearer"])
  }

  func testAStoreThatRefusesTheCookieGivesOkFalse() async throws {
    let page = try await open(cookies: { _ in throw PrivateError() })
    let answer = try await page.post("{ type: 'establishSession' }")
    XCTAssertEqual(answer, "{\"ok\":false}")
  }

  /// A cookie store drops an expired cookie. WebKit reports no error for this, so the app's own writer may not notice.
  func testAnExpiredTokenGivesOkFalseAndNoCookieIsWritten() async throws {
    var written: [String] = []
    let page = try await open(cookies: { cookie in written.append(cookie.name) })
    page.app.tokenWork = { TodayToken(bearer: "ended", expires: Date(timeIntervalSinceNow: -60)) }
    page.app.refreshWork = { TodayToken(bearer: "ended", expires: Date(timeIntervalSinceNow: -60)) }
    for refresh in [false, true] {
      let answer = try await page.post("{ type: 'establishSession', refresh: \(refresh) }")
      XCTAssertEqual(answer, "{\"ok\":false}", "\(refresh)")
    }
    XCTAssertEqual(written, [])
  }

  func testSetConfirmedThrowsCookieNotStoredWithoutTheValue() async throws {
    let page = try await open()
    let store = page.browser.webView.configuration.websiteDataStore.httpCookieStore
    let ended = try XCTUnwrap(
      HTTPCookie(properties: [
        .name: "embed_bearer", .value: "raw-ended-20c4", .domain: "page.example", .path: "/api/",
        .expires: Date(timeIntervalSinceNow: -3600),
      ]))
    do {
      try await store.setConfirmed(ended)
      XCTFail("an expired cookie was stored")
    } catch let error as CookieNotStored {
      XCTAssertEqual(error.name, "embed_bearer")
      XCTAssertEqual(error.domain, "page.example")
      XCTAssertEqual(
        "\(error)",
        "the web view did not store the cookie \"embed_bearer\" for page.example: check its expiry date and its domain")
    }
  }
}
