import Causeway
@testable import OnsideKit
import WebKit
import WebTestSupport
import XCTest

/// Failures of the bridge itself. Onside's documents do not define them (docs/onside-rules.md, onside-5.2).
@MainActor final class BridgeErrorTests: XCTestCase {
  func testABridgeErrorIsAnErrorWithANameACodeAndAShortMessage() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const error = await onside.loadProducts().catch((error) => error);
      return [error instanceof Error, error.name, typeof error.code, error.code, error.message].join("|");
      """)
    XCTAssertEqual(
      told,
      "true|BridgeError|string|invalidArguments|"
        + "The argument is missing, has the wrong type, or cannot be expressed in JSON. See onside.d.ts.")
  }

  func testOpenCallsRejectWithBridgeDetachedWhenTheHandlersAreRemoved() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.questions = Gate()
    try await page.begin("loadProducts({ productIdentifiers: ['coins'] })")
    try await eventually("the request for products") { page.app.store.asked.count == 1 }
    page.browser.webView.configuration.userContentController.removeAllScriptMessageHandlers()
    let told = try await page.answer()
    XCTAssertEqual(told, "BridgeError bridgeDetached")
    let later = try await page.call("getTransactions()")
    XCTAssertEqual(later, "BridgeError bridgeDetached")
    let lines = try await page.run("onside.logout(); return lines.length")
    XCTAssertEqual(lines, "1")
  }

  func testASecondConfigurationReplacesTheFirst() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.questions = Gate()
    try await page.begin("loadProducts({ productIdentifiers: ['coins'] })")
    try await eventually("the request for products") { page.app.store.asked.count == 1 }
    let second = try OnsideApp()
    OnsideJS.configure(page.browser.webView, delegate: second.pagesDelegate)
    let told = try await page.answer()
    XCTAssertEqual(told, "BridgeError bridgeDetached")
    page.app.store.questions.open()
    try await page.load()
    try await page.loadProducts()
    XCTAssertEqual(second.store.asked, [["coins", "reader"]])
    // The scripts are the test tools of the page, the script that reports the document's lifetime, and the bridge.
    XCTAssertEqual(page.browser.webView.configuration.userContentController.userScripts.count, 3)
    try await eventually("the end of the first client's observer") {
      page.app.client.queue.transactionObservers.isEmpty
    }
  }

  func testACallThatExceedsTheHostsTimeoutRejectsWithTimeout() async throws {
    let page = try await OnsidePage.opened(.init(timeout: .seconds(60)))
    page.app.store.questions = Gate()
    try await page.begin("loadProducts({ productIdentifiers: ['coins'] })")
    try await eventually("the request for products") { page.app.store.asked.count == 1 }
    page.clock.advance(by: .seconds(61))
    let told = try await page.answer()
    XCTAssertEqual(told, "BridgeError timeout")
    page.app.store.questions.open()
  }

  func testTheHostsTimeoutDoesNotEndCallsThatWaitForTheUser() async throws {
    for call in [
      "requestLogin()", "presentPaymentMethodsManager()", "purchase({ productIdentifier: 'coins' })",
      "restoreCompletedTransactions()",
    ] {
      let page = try await OnsidePage.opened(.init(timeout: .seconds(60)))
      try await page.loadProducts()
      page.app.screens.thinking = Gate()
      try await page.begin(call)
      try await eventually("the login: \(call)") { page.app.screens.thinking.count == 1 }
      page.clock.advance(by: .seconds(61))
      _ = try await page.call("getTransactions()")
      page.app.screens.thinking.open()
      let told = try await page.answer()
      XCTAssertEqual(told, "undefined", call)
    }
  }

  func testByDefaultCallsHaveNoTimeout() async throws {
    let page = try await OnsidePage.opened()
    page.app.screens.thinking = Gate()
    try await page.begin("requestLogin()")
    try await eventually("the login") { page.app.screens.thinking.count == 1 }
    page.clock.advance(by: .seconds(1_000_000))
    _ = try await page.call("getTransactions()")
    page.app.screens.thinking.open()
    let told = try await page.answer()
    XCTAssertEqual(told, "undefined")
  }

  func testAnArgumentBeyondTheHostsLimitEndsInTooLarge() async throws {
    var limits = Limits.standard
    limits.messageBytes = 1000
    let page = try await OnsidePage.opened(.init(limits: limits))
    let told = try await page.call("loadProducts({ productIdentifiers: ['x'.repeat(1000)] })")
    XCTAssertEqual(told, "BridgeError tooLarge")
    let next = try await page.call("getTransactions()")
    XCTAssertEqual(next, "[]")
    try await page.run("onside.trackEvent({ name: 'x'.repeat(1000) }); return onside.getTransactions()")
    XCTAssertTrue(page.app.tracked.isEmpty)
  }

  func testATokenOfMoreThan1024BytesIsTooLarge() async throws {
    let page = try await OnsidePage.opened()
    try await page.loadProducts()
    let told = try await page.call("purchase({ productIdentifier: 'coins', appAccountToken: 'ü'.repeat(512) + 'x' })")
    XCTAssertEqual(told, "BridgeError tooLarge")
    XCTAssertTrue(page.app.client.queue.transactions.isEmpty)
    XCTAssertTrue(page.app.screens.shown.isEmpty)
    let longest = try await page.call("purchase({ productIdentifier: 'coins', appAccountToken: 'ü'.repeat(512) })")
    XCTAssertEqual(longest, "undefined")
  }

  func testEveryFailureOfTheEngineHasACode() {
    struct Private: Error {}
    let failures: [(Failure, OnsideBridgeError)] = [
      (.malformed("x"), .invalidArguments), (.invalidParameters("x"), .invalidArguments),
      (.unknownCapability("x"), .invalidArguments), (.refused(.subframe), .disallowedFrame),
      (.refused(.origin(.opaque)), .disallowedFrame), (.tooLarge(bytes: 2, limit: 1), .tooLarge),
      (.tooManyRequests(limit: 1), .tooLarge), (.deadlineExceeded(.zero), .timeout),
      (.handler(Private()), .bridgeDetached), (.handler(CancellationError()), .bridgeDetached),
      (.handler(OnsideBridgeError.notInitialized), .notInitialized), (.duplicate, .bridgeDetached),
      (.unanswered, .bridgeDetached), (.bytesNotCarried, .bridgeDetached), (.cancelled, .bridgeDetached),
      (.documentGone, .bridgeDetached),
    ]
    for (failure, error) in failures { XCTAssertEqual(OnsideBridgeError(failure), error, failure.code) }
  }
}
