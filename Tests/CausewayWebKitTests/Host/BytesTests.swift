import Causeway
import CausewayJSON
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Bytes that are sent beside messages: through the URL scheme, or as text if the page or WebKit forbids the scheme.
@MainActor final class BytesTests: XCTestCase {
  private struct Page {
    var html: String
    var url = "test://page.example/"
  }

  /// Pages whose bytes are sent through the scheme, and pages whose bytes are sent as text: one page forbids the
  /// scheme, and one has an HTTPS origin, where WebKit blocks the app's scheme as mixed content.
  private static let pages = [
    "scheme": Page(html: "<title>By the scheme</title>"),
    "text": Page(
      html: "<meta http-equiv=Content-Security-Policy content=\"connect-src 'none'\"><title>As text</title>"),
    "text of HTTPS": Page(html: "<title>As text</title>", url: "https://page.example/"),
  ]

  /// `sum` returns the count and the sum of the bytes in the call. `make` returns the given number of bytes, whose
  /// values count up from 0.
  private static var capabilities: [Capability] {
    [
      Capability("sum", policy: .everyone) { (_: JSONValue, call: Call) -> [Int] in
        guard let bytes = call.bytes else { return [] }
        return [bytes.count, bytes.array.reduce(0) { $0 + Int($1) }]
      },
      Capability("make", policy: .everyone, bytes: { (count: Int, _) in Bytes(Self.counting(count)) }),
    ]
  }

  /// Returns bytes that count up from 0. Copies the bytes from a table, because a closure for each byte of several
  /// megabytes takes seconds in a debug build.
  private static func counting(_ count: Int) -> [UInt8] {
    let table = (0...255).map { UInt8($0) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 255)
    while bytes.count < count { bytes += table }
    return Array(bytes.prefix(count))
  }

  private func open(_ shown: Page, limits: Limits = .standard) async throws -> CausewayPage {
    let page = CausewayPage(Self.capabilities, limits: limits)
    try await page.browser.load(html: shown.html, at: shown.url)
    return page
  }

  func testTheHandlerGetsTheBytesOfEveryKind() async throws {
    for (way, shown) in Self.pages {
      let page = try await open(shown)
      for (kind, expected) in [
        ("new Uint8Array([1, 2, 3]).buffer", "[3,6]"),
        ("new Uint8Array([1, 2, 3, 4]).subarray(1, 3)", "[2,5]"),
        ("new DataView(new Uint8Array([7, 8]).buffer)", "[2,15]"),
        ("new Blob([new Uint8Array([9]), 'a'])", "[2,106]"),
        ("new Uint8Array(0)", "[0,0]"),
        ("new Uint8Array(1 << 20).fill(3)", "[1048576,3145728]"),
        ("new Blob([new Uint8Array(1 << 18).fill(1)])", "[262144,262144]"),
      ] {
        let answer = try await page.call("'sum', null, { bytes: \(kind) }")
        XCTAssertEqual(answer, expected, "\(kind) by \(way)")
      }
    }
  }

  func testTheHandlerOfACallWithoutBytesGetsNone() async throws {
    let page = try await open(Page(html: ""))
    let answer = try await page.call("'sum'")
    XCTAssertEqual(answer, "[]")
  }

  func testThePageGetsAnArrayBuffer() async throws {
    for (way, shown) in Self.pages {
      let page = try await open(shown)
      for count in [0, 1, 300, 1 << 20, 5 << 20] {
        let text = try await page.browser.text(
          """
          const buffer = await causeway.call("make", \(count));
          const bytes = new Uint8Array(buffer);
          return [buffer.constructor.name, bytes.length, bytes.every((byte, place) => byte === (place & 255))];
          """)
        XCTAssertEqual(text, "ArrayBuffer,\(count),true", "by \(way)")
      }
    }
  }

  func testAnHTTPSPageSendsItsBytesInMessages() async throws {
    let page = CausewayPage(Self.capabilities, before: PostedMessages.recorder)
    try await page.browser.load(html: "", at: "https://page.example/")
    let text = try await page.browser.text(
      """
      const answer = await causeway.call("sum", null, { bytes: new Uint8Array(1 << 20) });
      const made = await causeway.call("make", 5 << 20);
      return [answer[0], made.byteLength, posted.some((message) => message.length > 1 << 20)];
      """)
    XCTAssertEqual(text, "1048576,5242880,true")
  }

  func testLargeBytesAreSentThroughTheScheme() async throws {
    let page = CausewayPage(Self.capabilities, before: PostedMessages.recorder)
    try await page.browser.open("")
    let text = try await page.browser.text(
      """
      await causeway.call("sum", null, { bytes: new Uint8Array(1 << 20) });
      await causeway.call("make", 5 << 20);
      return posted.reduce((longest, message) => Math.max(longest, message.length), 0) < 1000;
      """)
    XCTAssertEqual(text, "true")
  }

  func testEveryKindOfSubFrameCanPassBytes() async throws {
    let page = CausewayPage(Self.capabilities)
    try await page.browser.open(with: SubFrame.allCases)
    for frame in SubFrame.allCases {
      let answer = try await page.call("'sum', null, { bytes: new Uint8Array(100000).fill(1) }", in: frame)
      XCTAssertEqual(answer, "[100000,100000]", "\(frame)")
    }
  }

  func testValuesThatAreNoBytesThrowInThePage() async throws {
    let page = try await open(Page(html: ""))
    for value in ["'text'", "{}", "[1, 2]", "12", "null", "{ byteLength: 4 }"] {
      let answer = try await page.call("'sum', null, { bytes: \(value) }")
      XCTAssertEqual(
        answer, "rejected Error undefined: bytes must be an ArrayBuffer, a view of one, or a Blob", value)
    }
  }

  func testBytesBeyondTheLimitAreRefused() async throws {
    var limits = Limits.standard
    limits.waitingBytes = 100_000
    for (way, shown) in Self.pages {
      let page = try await open(shown, limits: limits)
      let tooMany = try await page.call("'sum', null, { bytes: new Uint8Array(100001) }")
      XCTAssert(tooMany.hasPrefix("rejected Error undefined: "), "\(tooMany) by \(way)")
      let result = try await page.call("'make', 100001")
      XCTAssert(result.hasPrefix("rejected CausewayError BYTES_NOT_CARRIED"), "\(result) by \(way)")
      let justEnough = try await page.call("'sum', null, { bytes: new Uint8Array(100000) }")
      XCTAssertEqual(justEnough, "[100000,0]", "bytes that were received still take up room, by \(way)")
    }
  }

  func testChangingTheBytesAfterTheCallDoesNotChangeTheMessage() async throws {
    let page = try await open(Page(html: ""))
    let text = try await page.browser.text(
      """
      const bytes = new Uint8Array(100000).fill(1);
      const answer = causeway.call("sum", null, { bytes });
      bytes.fill(9);
      return (await answer)[1];
      """)
    XCTAssertEqual(text, "100000")
  }

  func testAbortingACallDuringTheTransferReleasesItsBytes() async throws {
    var limits = Limits.standard
    limits.waitingBytes = 3 << 19
    for (way, shown) in Self.pages {
      let page = try await open(shown, limits: limits)
      for round in 0..<3 {
        let text = try await page.browser.text(
          """
          const controller = new AbortController();
          const aborted = causeway.call("sum", -1, { bytes: new Uint8Array(1 << 20), signal: controller.signal });
          controller.abort();
          return [await aborted.catch((error) => error.name), (await causeway.call("sum", \(round))).length];
          """)
        XCTAssertEqual(text, "AbortError,0", way)
      }
      // The limit has room for only one of the requests at a time.
      try await eventually("the third request") { [page] in
        page.requests.count >= 3
      }
      let answer = try await page.browser.text(
        """
        // The room of the earlier requests becomes free soon after their ends.
        let last;
        for (let tries = 0; tries < 100; tries += 1) {
          try { return await causeway.call("sum", 9, { bytes: new Uint8Array(1 << 20) }); } catch (error) { last = error; }
          if (!String(last).includes("bytes")) break;
        }
        return String(last);
        """)
      XCTAssertEqual(answer, "1048576,0", way)
      XCTAssertFalse(page.requests.contains { $0.body?.json == "-1" }, way)
    }
  }

  func testTheNumberOfPiecesOfBytesIsLimited() async throws {
    let page = CausewayPage(Self.capabilities, before: PostedMessages.recorder)
    try await page.browser.open("")
    let text = try await page.browser.text(
      """
      const name = posted[0].slice(0, 32);
      const post = (text) => webkit.messageHandlers.causeway.postMessage(name + text).then(() => "taken", () => "refused");
      const outcomes = new Set();
      for (const number of ["", "x", "1 ", "-1", "1".repeat(21), "1".repeat(1 << 20)]) outcomes.add(await post(">" + number + " "));
      const taken = await Promise.all(Array.from({ length: 5000 }, (_, place) => post(">" + (place + 10) + " ")));
      return [[...outcomes].join(), taken.filter((outcome) => outcome === "taken").length];
      """)
    XCTAssertEqual(text, "refused,4096")
  }

  func testAClosedConversationRefusesBytes() async throws {
    let page = CausewayPage(Self.capabilities, before: PostedMessages.recorder)
    try await page.browser.open("")
    _ = try await page.call("'sum'")
    try page.conversation.close()
    let text = try await page.browser.text(
      """
      const name = posted[0].slice(0, 32);
      const key = posted[0].slice(33, 65);
      return Promise.all([
        webkit.messageHandlers.causeway.postMessage(name + ">1 AAAA").then(() => "taken", () => "refused"),
        fetch(`causeway-bytes://${key}/2`, { method: "POST", body: "x" }).then(({ status }) => status),
      ]);
      """)
    XCTAssertEqual(text, "refused,413")
  }

  func testAnotherWebViewCannotUseTheKeyOfADocument() async throws {
    let page = CausewayPage(Self.capabilities, before: PostedMessages.recorder)
    try await page.browser.open("")
    let key = try await page.browser.text("return posted[0].slice(33, 65)")
    let other = Browser { page.host.attach(to: $0) }
    try await other.open("")
    let script = """
      const outcomes = [];
      for (const method of ["GET", "POST"]) {
        outcomes.push(
          await fetch("causeway-bytes://\(key)/7", { method }).then(({ status }) => status, () => "refused"));
      }
      return outcomes;
      """
    let own = try await page.browser.text(script)
    XCTAssertEqual(own, "404,200")
    let others = try await other.text(script)
    XCTAssertEqual(others, "refused,refused")
  }

  func testAGuessedKeyIsRefused() async throws {
    let page = CausewayPage(Self.capabilities)
    try await page.browser.open(with: [.crossOrigin])
    let text = try await page.browser.text(
      """
      const outcomes = [];
      for (const key of ["0".repeat(32), "f".repeat(32), "x"]) {
        for (const method of ["GET", "POST", "PUT"]) {
          outcomes.push(await fetch(`causeway-bytes://${key}/1`, { method }).then(({ status }) => status, () => "refused"));
        }
      }
      return [...new Set(outcomes)];
      """, in: .crossOrigin)
    XCTAssertEqual(text, "refused")
  }

  func testBytesAreSentAsTextWithoutTheScheme() async throws {
    let bridge = Bridge()
    bridge.install(CausewayDialect(Self.capabilities))
    let host = WebViewHost(bridge: bridge)
    let browser = Browser { host.attach(to: $0.userContentController) }
    try await browser.open("")
    let text = try await browser.text(
      "return causeway.call('sum', null, { bytes: new Uint8Array(100000).fill(2) })")
    XCTAssertEqual(text, "100000,200000")
  }
}
