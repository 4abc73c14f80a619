import Causeway
import OnsideKit
import WebTestSupport
import XCTest

/// Onside's description of the bridge (rules onside-1 and 7): one call sets a web view up, and pages see one global.
@MainActor final class TransportTests: XCTestCase {
  func testOneCallConfiguresAWebView() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.call("getTransactions()")
    XCTAssertEqual(told, "[]")
  }

  func testPagesSeeOneGlobal() async throws {
    let page = try OnsidePage(before: "window.before = Object.getOwnPropertyNames(window);")
    try await page.browser.open("<body><script>window.after = Object.getOwnPropertyNames(window);</script>")
    let new = try await page.run(
      "return after.filter((name) => !before.includes(name) && !['before', 'after'].includes(name)).join()")
    XCTAssertEqual(new, "onside")
  }

  func testTheGlobalExistsAtDocumentStart() async throws {
    let page = try OnsidePage()
    try await page.browser.open("<script>window.first = typeof onside.initializeOnside;</script><body>")
    let first = try await page.run("return first")
    XCTAssertEqual(first, "function")
  }

  func testOnsideJSIsTheDelegateOfTheSDKAndOfTheQueueAndAnObserver() async throws {
    let page = try await OnsidePage.opened()
    XCTAssertNotNil(page.app.client.delegate)
    XCTAssertTrue(page.app.client.queue.delegate === page.app.client.delegate)
    XCTAssertEqual(page.app.client.queue.transactionObservers.count, 1)
  }
}
