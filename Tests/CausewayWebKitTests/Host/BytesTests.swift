import Causeway
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Bytes that travel beside messages: by the scheme, and as text where the page forbids that.
@MainActor final class BytesTests: XCTestCase {
  /// Pages whose bytes take each of the two ways.
  private static let pages = [
    "scheme": "<title>By the scheme</title>",
    "text": "<meta http-equiv=Content-Security-Policy content=\"connect-src 'none'\"><title>As text</title>",
  ]

  /// `sum` adds up the bytes that come with it, `make` gives so many bytes, counted from 0.
  private static var capabilities: [Capability] {
    [
      Capability("sum", policy: .everyone) { (_: JSONValue, call: Call) -> [Int] in
        guard let bytes = call.bytes else { return [] }
        return [bytes.count, bytes.array.reduce(0) { $0 + Int($1) }]
      },
      Capability("make", policy: .everyone, bytes: { (count: Int, _) in Bytes((0..<count).map { UInt8($0 & 0xFF) }) }),
    ]
  }

  private func open(_ html: String, limits: Limits = .standard) async throws -> CausewayPage {
    let page = CausewayPage(Self.capabilities, limits: limits)
    try await page.browser.open(html)
    return page
  }

  func testTheHandlerGetsTheBytesOfEveryKind() async throws {
    for (way, html) in Self.pages {
      let page = try await open(html)
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

  func testACallWithoutBytesHasNone() async throws {
    let page = try await open("")
    let answer = try await page.call("'sum'")
    XCTAssertEqual(answer, "[]")
  }

  func testThePageGetsAnArrayBuffer() async throws {
    for (way, html) in Self.pages {
      let page = try await open(html)
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

  func testLargeBytesTakeTheSchemeAndNotTheMessages() async throws {
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

  func testWhatIsNoBytesIsRefusedInThePage() async throws {
    let page = try await open("")
    for value in ["'text'", "{}", "[1, 2]", "12", "null", "{ byteLength: 4 }"] {
      let answer = try await page.call("'sum', null, { bytes: \(value) }")
      XCTAssertEqual(
        answer, "rejected Error undefined: bytes must be an ArrayBuffer, a view of one, or a Blob", value)
    }
  }

  func testMoreBytesThanMayWaitAreRefused() async throws {
    var limits = Limits.standard
    limits.waitingBytes = 100_000
    for (way, html) in Self.pages {
      let page = try await open(html, limits: limits)
      let tooMany = try await page.call("'sum', null, { bytes: new Uint8Array(100001) }")
      XCTAssert(tooMany.hasPrefix("rejected Error undefined: "), "\(tooMany) by \(way)")
      let result = try await page.call("'make', 100001")
      XCTAssert(result.hasPrefix("rejected CausewayError BYTES_NOT_CARRIED"), "\(result) by \(way)")
      let justEnough = try await page.call("'sum', null, { bytes: new Uint8Array(100000) }")
      XCTAssertEqual(justEnough, "[100000,0]", "what was taken makes room, by \(way)")
    }
  }

  func testTheBytesAreThoseOfTheMomentOfTheCall() async throws {
    let page = try await open("")
    let text = try await page.browser.text(
      """
      const bytes = new Uint8Array(100000).fill(1);
      const answer = causeway.call("sum", null, { bytes });
      bytes.fill(9);
      return (await answer)[1];
      """)
    XCTAssertEqual(text, "100000")
  }

  func testACallAbortedWhileItsBytesTravelIsNotMade() async throws {
    let page = try await open("")
    let text = try await page.browser.text(
      """
      const controller = new AbortController();
      const answer = causeway.call("sum", 1, { bytes: new Uint8Array(1 << 20), signal: controller.signal });
      controller.abort();
      const reason = await answer.catch((error) => error.name);
      return [reason, (await causeway.call("sum", 2)).length];
      """)
    XCTAssertEqual(text, "AbortError,0")
    // Bytes that are handed over later arrive later; then those of the aborted call are there, too.
    _ = try await page.call("'sum', 3, { bytes: new Uint8Array(1 << 20) }")
    XCTAssertEqual(page.requests.map { $0.body?.json }, ["2", "3"])
  }

  func testAnotherFrameCannotUseTheKeyOfADocument() async throws {
    let page = CausewayPage(Self.capabilities)
    try await page.browser.open(with: [.crossOrigin])
    let guess = String(repeating: "0", count: 32)
    let text = try await page.browser.text(
      """
      const url = "causeway-bytes://\(guess)/1";
      const outcomes = [];
      for (const method of ["GET", "POST"]) {
        outcomes.push(await fetch(url, { method }).then((response) => response.status, () => "refused"));
      }
      return outcomes;
      """, in: .crossOrigin)
    XCTAssertEqual(text, "refused,refused")
  }

  func testAHostOnAContentControllerAloneCarriesBytesAsText() async throws {
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
