import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Streams of bytes in both directions: through the URL scheme, or as text where the page or WebKit forbids the scheme.
@MainActor final class StreamedBytesTests: XCTestCase {
  private struct Page {
    var html: String
    var url = "test://page.example/"
  }

  /// A page that may use the scheme, a page that forbids the scheme, and an HTTPS page, in which WebKit blocks the
  /// scheme.
  private static let pages = [
    "by the scheme": Page(html: "<body>"),
    "as text": Page(html: "<meta http-equiv=Content-Security-Policy content=\"connect-src 'none'\"><body>"),
    "as text of HTTPS": Page(html: "<body>", url: "https://page.example/"),
  ]

  /// A capability that returns the count and the sum of the bytes.
  private let sum = Capability(
    "sum", policy: .everyone,
    receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _: Call) -> [Int] in
      var (count, sum) = (0, 0)
      for try await piece in pieces {
        count += piece.count
        sum += piece.sum
      }
      return [count, sum]
    })

  func testALargeFileArrivesThroughTheSchemeAndAsText() async throws {
    for (way, shown) in Self.pages {
      let page = CausewayPage([
        Capability(
          "file", policy: .everyone,
          streaming: { (count: Int, _: Call) in
            NumberSource().numbers(count).map { Bytes([UInt8](repeating: UInt8($0), count: 3 << 20)) }
          })
      ])
      try await page.browser.load(html: shown.html, at: shown.url)
      let text = try await page.browser.text(
        """
        let count = 0, sum = 0, order = "", isBuffer = true;
        for await (const piece of causeway.stream("file", 4)) {
          const bytes = new Uint8Array(piece);
          isBuffer &&= piece instanceof ArrayBuffer;
          count += bytes.length;
          for (const byte of bytes) sum += byte;
          order += bytes[0];
        }
        return [isBuffer, count, sum, order];
        """)
      XCTAssertEqual(text, "true,\(12 << 20),\(18 << 20),000111222333", way)
    }
  }

  func testAStreamContinuesWhenThePageHasCollectedEarlierBytes() async throws {
    var limits = Limits.standard
    limits.waitingBytes = 512 << 10
    for (way, shown) in Self.pages {
      let page = CausewayPage(
        [
          Capability(
            "file", policy: .everyone,
            streaming: { (count: Int, _: Call) in
              NumberSource().numbers(count).map { Bytes([UInt8](repeating: UInt8($0), count: 200_000)) }
            })
        ], limits: limits)
      try await page.browser.load(html: shown.html, at: shown.url)
      let text = try await page.browser.text(
        """
        let count = 0;
        for await (const piece of causeway.stream("file", 20)) count += piece.byteLength;
        return count;
        """)
      XCTAssertEqual(text, "4000000", way)
    }
  }

  func testBytesOfEveryKindOfSourceArrive() async throws {
    let sources = [
      ("new Blob([new Uint8Array(6 << 20).fill(1), new Uint8Array(6 << 20).fill(2)])", [12 << 20, 18 << 20]),
      ("new Uint8Array(3 << 20).fill(3)", [3 << 20, 9 << 20]),
      ("new Uint8Array(300000).fill(4).buffer", [300_000, 1_200_000]),
      ("new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)", [2, 5]),
      ("new Uint8Array(0)", [0, 0]),
      ("[new Uint8Array([1]), new Blob(['a']), new Uint8Array([2]).buffer]", [3, 100]),
      ("(function* () { for (let n = 0; n < 40; n += 1) yield new Uint8Array(n).fill(n); })()", [780, 20_540]),
      // More pieces than the app keeps at a time, from a source that never waits.
      ("Array.from({ length: 5000 }, () => new Uint8Array(10).fill(1))", [50_000, 50_000]),
      (
        "(async function* () { for (let n = 0; n < 40; n += 1) yield new Uint8Array(n * 1000).fill(n); })()",
        [780_000, 20_540_000]
      ),
      (
        """
        (() => {
          let left = 5;
          return new ReadableStream({
            pull(controller) {
              if (left === 0) return controller.close();
              controller.enqueue(new Uint8Array(500000).fill(left));
              left -= 1;
            },
          });
        })()
        """, [2_500_000, 7_500_000]
      ),
    ]
    for (way, shown) in Self.pages {
      let page = CausewayPage([sum])
      try await page.browser.load(html: shown.html, at: shown.url)
      for (source, expected) in sources {
        let text = try await page.browser.text("return JSON.stringify(await causeway.upload('sum', null, \(source)))")
        XCTAssertEqual(text, "[\(expected[0]),\(expected[1])]", "\(source) \(way)")
      }
    }
  }
}
