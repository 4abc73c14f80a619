import Causeway
import CausewayJSON
import WebKit
import WebTestSupport
import XCTest

/// Pages that are loaded again and ask for the outcomes of the calls that they made with a key.
@MainActor final class ResumeTests: XCTestCase {
  private let waiting = Waiting()

  private func open() async throws -> CausewayPage {
    let page = CausewayPage([waiting.capability])
    try await page.browser.open("<body>")
    return page
  }

  /// Returns the outcome of a call with a key, as JSON or as the error's code.
  private func resume(_ key: String, in page: CausewayPage) async throws -> String {
    try await page.browser.text(
      "return JSON.stringify(await causeway.resume('\(key)').catch((error) => error.name + ' ' + error.code))")
  }

  private func begin(_ page: CausewayPage) async throws {
    let started = waiting.started
    _ = try await page.browser.text("causeway.call('wait', null, { key: 'order-1' }).catch(() => {}); return 1")
    try await eventually("the request") { waiting.started == started + 1 }
  }

  func testTheResumptionOfAnUnknownKeyRejects() async throws {
    let page = try await open()
    let outcome = try await resume("order-1", in: page)
    XCTAssertEqual(outcome, "\"CausewayError UNKNOWN_KEY\"")
  }

  func testAReloadedPageGetsTheOutcomeOfACallThatStillRuns() async throws {
    let page = try await open()
    try await begin(page)
    try await page.browser.open("<body>")
    let outcome = Task { try await resume("order-1", in: page) }
    try await eventually("the resumption") { page.requests.count == 2 }
    XCTAssertEqual(waiting.cancelled, 0)
    waiting.finish()
    let value = try await outcome.value
    XCTAssertEqual(value, "\"waited\"")
    XCTAssertEqual(waiting.started, 1)
  }

  #if os(Linux)
  func testAPageWhoseProcessWasKilledGetsTheOutcome() async throws {
    let page = try await open()
    try await begin(page)
    page.browser.webView.terminateWebProcess()
    try await eventually("the end of the document") { page.bridge.frames.isEmpty }
    waiting.finish()
    try await page.browser.open("<body>")
    let outcome = try await resume("order-1", in: page)
    XCTAssertEqual(outcome, "\"waited\"")
    let repeated = try await page.call("'wait', null, { key: 'order-1' }")
    XCTAssertEqual(repeated, "\"waited\"")
    XCTAssertEqual(waiting.started, 1)
  }
  #endif

  func testAbortingAResumptionDoesNotCancelTheCall() async throws {
    let page = try await open()
    try await begin(page)
    let outcome = try await page.browser.text(
      """
      const controller = new AbortController();
      const outcome = causeway.resume("order-1", { signal: controller.signal }).catch((error) => error.name);
      controller.abort();
      return await outcome;
      """)
    XCTAssertEqual(outcome, "AbortError")
    XCTAssertEqual(waiting.cancelled, 0)
    waiting.finish()
  }
}
