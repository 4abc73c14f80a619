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

  func testARequestWithASignalOfAnotherTypeIsNotSent() async throws {
    let page = try await open()
    let calls = [
      "call('echo', 1, options)", "resume('key', options)", "stream('echo', 1, options).next()",
      "upload('echo', 1, [], options)",
    ]
    for signal in ["new AbortController()", "new EventTarget()", "{ aborted: false }", "() => {}"] {
      for call in calls {
        let told = try await page.browser.text(
          """
          const options = { signal: \(signal) };
          return await causeway.\(call).then(() => "sent", ({ name, message }) => `${name}: ${message}`);
          """)
        XCTAssertEqual(told, "TypeError: the option signal must be an AbortSignal", "\(call) with \(signal)")
      }
    }
    let ended = try await page.browser.text(
      """
      const stream = causeway.stream("echo", 1, { signal: {} });
      return [(await stream.return("enough")).value, (await stream.next()).done];
      """)
    XCTAssertEqual(ended, "enough,true")
    let told = try await page.call("'echo', 1, { signal: null }")
    XCTAssertEqual(told, "1")
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
