import Causeway
import CausewayJSON
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Tests of the bridge in pages of WebKit's `WebPage`.
@available(iOS 26, macOS 26, *)
@MainActor final class WebPageTests: XCTestCase {
  private var callers: [DocumentID] = []

  private func makeHost() -> WebViewHost {
    let bridge = Bridge()
    bridge.install(
      CausewayDialect([
        Capability("echo", policy: .everyone) { [unowned self] (value: JSONValue, call: Call) -> JSONValue in
          callers.append(call.frame.document)
          return value
        },
        Capability("sum", policy: .everyone) { (_: JSONValue, call: Call) -> Int in
          call.bytes?.array.reduce(0) { $0 + Int($1) } ?? -1
        },
        Capability("make", policy: .everyone, bytes: { (count: Int, _) in Bytes(Array(repeating: 1, count: count)) }),
      ]))
    return WebViewHost(bridge: bridge)
  }

  func testAPageCallsTheApp() async throws {
    let host = makeHost()
    let page = WebPage.make(host)
    try await page.open()
    let echo = try await page.text("return await causeway.call('echo', 'hello')")
    XCTAssertEqual(echo, "hello")
    let conversation = try await page.conversation(host)
    XCTAssertEqual(conversation.frame.document, callers.last)
    XCTAssertEqual(conversation.frame.origin.description, "http://page.example")
    _ = try await page.text("causeway.handle('twice', (value) => value * 2)")
    let twice = try await conversation.call("twice", 21)
    XCTAssertEqual(twice, 42)
  }

  func testLargeBytesAreSentThroughTheScheme() async throws {
    let host = makeHost()
    let page = WebPage.make(host, before: PostedMessages.recorder)
    try await page.open()
    let answer = try await page.text(
      """
      const sum = await causeway.call("sum", null, { bytes: new Uint8Array(3 << 20).fill(2) });
      const bytes = await causeway.call("make", 5 << 20);
      const longest = posted.reduce((longest, message) => Math.max(longest, message.length), 0);
      return [sum, bytes.byteLength, longest < 1000];
      """)
    XCTAssertEqual(answer, "\(6 << 20),\(5 << 20),true")
  }

  func testTwoPagesHaveSeparateConversations() async throws {
    let host = makeHost()
    let pages = [WebPage.make(host, before: PostedMessages.recorder), WebPage.make(host)]
    for (page, origin) in zip(pages, ["one", "two"]) { try await page.open(at: origin) }
    for page in pages {
      let echo = try await page.text("return await causeway.call('echo', 1)")
      XCTAssertEqual(echo, "1")
      let conversation = try await page.conversation(host)
      XCTAssertEqual(conversation.frame.document, callers.last)
    }
    XCTAssertEqual(Set(callers).count, 2)
    let key = try await pages[0].text("return posted[0].slice(33, 65)")
    let script = """
      const outcomes = [];
      for (const method of ["GET", "POST"]) {
        outcomes.push(
          await fetch("causeway-bytes://\(key)/7", { method }).then(({ status }) => status, () => "refused"));
      }
      return outcomes;
      """
    let own = try await pages[0].text(script)
    XCTAssertEqual(own, "404,200")
    let others = try await pages[1].text(script)
    XCTAssertEqual(others, "refused,refused")
  }

  func testTheTokenOfAnotherPageDoesNotChangeTheDocument() async throws {
    let host = makeHost()
    let pages = [WebPage.make(host), WebPage.make(host)]
    // The token is sent through the page's world, so the page can read it.
    try await pages[0].open(
      """
      <script>
      document.addEventListener("causeway-life:token", (event) => { globalThis.life = event.detail }, true);
      document.dispatchEvent(new Event("causeway-life:ask"));
      </script>
      """)
    let token = try await pages[0].text("return life")
    XCTAssertEqual(token.count, 32)
    try await pages[1].open(
      """
      <form id=causewayLife><input name=token value="\(token)"></form>
      <script>
      globalThis.causewayLife = { token: "\(token)" };
      Object.hasOwn = () => true;
      document.dispatchEvent(new CustomEvent("causeway-life:token", { detail: "\(token)" }));
      </script>
      """)
    for page in pages {
      _ = try await page.text("return await causeway.call('echo', 1)")
      let conversation = try await page.conversation(host)
      XCTAssertEqual(conversation.frame.document, callers.last)
    }
    XCTAssertEqual(Set(callers).count, 2)
  }

  func testAPageOfAnotherHostHasNoConversation() async throws {
    let host = makeHost()
    let own = WebPage.make(host)
    try await own.open()
    _ = try await own.conversation(host)
    let page = WebPage.make(makeHost())
    try await page.open()
    let echo = try await page.text("return typeof causeway")
    XCTAssertEqual(echo, "object")
    let conversation = await host.conversation(with: page)
    XCTAssertNil(conversation)
    let bare = await host.conversation(with: WebPage())
    XCTAssertNil(bare)
  }
}
