import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Streams of values and bytes from a page to the app, which the page sends with `causeway.upload`.
@MainActor final class UploadTests: XCTestCase {
  /// The outcomes of the handlers of `read`: the number of values, and the error.
  private var ends: [String] = []
  private let gate = Gate()

  /// `add` and `sum` read everything, and `first` and `firstPiece` return after the first element. `read` records in
  /// ``ends`` how the stream ended; with the parameter `true` it returns a value even after an error. `slow` waits at
  /// the gate after the first value, and returns the number of values.
  private var capabilities: [Capability] {
    [
      Capability(
        "add", policy: .everyone,
        receiving: { (start: Int, values: PageValues<Int>, _: Call) in try await values.reduce(start, +) }),
      Capability(
        "sum", policy: .everyone,
        receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _: Call) -> [Int] in
          var (count, sum) = (0, 0)
          for try await piece in pieces {
            count += piece.count
            sum += piece.sum
          }
          return [count, sum]
        }),
      Capability(
        "first", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<Int>, _: Call) in
          try await values.first { @Sendable _ in true } ?? -1
        }),
      Capability(
        "firstPiece", policy: .everyone,
        receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _: Call) -> Int in
          try await pieces.first { @Sendable _ in true }?.count ?? -1
        }),
      Capability(
        "read", policy: .everyone,
        receiving: { [unowned self] (isForgiving: Bool, values: PageValues<Int>, _: Call) -> Int in
          var count = 0
          do {
            for try await _ in values { count += 1 }
            ends.append("\(count) and the end")
          } catch {
            ends.append("\(count) and \(error)")
            if !isForgiving { throw error }
          }
          return count
        }),
      Capability(
        "slow", policy: .everyone,
        receiving: { [gate] (_: JSONValue, texts: PageValues<String>, _: Call) -> Int in
          var count = 0
          for try await _ in texts {
            count += 1
            if count == 1 { await gate.pass() }
          }
          return count
        }),
      Capability("echo", policy: .everyone, json: { value, _ in value }),
    ]
  }

  private func open() async throws -> CausewayPage {
    let page = CausewayPage(capabilities)
    try await page.browser.open("<body>")
    return page
  }

  func testValuesOfEveryKindOfSourceArrive() async throws {
    let page = try await open()
    for (source, expected) in [
      ("[1, 2, 3]", "16"), ("[]", "10"), ("new Set([4, 5])", "19"),
      ("Array.from({ length: 5000 }, () => 1)", "5010"),
      ("(function* () { yield 1; yield 2; })()", "13"),
      ("(async function* () { yield 1; await null; yield 2; })()", "13"),
      ("{ async *[Symbol.asyncIterator]() { yield 7; } }", "17"),
      ("{ [Symbol.iterator]: () => [8, 9].values() }", "27"),
      ("new ReadableStream({ start(controller) { controller.enqueue(4); controller.close(); } })", "14"),
    ] {
      let text = try await page.browser.text("return await causeway.upload('add', 10, \(source))")
      XCTAssertEqual(text, expected, source)
    }
  }

  func testValuesThatAreNoSourceAreRefused() async throws {
    let page = try await open()
    for source in ["'text'", "{}", "12", "null", "undefined", "{ [Symbol.iterator]: 1 }"] {
      let text = try await page.browser.text(
        "return await causeway.upload('add', 1, \(source)).catch(({ name, message }) => name + ': ' + message)")
      XCTAssertTrue(text.hasPrefix("TypeError: a stream needs "), "\(source): \(text)")
    }
    let wrongKind = try await page.browser.text(
      """
      const code = ({ code }) => code;
      return [
        await causeway.upload("add", 1, new Uint8Array(1)).catch(code),
        await causeway.upload("sum", null, [1]).catch(code), await causeway.upload("echo", 1, [1]).catch(code),
        await causeway.upload("add", 1, ["text"]).catch(code),
      ];
      """)
    XCTAssertEqual(wrongKind, "MALFORMED,MALFORMED,MALFORMED,INVALID_PARAMETERS")
  }

  func testBothSidesCountTheSameLengthForEveryText() async throws {
    let page = try await open()
    gate.open()
    let text = try await page.browser.text(
      """
      const text = "aé漢\\u2028\\ud800\\ud83d\\ude00".repeat(4000);
      return await causeway.upload("slow", null, (function* () { for (let n = 0; n < 100; n += 1) yield text; })());
      """)
    XCTAssertEqual(text, "100")
  }

  func testThePageWaitsForASlowApp() async throws {
    let page = try await open()
    _ = try await page.browser.text(
      """
      window.made = 0;
      window.answer = causeway.upload("slow", null, (async function* () {
        for (; made < 200; made += 1) yield "a".repeat(64 << 10);
      })());
      return 1;
      """)
    try await eventually("the first value") { gate.count == 1 }
    let made = try await page.browser.text("for (let n = 0; n < 50; n += 1) await causeway.call('echo'); return made")
    XCTAssertLessThan(Int(made) ?? .max, 30)
    gate.open()
    let count = try await page.browser.text("return await answer")
    XCTAssertEqual(count, "200")
  }

  func testASourceThatThrowsRejectsWithItsOwnError() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const own = new RangeError("no more disk");
      const numbers = function* () { yield 1; yield 2; throw own; };
      const strict = await causeway.upload("read", false, numbers()).catch((error) => error);
      const forgiving = await causeway.upload("read", true, numbers()).catch((error) => error);
      return [strict === own, forgiving];
      """)
    XCTAssertEqual(text, "true,2")
    XCTAssertEqual(ends, Array(repeating: "2 and \(PageCallError.rejected("no more disk"))", count: 2))
  }

  func testTransferringTheBufferDuringTheUploadEndsIt() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const buffer = new ArrayBuffer(12 << 20);
      const source = {
        [Symbol.asyncIterator]: () => ({
          next: () => ({
            done: false,
            get value() {
              // Transfer the buffer after its first part was sent, because the app has granted credit only for that
              // part.
              queueMicrotask(() => structuredClone(buffer, { transfer: [buffer] }));
              return buffer;
            },
          }),
        }),
      };
      return await causeway.upload("sum", null, source).catch((error) => error.name);
      """)
    XCTAssertEqual(text, "TypeError")
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(6) }, ["FAILED"])
  }

  func testAHandlerThatReturnsEarlyClosesTheSource() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      const closed = [];
      async function* numbers() {
        try {
          for (let number = 7; ; number += 1) {
            yield number;
            await turn();
          }
        } finally {
          closed.push("generator");
        }
      }
      const first = await causeway.upload("first", null, numbers());
      while (closed.length < 1) await turn();
      const piece = await causeway.upload("firstPiece", null, new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)),
        cancel: () => closed.push("stream"),
      }));
      while (closed.length < 2) await turn();
      await causeway.call("echo");
      return [first, piece, closed];
      """)
    XCTAssertEqual(text, "7,\(1 << 20),generator,stream")
  }

  func testAbortingTheSignalClosesTheSourceAndEndsTheHandler() async throws {
    let page = try await open()
    let text = try await page.browser.text(
      """
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      let made = 0, isClosed = false;
      async function* numbers() {
        try {
          for (; ; made += 1) {
            yield made;
            await turn();
          }
        } finally {
          isClosed = true;
        }
      }
      const early = AbortSignal.abort(new RangeError("early"));
      const refused = await causeway.upload("read", false, numbers(), { signal: early }).catch((error) => error);
      const controller = new AbortController();
      const answer = causeway.upload("read", false, numbers(), { signal: controller.signal }).catch((error) => error);
      while (made < 3) await turn();
      controller.abort(new RangeError("late"));
      const error = await answer;
      while (!isClosed) await turn();
      return [refused === early.reason, error === controller.signal.reason];
      """)
    XCTAssertEqual(text, "true,true")
    try await eventually("the handler's end") { ends.count == 1 }
    XCTAssertTrue(ends[0].hasSuffix(" and CancellationError()"), ends[0])
    _ = try await page.call("'echo'")
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(9) }, ["CANCELLED", nil])
  }
}
