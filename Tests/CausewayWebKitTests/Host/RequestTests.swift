import Causeway
import WebKit
import WebTestSupport
import XCTest

/// Requests from the page to the app.
@MainActor final class RequestTests: XCTestCase {
  private struct Sum: Codable, Sendable {
    var a: Int
    var b: Int
  }

  private struct Total: Codable, Sendable { var total: Int }

  private struct Sold: PageFacingError {
    var code: String { "SOLD_OUT" }
    var pageMessage: String { "None is left." }
  }

  private struct Secret: Error, CustomStringConvertible { var description: String { "password hunter2" } }

  private let add = Capability("add", policy: .everyone) { (sum: Sum, _: Call) in Total(total: sum.a + sum.b) }
  private let echo = Capability("echo", policy: .everyone, json: { parameters, _ in parameters })

  private func open(_ capabilities: [Capability]) async throws -> CausewayPage {
    let page = CausewayPage(capabilities)
    try await page.browser.open("<body>")
    return page
  }

  func testATypedCapabilityConvertsParametersAndResult() async throws {
    let page = try await open([add])
    let answer = try await page.call("'add', { a: 2, b: 3 }")
    XCTAssertEqual(answer, "{\"total\":5}")
  }

  func testNoResultIsUndefined() async throws {
    let page = try await open([Capability("nothing", policy: .everyone, json: { _, _ in nil })])
    let answer = try await page.call("'nothing'")
    XCTAssertEqual(answer, "undefined")
  }

  func testValuesReturnUnchanged() async throws {
    let page = try await open([echo])
    let told = try await page.browser.text(
      """
      const value = { text: "\\u2028\\u2029\\0</script>\\\\\\"'`${x}\\n😀", numbers: [0.1, -0, 1e21, 9007199254740991], deep: { a: [[{}]] },
        ["__proto__"]: { polluted: true }, constructor: null };
      const back = await causeway.call("echo", value);
      return [JSON.stringify(back) === JSON.stringify(value), ({}).polluted, Object.keys(back).join()].join(" ");
      """)
    XCTAssertEqual(told, "true  text,numbers,deep,__proto__,constructor")
  }

  func testInvalidParametersRejectWithACode() async throws {
    let page = try await open([add])
    let answer = try await page.call("'add', { a: 2, b: 'x' }")
    XCTAssertTrue(answer.hasPrefix("rejected CausewayError INVALID_PARAMETERS: "), answer)
    XCTAssertTrue(answer.contains("at b"), answer)
  }

  func testAnUnknownCapabilityRejectsWithACode() async throws {
    let page = try await open([add])
    for name in ["none", "", "__proto__", "toString"] {
      let answer = try await page.call("'\(name)'")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError UNKNOWN_CAPABILITY: "), answer)
    }
  }

  func testAnErrorForThePageHasItsCodeAndText() async throws {
    let page = try await open([Capability("buy", policy: .everyone, json: { _, _ in throw Sold() })])
    let answer = try await page.call("'buy'")
    XCTAssertEqual(answer, "rejected CausewayError SOLD_OUT: None is left.")
    let isError = try await page.browser.text(
      "return await causeway.call('buy').catch((error) => error instanceof Error)")
    XCTAssertEqual(isError, "true")
  }

  func testTheTextOfOtherErrorsStaysInTheApp() async throws {
    let page = try await open([Capability("fail", policy: .everyone, json: { _, _ in throw Secret() })])
    let answer = try await page.call("'fail'")
    XCTAssertEqual(answer, "rejected CausewayError FAILED: The app could not complete the request.")
    // The error's message is for the app's developer, so only the observation's cause contains it.
    let told = page.observations.map { observation in
      var observation = observation
      observation.cause = nil
      return observation.json.json
    }
    XCTAssertFalse(told.joined().contains("hunter2"))
    XCTAssertEqual(page.observations.compactMap(\.cause).count, 1)
  }

  func testAValueWithoutJSONFormIsMalformed() async throws {
    let page = try await open([echo])
    for value in [
      "1n", "(() => { const o = {}; o.o = o; return o; })()", "{ toJSON() { throw new Error('no\\nr x 1'); } }",
    ] {
      let answer = try await page.call("'echo', \(value)")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError MALFORMED: "), answer)
    }
    let next = try await page.call("'echo', 1")
    XCTAssertEqual(next, "1")
  }

  func testASlowRequestDoesNotHoldBackOthers() async throws {
    let waiting = Waiting()
    let page = try await open([waiting.capability, echo])
    let told = try await page.browser.text(
      """
      window.slow = causeway.call("wait");
      window.slow.then(() => { window.isOver = true; });
      const quick = await Promise.all([causeway.call("echo", 1), causeway.call("echo", 2)]);
      return quick.join() + " " + window.isOver;
      """)
    XCTAssertEqual(told, "1,2 undefined")
    waiting.finish()
    let slow = try await page.browser.text("return await window.slow")
    XCTAssertEqual(slow, "waited")
  }

  func testTwoThousandRequestsAtOnceAllSettleOnce() async throws {
    let page = try await open([echo])
    let told = try await page.browser.text(
      """
      let settled = 0;
      const calls = Array.from({ length: 2000 }, (_, number) => causeway.call("echo", number));
      for (const call of calls) call.finally(() => { settled += 1; });
      const answers = await Promise.all(calls);
      return answers.every((answer, number) => answer === number) + " " + settled;
      """)
    XCTAssertEqual(told, "true 2000")
    XCTAssertEqual(page.requests.count, 2000)
    XCTAssertEqual(page.replies.compactMap(\.call), Array(1...2000))
  }

  func testADeadlineEndsARequest() async throws {
    let waiting = Waiting()
    let page = try await open([waiting.capability])
    let answer = try await page.begin("'wait'")
    page.clock.advance(by: Limits.standard.deadline + .seconds(1))
    let told = try await answer.value
    XCTAssertTrue(told.hasPrefix("rejected CausewayError DEADLINE_EXCEEDED: "), told)
    try await eventually("the handler's cancellation") { waiting.cancelled == 1 }
  }
}
