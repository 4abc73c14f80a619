import BitcoinLink
import Causeway
import CausewayTesting
import Testing
import WebTestSupport
import XCTest

/// 100,000 requests at once: each request is refused at once or stays open, and none is lost.
@MainActor @Suite("Floods of requests") struct FloodTests {
  @Test func everyOneOfAHundredThousandRequestsIsAnsweredOnce() async throws {
    let wallet = TestWallet()
    let gate = Gate()
    wallet.addressWork = { _ in
      await gate.pass()
      return .init(address: "a")
    }
    let bridge = Bridge()
    bridge.install(WalletLink(provider: wallet).dialect(for: .ios))
    let page = InMemoryPage(bridge)
    let count = 100_000
    var answers = [Int](repeating: 0, count: count)
    var types: [String: Int] = [:]
    for place in 0..<count {
      let text = #"{"messageId":"m\#(place)","command":"getAddress","data":{"protocol":"BCH"}}"#
      page.request("link", text: text) { settlement in
        answers[place] += 1
        guard case .resolved(let reply?) = settlement else {
          Issue.record("\(settlement)")
          return
        }
        if reply["messageId"]?.stringValue != "m\(place)" { Issue.record("The reply has another id: \(reply)") }
        types[reply["error"]?["type"]?.stringValue ?? "data", default: 0] += 1
      }
    }
    let open = bridge.limits.openRequests
    try await eventually("the denial of all requests that are not open") {
      types["CONNECTION_DENIED", default: 0] >= count - open && gate.count >= open
    }
    #expect(types == ["CONNECTION_DENIED": count - open])
    gate.open()
    try await eventually("the answers to the open requests") { types["data", default: 0] >= open }
    #expect(types == ["CONNECTION_DENIED": count - open, "data": open])
    #expect(answers.allSatisfy { $0 == 1 })
    #expect(page.violations.isEmpty)
  }
}

/// 100,000 requests at once from a page in WebKit.
@MainActor final class PageFloodTests: XCTestCase {
  func testEveryOneOfAHundredThousandRequestsOfAPageIsAnsweredOnce() async throws {
    for surface in LinkSurface.allCases {
      // The page has no observer, because observing would take most of the test's time.
      let page = LinkPage(surface, isObserved: false)
      try await page.browser.open("<body>")
      let gate = Gate()
      page.wallet.addressWork = { _ in
        await gate.pass()
        return .init(address: "a")
      }
      _ = try await page.browser.text(
        """
        window.ends = {};
        for (let i = 0; i < 100000; i += 1) {
          link.call("getAddress", { protocol: "BCH" }).then(() => "data", (error) => error.type)
            .then((end) => { ends[end] = (ends[end] ?? 0) + 1; });
        }
        """)
      try await eventually("the open requests") { gate.count == page.bridge.limits.openRequests }
      let denied = try await page.browser.text(
        """
        while ((ends.CONNECTION_DENIED ?? 0) < 100000 - 16384) await new Promise((resolve) => setTimeout(resolve));
        return JSON.stringify(ends);
        """)
      XCTAssertEqual(denied, "{\"CONNECTION_DENIED\":83616}")
      gate.open()
      let all = try await page.browser.text(
        """
        while ((ends.data ?? 0) < 16384) await new Promise((resolve) => setTimeout(resolve));
        return JSON.stringify(ends) + link.replies.length;
        """)
      XCTAssertEqual(all, "{\"CONNECTION_DENIED\":83616,\"data\":16384}100000")
    }
  }
}
