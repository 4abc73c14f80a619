import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Frames that send lines for the streams of other frames.
@MainActor final class StreamForgeryTests: XCTestCase {
  private var capabilities: [Capability] {
    [
      // Each stream has its own source, because two streams of one source would share its numbers.
      Capability(
        "count", policy: .everyone, streaming: { (count: Int, _: Call) in NumberSource().numbers(count) }),
      Capability(
        "tell", policy: .everyone,
        streaming: { (count: Int, call: Call) in NumberSource().numbers(count).map { "\(call.frame): \($0)" } }),
      Capability(
        "add", policy: .everyone,
        receiving: { (start: Int, values: PageValues<Int>, _: Call) in try await values.reduce(start, +) }),
      Capability("echo", policy: .everyone, json: { value, _ in value }),
    ]
  }

  func testTwoFramesHaveSeparateStreams() async throws {
    let page = CausewayPage(capabilities)
    try await page.browser.open(with: [.crossOrigin, .sameOrigin])
    let expected: [(frame: SubFrame?, description: String)] = [
      (nil, "main frame of test://page.example"), (.sameOrigin, "sub-frame of test://page.example"),
      (.crossOrigin, "sub-frame of test://other.example"),
    ]
    let answers = expected.enumerated().map { index, place in
      Task {
        try await page.browser.text(
          """
          const sum = causeway.upload("add", \(index), (async function* () {
            for (let n = 0; n < 2000; n += 1) yield \(index + 1);
          })());
          let count = 0;
          for await (const text of causeway.stream("tell", 2000)) {
            count += text === "\(place.description): " + count;
          }
          return [count, await sum];
          """, in: place.frame)
      }
    }
    for (index, answer) in answers.enumerated() {
      let text = try await answer.value
      XCTAssertEqual(text, "2000,\(2000 * (index + 1) + index)", expected[index].description)
    }
  }

  /// Forged lines of streams, with the numbers of the other frame's streams.
  private static let lines = [
    "v 1 666", "v 2 666", "w 1 1", "w 2 1", "z 1 ", "z 2 \\\"forged\\\"", "g 1 1000000", "g 2 1", "c 1", "c 2",
    "i 1 666", "j 1 1", "a 1 ", "e 1 \\\"forged\\\"", "r causeway 77 {\\\"name\\\":\\\"echo\\\"}",
  ]

  private func beginStreams(_ page: CausewayPage, in frame: SubFrame?) async throws {
    let before = page.requests.count
    let first = try await page.browser.text(
      """
      const goes = new Promise((resolve) => { window.go = resolve; });
      window.sum = causeway.upload("add", 0, (async function* () { yield 1; await goes; yield 2; })());
      window.stream = causeway.stream("count", 3);
      return (await stream.next()).value;
      """, in: frame)
    XCTAssertEqual(first, "0")
    try await eventually("the streams") { page.requests.count == before + 2 }
  }

  private func finishStreams(_ page: CausewayPage, in frame: SubFrame?) async throws -> String {
    try await page.browser.text(
      """
      go();
      let values = "";
      for await (const value of stream) values += value;
      return values + " " + await sum;
      """, in: frame)
  }

  func testLinesWithThePagesOwnNameDoNotReachStreamsOfAnotherFrame() async throws {
    let page = CausewayPage(capabilities, before: PostedMessages.recorder)
    try await page.browser.open(with: [.crossOrigin])
    try await beginStreams(page, in: .crossOrigin)
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    for line in Self.lines {
      _ = try await page.browser.text("webkit.messageHandlers.causeway.postMessage('\(name)\(line)'); return 1")
    }
    try await eventually("the last line") { page.requests.contains { $0.name == "echo" } }
    let end = try await finishStreams(page, in: .crossOrigin)
    XCTAssertEqual(end, "12 3")
  }

  /// The name of the page's document must be unknown to other frames. The test gives this name to a sub-frame, because
  /// no leak could be worse.
  func testLinesWithALeakedNameAreRefused() async throws {
    let page = CausewayPage(capabilities, before: PostedMessages.recorder)
    try await page.browser.open(with: [.crossOrigin])
    try await beginStreams(page, in: nil)
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    for line in Self.lines {
      let told = try await page.browser.text(
        """
        return await webkit.messageHandlers.causeway.postMessage("\(name)\(line)")
          .then((value) => "resolved " + value, (error) => error.message);
        """, in: .crossOrigin)
      XCTAssertEqual(told, "No conversation with this document is open.", line)
    }
    let end = try await finishStreams(page, in: nil)
    XCTAssertEqual(end, "12 3")
  }
}
