import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// Tests that tokens and header values are in no observation and in no log.
@MainActor final class SecrecyTests: XCTestCase {
  private func expectSecrecy(_ page: TodayPage) {
    XCTAssertGreaterThan(page.replies.count, 3)
    for secret in TestApp.secrets {
      XCTAssertFalse(page.trace.contains(secret), "\(secret) in \(page.trace)")
      XCTAssertFalse(page.log.contains { $0.contains(secret) }, "\(secret) in \(page.log)")
    }
  }

  private func askForEverything(_ page: TodayPage) async throws {
    for type in ["headers", "refreshToken", "establishSession"] {
      _ = try await page.post("{ type: '\(type)' }")
      _ = try await page.post("{ type: '\(type)', refresh: true }")
      _ = try await page.post("{ type: '\(type)' }", in: .crossOrigin)
    }
  }

  func testAnswersAreNotObserved() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open(with: [.crossOrigin])
      try await askForEverything(page)
      expectSecrecy(page)
    }
  }

  func testTextsOfFailuresAreNotObserved() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface, nil, cookies: { _ in throw PrivateError() })
      page.app.headerWork = { throw PrivateError() }
      page.app.refreshWork = { throw PrivateError() }
      try await page.browser.open(with: [.crossOrigin])
      try await askForEverything(page)
      XCTAssertFalse(page.log.isEmpty, "the log must report the failures")
      expectSecrecy(page)
    }
  }

  func testATokenThatThePageSendsBackIsNotObserved() async throws {
    let page = TodayPage()
    try await page.browser.open("<body>")
    let (fresh, current) = (TestApp.freshToken, TestApp.currentToken)
    _ = try await page.post(
      "{ type: 'track', ename: 'e', parameters: { authorization: '\(fresh)', text: 'Bearer \(current)' } }")
    _ = try await page.post("{ type: 'later', accessToken: '\(fresh)' }")
    _ = try await page.post("{ type: 'Bearer \(current)' }")
    _ = try await page.post("{ type: 'headers', cookie: { embed_bearer: '\(current)' } }")
    expectSecrecy(page)
  }

  func testDescriptionsOfATokenDoNotContainIt() {
    let token = TodayToken(bearer: TestApp.currentToken)
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\([token])", "\(Optional(token) as Any)", dumped] {
      XCTAssertFalse(text.contains(TestApp.currentToken), text)
    }
  }
}
