import Causeway
import WebTestSupport
import XCTest

/// The bridge sends all messages of one microtask in one packet.
@MainActor final class BatchTests: XCTestCase {
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ capabilities: [Capability]) async throws -> CausewayPage {
    let page = CausewayPage(capabilities, before: PostedMessages.recorder)
    try await page.browser.open("<body>")
    return page
  }

  func testCallsOfOneMicrotaskAreSentInOneMessage() async throws {
    let page = try await open([echo])
    let told = try await page.browser.text(
      """
      await causeway.call("echo", 0);
      const before = posted.length;
      const calls = Array.from({ length: 500 }, (_, n) => causeway.call("echo", n));
      await null;
      const carrying = posted.slice(before).filter((text) => text.length > 33);
      const counts = carrying.map((text) => text.split("\\nr ").length + (text[32] === "r" ? 0 : -1));
      return counts.join() + " " + (await Promise.all(calls)).length;
      """)
    XCTAssertEqual(told, "500 500")
  }

  func testManyAnswersAreSentInFewMessages() async throws {
    let page = try await open([echo])
    let told = try await page.browser.text(
      """
      const before = posted.length;
      await Promise.all(Array.from({ length: 1000 }, (_, n) => causeway.call("echo", n)));
      return posted.length - before;
      """)
    let messages = try XCTUnwrap(Int(told))
    XCTAssertLessThan(messages, 100, "1,000 calls and answers took \(messages) native messages")
  }

  func testCallsOfTwoMicrotasksAreSentInTwoMessages() async throws {
    let page = try await open([echo])
    let told = try await page.browser.text(
      """
      const before = posted.length;
      const one = causeway.call("echo", 1);
      await null; await null;
      const two = causeway.call("echo", 2);
      await null; await null;
      const carrying = posted.slice(before).filter((text) => text.length > 33).length;
      return carrying + " " + (await Promise.all([one, two])).join();
      """)
    XCTAssertEqual(told, "2 1,2")
  }
}
