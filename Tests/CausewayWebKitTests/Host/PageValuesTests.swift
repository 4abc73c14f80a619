import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Streams with which a page answers calls of the app.
@MainActor final class PageValuesTests: XCTestCase {
  private let source = NumberSource()
  private var ends: [String] = []
  private var received = 0
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ script: String) async throws -> CausewayPage {
    let page = CausewayPage(source.capabilities + [echo])
    try await page.browser.open("<body><script>\(script)</script>")
    return page
  }

  /// The values that were read, and the error that ended the stream.
  private struct Read: Equatable {
    var values: [Int] = []
    var error: PageCallError?
  }

  private func read(_ name: String, _ parameters: JSONValue? = nil, from page: CausewayPage) async throws -> Read {
    let conversation = try page.conversation
    return try await within("the values of \(name)") {
      var read = Read()
      do {
        for try await value in try conversation.values(name, parameters, of: Int.self) { read.values.append(value) }
      } catch let error as PageCallError {
        read.error = error
      }
      return read
    }
  }

  func testTheAppReadsEveryKindOfSource() async throws {
    let page = try await open(
      """
      causeway.handle("generator", async function* (count) { for (let n = 0; n < count; n += 1) yield n; });
      causeway.handle("later", async () => { await null; return (function* () { yield 1; yield 2; })(); });
      causeway.handle("array", () => [3, 4]);
      causeway.handle("none", () => []);
      causeway.handle("stream", () => new ReadableStream({ start(to) { to.enqueue(5); to.close(); } }));
      """)
    let generator = try await read("generator", 3000, from: page)
    XCTAssertEqual(generator, Read(values: Array(0..<3000)))
    for (name, values) in [("later", [1, 2]), ("array", [3, 4]), ("none", []), ("stream", [5])] {
      let read = try await read(name, from: page)
      XCTAssertEqual(read, Read(values: values), name)
    }
  }

  func testTheAppReadsBytes() async throws {
    let page = try await open(
      "causeway.handle('file', (count) => new Blob([new Uint8Array(count).fill(1), new Uint8Array(count).fill(2)]))")
    let conversation = try page.conversation
    let sums = try await within("the bytes") {
      var sums = [0, 0]
      for try await piece in try conversation.bytes("file", .number(Double(3 << 20))) {
        sums[0] += piece.count
        sums[1] += piece.sum
      }
      return sums
    }
    XCTAssertEqual(sums, [6 << 20, 9 << 20])
  }

  func testAnErrorOfThePageIsThrownAfterItsValues() async throws {
    let page = try await open(
      """
      causeway.handle("fails", async function* () { yield 1; yield 2; throw new Error("the market is closed"); });
      causeway.handle("number", () => 5);
      """)
    let fails = try await read("fails", from: page)
    XCTAssertEqual(fails, Read(values: [1, 2], error: .rejected("the market is closed")))
    let missing = try await read("missing", from: page)
    XCTAssertEqual(missing, Read(error: .rejected("the page has no handler named \"missing\"")))
    let number = try await read("number", from: page)
    guard case .rejected(let reason) = number.error else { return XCTFail("\(number)") }
    XCTAssertTrue(reason.hasPrefix("a stream needs "), reason)
  }

  func testStoppingToReadEndsThePagesGenerator() async throws {
    let page = try await open(
      """
      window.ends = [];
      causeway.handle("numbers", async function* (first, { signal }) {
        try {
          for (let number = first; ; number += 1) {
            yield number;
            await new Promise((resolve) => setTimeout(resolve));
          }
        } finally {
          ends.push(signal.aborted);
        }
      });
      """)
    let conversation = try page.conversation
    let values = try await within("three values") {
      var values: [Int] = []
      for try await value in try conversation.values("numbers", 7, of: Int.self) {
        values.append(value)
        if values.count == 3 { break }
      }
      return values
    }
    XCTAssertEqual(values, [7, 8, 9])
    let ends = try await page.browser.text(
      """
      while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve));
      await causeway.call("echo");
      return ends;
      """)
    XCTAssertEqual(ends, "true")
  }

  func testASourceThatTheHandlerReturnsAfterTheEndIsClosed() async throws {
    let page = try await open(
      """
      window.ends = [];
      window.deliveries = [];
      const late = (source) => () => new Promise((resolve) => deliveries.push(() => resolve(source)));
      causeway.handle("stream", late(new ReadableStream({ cancel: () => ends.push("stream") })));
      causeway.handle("rows", late({
        [Symbol.asyncIterator]() { return this; },
        next() { ends.push("a row was read"); return { done: true }; },
        return() { ends.push("rows"); return {}; },
      }));
      causeway.handle("none", late(undefined));
      """)
    let conversation = try page.conversation
    for name in ["stream", "rows", "none"] { _ = try conversation.values(name, of: Int.self) }
    try await eventually("the ends of the calls") { page.observations.count { $0.kind == .answer } == 3 }
    // The page handles messages in order, so it knows the ends of the calls when this answer arrives.
    _ = try await page.call("'echo'")
    let ends = try await page.browser.text(
      """
      deliveries.forEach((deliver) => deliver());
      while (ends.length < 2) await new Promise((resolve) => setTimeout(resolve));
      return ends;
      """)
    XCTAssertEqual(ends, "stream,rows")
  }

  func testACancelledCallAbortsTheSignalOfItsHandler() async throws {
    let page = try await open(
      """
      causeway.handle("wait", (_, { signal }) => new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          window.wasAborted = signal.aborted;
          reject(signal.reason);
        });
      }));
      """)
    let conversation = try page.conversation
    let call = Task { try await conversation.call("wait", deadline: .never) }
    try await eventually("the call") { page.observations.contains { $0.kind == .call } }
    // The page handles messages in order, so it has received the call when this answer arrives.
    _ = try await page.call("'echo'")
    call.cancel()
    _ = await call.result
    let text = try await page.browser.text(
      "while (!window.wasAborted) await new Promise((resolve) => setTimeout(resolve)); return wasAborted")
    XCTAssertEqual(text, "true")
  }

  /// Reads a stream, and records how the reading ends.
  private func note(_ kind: String, _ read: @MainActor () async throws -> Void) async {
    do {
      try await read()
      ends.append("\(kind) complete")
    } catch {
      ends.append(kind)
    }
  }

  /// One stream of each kind is open when the document goes away.
  func testANavigationEndsTheAppsSideOfEachStreamOnce() async throws {
    let upload = Capability(
      "read", policy: .everyone,
      receiving: { [unowned self] (_: JSONValue, values: PageValues<Int>, _: Call) -> Int in
        await note("upload") { for try await _ in values {} }
        return 1
      })
    let page = CausewayPage(source.capabilities + [echo, upload])
    try await page.browser.open(
      """
      <body><script>
      const wait = () => new Promise(() => {});
      const endless = async function* () { yield 1; await wait(); };
      causeway.handle("endless", endless);
      causeway.upload("read", null, endless());
      (async () => { for await (const _ of causeway.stream("follow", 2)); })();
      </script>
      """)
    let conversation = try page.conversation
    let reader = Task {
      await note("answer") {
        for try await _ in try conversation.values("endless", of: Int.self) { self.received += 1 }
      }
    }
    try await eventually("the streams") { source.waits == 1 && received == 1 && page.requests.count == 2 }
    try await page.browser.open("<body>", at: "test://page.example/next")
    try await within("the end of the answer") { await reader.value }
    try await eventually("the ends") { source.cancelled == 1 && ends.count == 2 && page.replies.count == 2 }
    _ = try await page.call("'echo'")
    XCTAssertEqual(ends.sorted(), ["answer", "upload"])
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(13) }, ["DOCUMENT_GONE", "DOCUMENT_GONE", nil])
    XCTAssertEqual(source.cancelled, 1)
  }
}
