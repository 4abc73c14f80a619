import Causeway
import WebTestSupport
import XCTest

/// A page can cancel a request with an `AbortSignal`.
@MainActor final class AbortTests: XCTestCase {
  private let waiting = Waiting()

  private func open() async throws -> CausewayPage {
    let page = CausewayPage([waiting.capability, Capability("echo", policy: .everyone, json: { value, _ in value })])
    try await page.browser.open("<body>")
    return page
  }

  func testAnAbortedRequestRejectsAndCancelsTheHandler() async throws {
    let page = try await open()
    _ = try await page.browser.text("window.controller = new AbortController(); return 1")
    let answer = try await page.begin("'wait', {}, { signal: controller.signal }")
    _ = try await page.browser.text("controller.abort(); return 1")
    let told = try await answer.value
    XCTAssertTrue(told.hasPrefix("rejected AbortError"), told)
    try await eventually("the handler's cancellation") { waiting.cancelled == 1 }
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(9) }, ["CANCELLED"])
  }

  func testARequestWithAnAbortedSignalIsNotSent() async throws {
    let page = try await open()
    let told = try await page.call("'wait', {}, { signal: AbortSignal.abort(new RangeError('early')) }")
    XCTAssertEqual(told, "rejected RangeError undefined: early")
    _ = try await page.call("'echo', 1")
    XCTAssertEqual(page.requests.map(\.name), ["echo"])
  }

  func testAbortAfterTheAnswerDoesNothing() async throws {
    let page = try await open()
    let told = try await page.browser.text(
      """
      const controller = new AbortController();
      const answer = await causeway.call("echo", 1, { signal: controller.signal });
      controller.abort();
      return answer + " " + await causeway.call("echo", 2);
      """)
    XCTAssertEqual(told, "1 2")
    XCTAssertTrue(page.replies.allSatisfy { $0.failure == nil })
  }

  /// The page makes both calls in one microtask, so they are in one packet.
  func testAbortingARequestDoesNotAffectOthersOfItsPacket() async throws {
    let page = try await open()
    let told = try await page.browser.text(
      """
      const controller = new AbortController();
      const both = Promise.allSettled([causeway.call("wait", {}, { signal: controller.signal }), causeway.call("echo", 2)]);
      controller.abort();
      return (await both).map((end) => end.status + " " + (end.value ?? end.reason.name)).join();
      """)
    XCTAssertEqual(told, "rejected AbortError,fulfilled 2")
    try await eventually("two replies") { page.replies.count == 2 }
  }
}
