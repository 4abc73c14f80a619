import Causeway
import Foundation
import WebTestSupport
import XCTest

/// Values that are too large or too deep, from the page and from the app.
@MainActor final class SizeAttackTests: XCTestCase {
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ script: String = "", messageBytes: Int = Limits.standard.messageBytes) async throws
    -> CausewayPage
  {
    var limits = Limits.standard
    limits.messageBytes = messageBytes
    let page = CausewayPage([echo], limits: limits, before: PostedMessages.recorder)
    try await page.browser.open("<body><script>\(script)</script>")
    return page
  }

  private func expectUndisturbed(_ page: CausewayPage, line: UInt = #line) async throws {
    let next = try await page.call("'echo', 'next'")
    XCTAssertEqual(next, "\"next\"", line: line)
  }

  /// Calls a handler of the page, and returns a description of the error.
  private func refusal(of name: String, _ page: CausewayPage) async throws -> String {
    let conversation = try page.conversation
    do {
      let value = try await within("an answer") { try await conversation.call(name) }
      return "answered \(value?.json.prefix(40) ?? "undefined")"
    } catch let error as PageCallError {
      return "\(error)"
    }
  }

  // MARK: Large

  private static let large = [
    "'x'.repeat(64 << 20)", "Array.from({ length: 64 }, () => ({ text: 'x'.repeat(1 << 20) }))",
  ]

  func testOnlyTheMessageThatIsTooLargeIsRefused() async throws {
    let page = try await open()
    for value in Self.large {
      let answer = try await page.call("'echo', \(value)")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError TOO_LARGE: "), "\(value): \(answer)")
      XCTAssertTrue(answer.contains("the limit is 33554432 bytes"), "\(value): \(answer)")
      try await expectUndisturbed(page)
    }
    XCTAssertTrue(page.observations.allSatisfy { $0.json.json.utf8.count < 4096 })
  }

  /// The first refusals run before the first measurement, because a process does not return all memory at once.
  func testRefusedLargeMessagesAreReleased() async throws {
    let page = try await open(messageBytes: 1 << 20)
    func refuse(_ count: Int) async throws {
      for _ in 0..<count {
        let answer = try await page.call("'echo', 'x'.repeat(4 << 20)")
        XCTAssertTrue(answer.hasPrefix("rejected CausewayError TOO_LARGE: "), answer)
      }
    }
    try await refuse(4)
    let before = try residentBytes ?? 0
    try await refuse(16)
    // The engine's other threads release their copies of a message later than the app gets it.
    try await eventually("the release of most of the 64 MiB that the app refused") {
      ((try? self.residentBytes) ?? 0) - before < 32 << 20
    }
  }

  /// The memory of this process, in bytes; nil if the system does not report it.
  private var residentBytes: Int? {
    get throws {
      #if os(Linux)
      return try Int(String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]).map {
        $0 * 4096
      }
      #else
      return nil
      #endif
    }
  }

  func testAnAnswerThatIsTooLargeFailsTheAppsCall() async throws {
    let page = try await open("causeway.handle('large', () => 'x'.repeat(8 << 20))", messageBytes: 1 << 20)
    let told = try await refusal(of: "large", page)
    XCTAssertTrue(told.contains("the answer has 8388610 bytes; the limit is 1048576 bytes"), told)
    try await expectUndisturbed(page)
  }

  func testOtherRequestsBesideALargeOneAreServed() async throws {
    let page = try await open(messageBytes: 1 << 20)
    let told = try await page.browser.text(
      """
      const ends = await Promise.allSettled([
        causeway.call("echo", 1), causeway.call("echo", "x".repeat(8 << 20)), causeway.call("echo", 2)]);
      return ends.map(({ value, reason }) => value ?? reason.code).join();
      """)
    XCTAssertEqual(told, "1,TOO_LARGE,2")
  }

  func testSmallMessagesDoNotOvertakeLargeOnes() async throws {
    var told: [Int] = []
    let page = CausewayPage([
      Capability(
        "told", policy: .everyone,
        json: { value, _ in
          told.append(value.stringValue?.utf8.count ?? 0)
          return nil
        })
    ])
    try await page.browser.open(
      "<body><script>heard = []; causeway.on('e', (text) => heard.push(text.length))</script>")
    _ = try await page.browser.text(
      "for (const size of [512 << 10, 1, 256 << 10, 2]) { causeway.send('told', 'x'.repeat(size)); await null; await null; } return 1"
    )
    try await eventually("the messages") { told.count == 4 }
    XCTAssertEqual(told, [512 << 10, 1, 256 << 10, 2])
    for size in [512 << 10, 1, 256 << 10, 2] {
      try page.conversation.send(event: "e", data: .string(String(repeating: "x", count: size)))
      await Task.yield()
    }
    let heard = try await page.browser.text(
      "while (heard.length < 4) await new Promise((resolve) => setTimeout(resolve)); return heard.join()")
    XCTAssertEqual(heard, "524288,1,262144,2")
  }

  /// A sparse array is short in JavaScript, but its JSON text is long.
  func testALongSparseArrayIsTooLarge() async throws {
    let page = try await open(messageBytes: 1 << 20)
    let answer = try await page.call("'echo', Object.assign([], { length: 1 << 20 })")
    XCTAssertTrue(answer.hasPrefix("rejected CausewayError TOO_LARGE: "), answer)
    let text = try await page.call("'echo', Object.assign([], { length: 4 })")
    XCTAssertEqual(text, "[null,null,null,null]")
  }

  // MARK: Deep

  private static let deep = [
    "(() => { let v = 1; for (let n = 0; n < 100000; n += 1) v = [v]; return v; })()",
    "(() => { let v = 1; for (let n = 0; n < 20000; n += 1) v = { v }; return v; })()",
    "(() => { let v = 1; for (let n = 0; n < 600; n += 1) v = [{ v }]; return v; })()",
  ]

  func testOnlyTheMessageThatIsTooDeepIsRefused() async throws {
    let page = try await open()
    for value in Self.deep {
      let answer = try await page.call("'echo', \(value)")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError MALFORMED: "), "\(value): \(answer.prefix(200))")
      try await expectUndisturbed(page)
    }
  }

  func testAnAnswerThatIsTooDeepFailsTheAppsCall() async throws {
    let page = try await open()
    for value in Self.deep {
      _ = try await page.browser.text("causeway.handle('deep', () => \(value)); return 1")
      let told = try await refusal(of: "deep", page)
      XCTAssertTrue(told.hasPrefix("the page answered with an error: "), "\(value): \(told.prefix(200))")
      try await expectUndisturbed(page)
    }
  }

  /// The page posts the packets itself, without the runtime. This breaks the page's conversation, because the app sends
  /// its messages in answers to the page's packets. The next page has a working conversation.
  func testADeepPacketWithThePagesOwnNameIsRefused() async throws {
    let page = try await open()
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    for text in [
      "'['.repeat(1e5)", "'{\"a\":'.repeat(1e5)", "'['.repeat(1e5) + ']'.repeat(1e5)", "'[[{\"a\":'.repeat(1e5)",
    ] {
      for line in ["r causeway 900 ", "m causeway ", "a 1 ", "e 1 "] {
        _ = try await page.browser.text(
          "webkit.messageHandlers.causeway.postMessage('\(name)\(line)' + \(text)); return 1")
      }
    }
    try await eventually("eight refusals") { page.replies.count { $0.failure?.hasPrefix("MALFORMED") == true } == 8 }
    try await page.browser.load("test://page.example/")
    try await expectUndisturbed(page)
  }
}
