import Causeway
import CausewayWebKit
import WebTestSupport
import XCTest

/// Frames that send their own packets to the native handler.
@MainActor final class ForgedPacketTests: XCTestCase {
  private let who = Capability("who", policy: .everyone, json: { _, call in .string("\(call.frame)") })

  /// Posts `body` to the native handler, and returns `resolved …` or `rejected …`.
  private func post(_ body: String, _ page: CausewayPage, in frame: SubFrame?) async throws -> String {
    try await page.browser.text(
      """
      return await webkit.messageHandlers.causeway.postMessage(\(body))
        .then((value) => "resolved " + value, (error) => "rejected " + error.message);
      """, in: frame)
  }

  private func open() async throws -> CausewayPage {
    let page = CausewayPage([who], before: PostedMessages.recorder)
    try await page.browser.open(with: [.crossOrigin, .sameOrigin, .data])
    return page
  }

  private func expectUndisturbed(_ page: CausewayPage, line: UInt = #line) async throws {
    let main = try await page.call("'who'")
    XCTAssertEqual(main, "\"main frame of test://page.example\"", line: line)
    let sub = try await page.call("'who'", in: .crossOrigin)
    XCTAssertEqual(sub, "\"sub-frame of test://other.example\"", line: line)
    XCTAssertEqual(page.bridge.frames.count, 4, line: line)
  }

  func testGuessedNamesAreRefused() async throws {
    let page = try await open()
    let request = "r causeway 1 {\\\"name\\\":\\\"who\\\"}"
    for name in ["'0'.repeat(32)", "'f'.repeat(32)", "'0123456789abcdef'.repeat(2)"] {
      for packet in [request, "-", "", "c 1", "a 1 1"] {
        let told = try await post("\(name) + \"\(packet)\"", page, in: .crossOrigin)
        XCTAssertEqual(told, "rejected No conversation with this document is open.", packet)
      }
    }
    XCTAssertTrue(page.requests.isEmpty)
    try await expectUndisturbed(page)
  }

  /// A leaked name is valid only in the frame that it belongs to.
  func testTheNameOfAnotherFrameIsRefused() async throws {
    let page = try await open()
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    let packets = ["r causeway 1 {\\\"name\\\":\\\"who\\\"}", "-", "+\(name)\(name)", ""]
    for frame in [SubFrame.crossOrigin, .sameOrigin, .data] {
      for packet in packets {
        let told = try await post("\"\(name)\(packet)\"", page, in: frame)
        XCTAssertEqual(told, "rejected No conversation with this document is open.", "\(frame) \(packet)")
      }
    }
    XCTAssertTrue(page.requests.isEmpty)
    try await expectUndisturbed(page)
  }

  func testMalformedPacketsAreRefused() async throws {
    let page = try await open()
    let garbage = [
      "1", "null", "true", "{}", "[]", "''", "'x'", "'+'", "'0'.repeat(31)", "'G'.repeat(32) + '+'",
      "'A'.repeat(32) + '+'", "'0'.repeat(32) + '+'", "'0'.repeat(32) + '+' + 'g'.repeat(32)", "'0'.repeat(32) + '>1'",
      "'é'.repeat(40)", "'\\u0000'.repeat(64)", "new Date(0)", "{ toString() { return '0'.repeat(32) + '+'; } }",
    ]
    for body in garbage {
      for frame in [nil, SubFrame.crossOrigin] {
        let told = try await post(body, page, in: frame)
        XCTAssertTrue(told.hasPrefix("rejected "), "\(body): \(told)")
      }
    }
    try await expectUndisturbed(page)
  }

  /// A page that finds the name of its own conversation can send any line, but can break only this conversation.
  func testMalformedLinesWithThePagesOwnNameAreDiscarded() async throws {
    let page = try await open()
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    let lines = [
      "zzz", "r", "r causeway", "r causeway x {}", "r causeway -1 {}", "r causeway 99999999999999999999999 {}",
      "r none 7 {}",
      "c 77", "c x", "a 5 1", "e 5 x", "r causeway 5000 {", "m causeway [[[", "m none 1", "   ", "q causeway 1 {}",
      "s 1 1", "r causeway __proto__ {}", "r causeway constructor {}", "r causeway 1e3 {}", "r causeway 0x1 {}",
      "r causeway +7 {}", "r __proto__ 7 {}", "c __proto__", "a toString 1",
      "l", "l causeway", "l causeway x =a {}\\nb", "l none 8 =a {}\\nb", "l causeway 9 =parameters [\\nb",
      "l causeway 10 =__proto__ {}\\n{}", "l causeway 11 =", "l causeway 12 ==a {}\\nb",
    ]
    for line in lines {
      _ = try await page.browser.text("webkit.messageHandlers.causeway.postMessage('\(name)\(line)'); return 1")
    }
    try await eventually("the discarded lines") { page.observations.filter { $0.kind == .discarded }.count >= 20 }
    let sub = try await page.call("'who'", in: .crossOrigin)
    XCTAssertEqual(sub, "\"sub-frame of test://other.example\"")
    try await page.browser.load("test://page.example/")
    try await expectUndisturbed(page)
  }

  func testNewNamesFromOneFrameDoNotEndOtherConversations() async throws {
    let page = try await open()
    _ = try await page.browser.text(
      """
      for (let number = 0; number < 200; number += 1) {
        const name = number.toString(16).padStart(32, "0");
        webkit.messageHandlers.causeway.postMessage(name + "+" + name + name).catch(() => {});
      }
      return 1;
      """, in: .crossOrigin)
    let main = try await page.call("'who'")
    XCTAssertEqual(main, "\"main frame of test://page.example\"")
    let sub = try await page.call("'who'", in: .crossOrigin)
    XCTAssertEqual(sub, "\"sub-frame of test://other.example\"")
  }

  func testTheNumberOfDocumentsOfOneOriginIsLimited() async throws {
    let page = try await open()
    page.browser.site["test://page.example/frame"] =
      "<script>causeway.call('who').then(() => top.taken += 1, () => top.refused += 1)</script>"
    let told = try await page.browser.text(
      """
      window.taken = window.refused = 0;
      for (let number = 0; number < \(WebViewHost.maximumDocuments); number += 1) {
        const frame = document.createElement("iframe");
        frame.src = "test://page.example/frame";
        document.body.append(frame);
        await new Promise((resolve) => (frame.onload = resolve));
      }
      while (taken + refused < \(WebViewHost.maximumDocuments)) await new Promise((resolve) => setTimeout(resolve));
      return JSON.stringify([taken, refused]);
      """)
    // The limit includes the page itself and its first frame. The order of the answers is not tested, because WebKit
    // determines it.
    XCTAssertEqual(told, "[\(WebViewHost.maximumDocuments - 2),2]")
    let other = try await page.call("'who'", in: .crossOrigin)
    XCTAssertEqual(other, "\"sub-frame of test://other.example\"")
  }

  func testMessagesThatWaitForALifeAreLimitedInNumberAndSize() async throws {
    for (count, size, refused) in [(WebViewHost.maximumDocuments + 5, 0, 5), (4, 100_000, 1)] {
      var limits = Limits.standard
      limits.messageBytes = 100_100
      let page = CausewayPage(limits: limits)
      try await page.browser.open("<body>")
      let told = try await page.browser.text(
        """
        const told = { waits: 0, refused: 0 };
        const name = "a".repeat(32);
        for (let number = 0; number < \(count); number += 1) {
          const message = name + (number ? "x".repeat(\(size)) : "+" + name + name);
          webkit.messageHandlers.causeway.postMessage(message).catch(({ message }) => {
            if (message === "Too many messages of this page wait for the app.") told.refused += 1;
          });
        }
        while (told.refused < \(refused)) await new Promise((resolve) => setTimeout(resolve));
        return told.refused;
        """)
      XCTAssertEqual(told, "\(refused)", "\(count) messages of \(size) bytes")
      let main = try await page.call("'none'")
      XCTAssertTrue(main.contains("UNKNOWN_CAPABILITY"), main)
    }
  }
}
