import Causeway
import WebTestSupport
import XCTest

/// A long text is sent beside the JSON of its call, at the end of its packet.
@MainActor final class LongTextTests: XCTestCase {
  private func open(_ capabilities: [Capability]) async throws -> CausewayPage {
    let page = CausewayPage(capabilities, before: PostedMessages.recorder)
    try await page.browser.open("<body>")
    return page
  }

  func testALongTextArrivesUnchangedAndIsNotWrittenAsJSON() async throws {
    let page = try await open([Capability("echo", policy: .everyone, json: { value, _ in value })])
    let told = try await page.browser.text(
      #"""
      const special = 'quotes " and \\, \n r causeway 9 {"name":"echo"}\n l \0 \u2028 \u00e9 \u20ac \ud83d\ude00 </script>';
      const long = special + "x".repeat(5000) + special;
      const before = posted.length;
      const isSame = (await causeway.call("echo", long)) === long;
      const surrogate = await causeway.call("echo", "\ud800" + "x".repeat(5000));
      const isRaw = posted.slice(before).some((message) => message.includes(special + "x"));
      return [isSame, isRaw, surrogate === "\ufffd" + "x".repeat(5000)];
      """#)
    XCTAssertEqual(told, "true,true,true")
  }

  func testCallsWithLongTextsKeepTheirOrder() async throws {
    var received: [String] = []
    let page = try await open([
      Capability(
        "take", policy: .everyone,
        json: { value, _ in
          received.append(value.stringValue.map { "\($0.prefix(3))" } ?? value.json)
          return value
        })
    ])
    let told = try await page.browser.text(
      """
      const values = [1, "one" + "\\n".repeat(5000), 2, "two" + "\\n".repeat(5000), "six" + "\\n".repeat(5000), 3];
      const answers = await Promise.all(values.map((value) => causeway.call("take", value)));
      return answers.every((answer, index) => answer === values[index]);
      """)
    XCTAssertEqual(told, "true")
    XCTAssertEqual(received, ["1", "one", "2", "two", "six", "3"])
  }

  func testALongTextCountsTowardTheSizeOfItsMessage() async throws {
    var limits = Limits.standard
    limits.messageBytes = 10_000
    let page = CausewayPage([Capability("echo", policy: .everyone, json: { value, _ in value })], limits: limits)
    try await page.browser.open("<body>")
    let refused = try await page.call("'echo', 'x'.repeat(10000)")
    XCTAssertTrue(refused.hasPrefix("rejected CausewayError TOO_LARGE: "), refused)
    let next = try await page.call("'echo', 'x'.repeat(9000)")
    XCTAssertEqual(next.count, 9002)
  }
}
