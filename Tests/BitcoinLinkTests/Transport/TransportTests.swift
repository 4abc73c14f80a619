import Causeway
import WebTestSupport
import XCTest

/// The rules for the transports between page and wallet on Bitcoin.com Link's page for mobile wallet providers.
@MainActor final class TransportTests: XCTestCase {
  func testOnIOSThePagePostsToSendMessageHandler() async throws {
    let page = LinkPage(.ios)
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      return await new Promise((resolve) => {
        _bitcoinWalletApi.receiveMessage = (message) => resolve(message.messageId);
        window.webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "m1", command: "getInfo" });
      });
      """)
    XCTAssertEqual(told, "m1")
  }

  func testOnIOSAMessageMayBeJSONText() async throws {
    let page = LinkPage(.ios)
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      return await new Promise((resolve) => {
        _bitcoinWalletApi.receiveMessage = (message) => resolve(message.messageId);
        window.webkit.messageHandlers.sendMessageHandler.postMessage('{"messageId":"m1","command":"getInfo"}');
      });
      """)
    XCTAssertEqual(told, "m1")
  }

  /// The handler is a plain `WKScriptMessageHandler`, so the call itself returns nothing.
  func testOnIOSPostMessageReturnsNothing() async throws {
    let page = LinkPage(.ios)
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      "return webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: 'm1', command: 'getInfo' })")
    XCTAssertEqual(told, "undefined")
  }

  func testOnAndroidThePageCallsMessageHandlerWithJSONText() async throws {
    let page = LinkPage(.android)
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      return await new Promise((resolve) => {
        _bitcoinWalletApi.receiveMessage = (message) => resolve(message.messageId);
        window._bitcoinWalletApi.messageHandler('{"messageId":"m1","command":"getInfo"}');
      });
      """)
    XCTAssertEqual(told, "m1")
  }

  func testRepliesArriveThroughReceiveMessage() async throws {
    try await onSurfaces { page in
      let told = try await page.raw("{ messageId: 'm7', command: 'getAddress', data: { protocol: 'BCH' } }")
      XCTAssertEqual(
        told,
        "[{\"messageId\":\"m7\",\"command\":\"getAddress\",\"data\":{\"address\":\"bitcoincash:q1\",\"label\":\"mine\"}}]"
      )
    }
  }

  func testTheHostSendsOnlyReplies() async throws {
    try await onSurfaces { page in
      _ = try await page.call("getInfo")
      let told = try await page.browser.text("return link.replies.length")
      XCTAssertEqual(told, "1")
      let conversation = try XCTUnwrap(page.host.conversation(with: page.browser.webView))
      XCTAssertThrowsError(try conversation.send(event: "any", in: "link")) { error in
        XCTAssertEqual(error as? PageCallError, .unsupported(dialect: "link"))
      }
    }
  }

  /// The user may take as long as necessary, because no timeout ends a request.
  func testARequestStaysOpenUntilTheUserDecides() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.decision = {
        await gate.pass()
        return true
      }
      let answer = try await page.begin("sendAssets", Valid.send)
      try await eventually("the prompt") { gate.count == 1 }
      page.clock.advance(by: .seconds(7 * 24 * 3600))
      let meanwhile = try await page.call("getInfo")
      XCTAssertTrue(meanwhile.contains("BCH"))
      XCTAssertEqual(page.replies.count, 1)
      gate.open()
      let told = try await answer.value
      XCTAssertEqual(told, "{\"txid\":\"tx-1\"}")
    }
  }
}
