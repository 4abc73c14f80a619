import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Streams of values and bytes from the app to a page, which reads them with `causeway.stream`.
@MainActor final class StreamTests: XCTestCase {
  private let source = NumberSource()
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ capabilities: [Capability] = []) async throws -> CausewayPage {
    let page = CausewayPage(source.capabilities + [echo] + capabilities)
    try await page.browser.open("<body>")
    return page
  }

  func testAPageReadsTheValuesInOrderAndThenTheEnd() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const values = [];
      for await (const value of causeway.stream("count", 3000)) values.push(value);
      return [values.length, values.every((value, place) => value === place)];
      """)
    XCTAssertEqual(text, "3000,true")
    try await eventually("the reply") { page.replies.count == 1 }
    XCTAssertNil(page.replies.first?.failure)
    XCTAssertEqual(page.requests.map(\.name), ["count"])
  }

  func testNoRequestIsSentBeforeTheFirstRead() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const stream = causeway.stream("count", 3);
      await causeway.call("echo");
      const { value, done } = await stream.return("enough");
      return [value, done, (await stream.next()).done];
      """)
    XCTAssertEqual(text, "enough,true,true")
    _ = try await page.call("'echo'")
    XCTAssertEqual(page.requests.map(\.name), ["echo", "echo"])
  }

  func testConcurrentReadsAreAnsweredInOrder() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const stream = causeway.stream("count", 3);
      const reads = await Promise.all(Array.from({ length: 5 }, () => stream.next()));
      return reads.map(({ value, done }) => done ? "end" : value);
      """)
    XCTAssertEqual(text, "0,1,2,end,end")
  }

  func testLeavingTheLoopCancelsTheHandler() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      let last;
      for await (const value of causeway.stream("follow", 3)) {
        last = value;
        if (value === 2) break;
      }
      return last;
      """)
    XCTAssertEqual(text, "2")
    try await eventually("the reply") { page.replies.count == 1 }
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(9) }, ["CANCELLED"])
    try await eventually("the end of the source") { source.waits == 0 }
    _ = try await page.call("'echo'")
    XCTAssertLessThanOrEqual(source.cancelled, 1)
  }

  func testATimeoutEndsTheStreamAndCancelsTheHandler() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const stream = causeway.stream("follow", 3, { timeout: 20 });
      try {
        for await (const value of stream);
      } catch (error) {
        return [error instanceof DOMException, error.name, (await stream.next()).done];
      }
      """)
    XCTAssertEqual(text, "true,TimeoutError,true")
    try await eventually("the reply") { page.replies.count == 1 }
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(9) }, ["CANCELLED"])
    try await eventually("the end of the source") { source.waits == 0 }
  }

  func testATimeoutThatIsNotReachedChangesNothing() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const values = [];
      for await (const value of causeway.stream("count", 3, { timeout: 3600000 })) values.push(value);
      return values;
      """)
    XCTAssertEqual(text, "0,1,2")
  }

  func testAStreamWithAnAbortedSignalIsNotRequested() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const signal = AbortSignal.abort(new RangeError("early"));
      const stream = causeway.stream("count", 3, { signal });
      const error = await stream.next().catch((error) => error);
      await causeway.call("echo");
      return [error === signal.reason, (await stream.next()).done];
      """)
    XCTAssertEqual(text, "true,true")
    XCTAssertEqual(page.requests.map(\.name), ["echo"])
  }

  func testAbortingTheSignalRejectsTheReadAndCancelsTheHandler() async throws {
    let page = try await open()
    _ = try await page.browser.text(
      """
      window.controller = new AbortController();
      window.stream = causeway.stream("follow", 2, { signal: controller.signal });
      window.read = (await stream.next()).value + (await stream.next()).value;
      return 1;
      """)
    try await eventually("the source") { source.waits == 1 }
    let text = try await page.browser.text(
      """
      const pending = stream.next().catch((error) => error);
      controller.abort(new RangeError("late"));
      return [read, await pending === controller.signal.reason, (await stream.next()).done];
      """)
    XCTAssertEqual(text, "1,true,true")
    try await eventually("the cancellation") { source.cancelled == 1 && page.replies.count == 1 }
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(9) }, ["CANCELLED"])
  }

  func testAnErrorOfTheSourceRejectsTheReadAfterItsValues() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      let values = "";
      const stream = causeway.stream("fail", 3);
      try {
        for await (const value of stream) values += value;
      } catch ({ name, code, message }) {
        return [values, name, code, message, (await stream.next()).done];
      }
      """)
    XCTAssertEqual(text, "012,CausewayError,SOURCE_FAILED,The source failed.,true")
  }

  func testARefusedStreamRejectsTheFirstRead() async throws {
    let page = try await open([
      Capability("never", policy: .mainFrame(of: []), streaming: { [source] (_: Int, _: Call) in source.numbers(1) })
    ])
    let text = try await page.browser.text(
      """
      const codes = [];
      for (const name of ["never", "unknown", "echo"]) {
        await causeway.stream(name, 1).next().catch(({ code }) => codes.push(code));
      }
      await causeway.call("count", 1).catch(({ code }) => codes.push(code));
      return codes;
      """)
    XCTAssertEqual(text, "REFUSED,UNKNOWN_CAPABILITY,MALFORMED,MALFORMED")
    XCTAssertEqual(source.made, 0)
  }

  func testTheAppWaitsForASlowPage() async throws {
    // The page's first credit is used up by 64 of these values.
    let page = try await open([
      Capability(
        "texts", policy: .everyone,
        streaming: { [source] (count: Int, _: Call) in
          source.numbers(count).map { _ in String(repeating: "a", count: 64 << 10) }
        })
    ])
    _ = try await page.browser.text(
      "window.stream = causeway.stream('texts', 300); return (await stream.next()).value.length")
    try await eventually("as many values as the page allows") { source.made > 60 }
    _ = try await page.browser.text("for (let n = 0; n < 100; n += 1) await causeway.call('echo'); return 1")
    XCTAssertLessThan(source.made, 75)
    let count = try await page.browser.text("let count = 1; for await (const _ of stream) count += 1; return count")
    XCTAssertEqual(count, "300")
    XCTAssertEqual(source.made, 300)
  }

  /// Both sides must count the same length for these texts: UTF-16 code units. Otherwise the credit would run out.
  func testBothSidesCountTheSameLengthForEveryText() async throws {
    let text = String(repeating: "aé漢\u{2028}😀", count: 4_000)
    let page = try await open([
      Capability(
        "texts", policy: .everyone,
        streaming: { [source] (count: Int, _: Call) in source.numbers(count).map { _ in text } })
    ])
    let told = try await page.browser.text(
      """
      const text = "aé漢\\u2028😀".repeat(4000);
      let count = 0;
      for await (const value of causeway.stream("texts", 400)) count += value === text;
      return count;
      """)
    XCTAssertEqual(told, "400")
  }
}
