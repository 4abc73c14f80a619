import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Pages that send as many requests and messages as they can.
@MainActor final class FloodTests: XCTestCase {
  private let stubborn = Stubborn()
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  func testTenThousandRequestsAtOnceSettleOnceAndEventsKeepTheirOrder() async throws {
    var told: [JSONValue] = []
    let page = CausewayPage([
      echo,
      Capability(
        "told", policy: .everyone,
        json: { value, _ in
          told.append(value)
          return nil
        }),
    ])
    try await page.browser.open("<body>")
    let answers = try await page.browser.text(
      """
      let settled = 0, inOrder = 0;
      const calls = [];
      for (let number = 0; number < 10000; number += 1) {
        calls.push(causeway.call("echo", number).finally(() => { settled += 1; }));
        if (number % 10 === 0) causeway.send("told", number);
      }
      const answers = await Promise.all(calls);
      return [answers.every((answer, number) => answer === number), settled].join();
      """)
    XCTAssertEqual(answers, "true,10000")
    try await eventually("the messages") { told.count == 1000 }
    XCTAssertEqual(told, (0..<1000).map { .number(Double($0 * 10)) })
    XCTAssertEqual(page.replies.count, 10000)
    XCTAssertEqual(Set(page.replies.compactMap(\.call)).count, 10000)
  }

  func testOtherRequestsAreServedWhileTenThousandAreOpen() async throws {
    let flooding = CausewayPage([stubborn.capability, echo])
    try await flooding.browser.open(with: [.crossOrigin])
    let other = CausewayPage([echo])
    try await other.browser.open("<body>")
    _ = try await flooding.browser.text(
      """
      window.settled = 0;
      for (let number = 0; number < 10000; number += 1) causeway.call("stubborn").then(() => { settled += 1; });
      return 1;
      """)
    try await eventually("the flood") { stubborn.started == 10000 }
    let elsewhere = try await other.call("'echo', 1")
    let inAFrame = try await flooding.call("'echo', 2", in: .crossOrigin)
    let inThePage = try await flooding.call("'echo', 3")
    XCTAssertEqual([elsewhere, inAFrame, inThePage], ["1", "2", "3"])
    XCTAssertEqual(stubborn.answered.count, 0)
    stubborn.answerAll("done")
    let settled = try await flooding.browser.text(
      "while (settled < 10000) await new Promise((resolve) => setTimeout(resolve)); return settled")
    XCTAssertEqual(settled, "10000")
  }

  func testOnlyRequestsOverTheLimitAreRefused() async throws {
    var limits = Limits.standard
    limits.openRequests = 100
    let page = CausewayPage([stubborn.capability, echo], limits: limits)
    try await page.browser.open(with: [.crossOrigin])
    let refused = try await page.browser.text(
      """
      window.served = [];
      const codes = {};
      let refusals = 0;
      await new Promise((resolve) => {
        for (let number = 0; number < 2000; number += 1) {
          causeway.call("stubborn").then((value) => served.push(value), ({ code, message }) => {
            codes[code + " " + message] = true;
            if (++refusals === 1900) resolve();
          });
        }
      });
      return refusals + " " + served.length + " " + Object.keys(codes).join("|");
      """)
    XCTAssertEqual(
      refused, "1900 0 TOO_MANY_REQUESTS This page already has 100 open requests, the maximum; wait for answers.")
    XCTAssertEqual(stubborn.started, 100)
    // Another document is still served, because the limit applies to each document separately.
    let inAFrame = try await page.call("'echo', 1", in: .crossOrigin)
    XCTAssertEqual(inAFrame, "1")
    stubborn.answerAll("done")
    let served = try await page.browser.text(
      """
      while (served.length < 100) await new Promise((resolve) => setTimeout(resolve));
      return served.length + " " + await causeway.call("echo", "again");
      """)
    XCTAssertEqual(served, "100 again")
  }

  /// The bridge keeps no record of messages without an answer, so a page cannot exhaust the memory with them.
  func testAFloodOfMeaninglessLinesIsDiscarded() async throws {
    let page = CausewayPage([echo], before: PostedMessages.recorder)
    try await page.browser.open(with: [.crossOrigin])
    _ = try await page.browser.text(
      """
      const name = posted[0].slice(0, 32);
      webkit.messageHandlers.causeway.postMessage(name + "nonsense\\n".repeat(5000));
      return 1;
      """)
    try await eventually("the discarded lines") { page.observations.count { $0.kind == .discarded } == 5000 }
    let inAFrame = try await page.call("'echo', 1", in: .crossOrigin)
    XCTAssertEqual(inAFrame, "1")
  }
}
