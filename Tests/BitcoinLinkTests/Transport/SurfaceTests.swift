import BitcoinLink
import WebKit
import WebTestSupport
import XCTest

/// The project's own rules for the page's entry points on iOS and Android (docs/link-rules.md). The protocol has no
/// such rules.
@MainActor final class SurfaceTests: XCTestCase {
  func testBothSurfacesAcceptAnObjectAndJSONText() async throws {
    try await onSurfaces { page in
      for body in [
        "{ messageId: 'm', command: 'getAddress', data: { protocol: 'BCH' } }",
        "'{\"messageId\":\"m\",\"command\":\"getAddress\",\"data\":{\"protocol\":\"BCH\"}}'",
      ] {
        let told = try await page.raw(body)
        XCTAssertTrue(told.contains("bitcoincash:q1"), "\(body): \(told)")
      }
    }
  }

  func testRepliesArePassedAsObjects() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        "await link.told('getInfo'); return link.replies.map((reply) => typeof reply + Array.isArray(reply)).join()")
      XCTAssertEqual(told, "objectfalse")
    }
  }

  func testTheHandlerIsOnlyInThePagesContentWorld() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.webView.callAsyncJavaScript(
        "return [typeof window._bitcoinWalletApi, typeof window.webkit?.messageHandlers?.sendMessageHandler].join()",
        contentWorld: .world(name: "other"))
      XCTAssertEqual(told as? String, "undefined,undefined")
    }
  }

  func testTheIOSSurfaceDefinesNoWalletObject() async throws {
    let page = LinkPage(.ios, client: false)
    try await page.browser.open("<body>")
    let told = try await page.browser.text("return typeof window._bitcoinWalletApi")
    XCTAssertEqual(told, "undefined")
  }

  func testTheAndroidSurfaceIsAPlainObjectThatThePageMayChange() async throws {
    let page = LinkPage(.android, client: false)
    try await page.browser.open(
      """
      <script>
      const api = window._bitcoinWalletApi;
      const described = Object.getOwnPropertyDescriptor(window, "_bitcoinWalletApi");
      window.seen = [Object.getPrototypeOf(api) === Object.prototype, Object.isExtensible(api), "receiveMessage" in api,
        described.configurable, described.writable, typeof api.messageHandler].join();
      api.receiveMessage = () => {};
      api.messageHandler = 1;
      window._bitcoinWalletApi = { mine: true };
      window.seen += " " + JSON.stringify(window._bitcoinWalletApi);
      </script>
      """)
    let told = try await page.browser.text("return window.seen")
    XCTAssertEqual(told, "true,true,false,true,true,function {\"mine\":true}")
  }

  func testAnExistingWalletObjectIsKept() async throws {
    let page = LinkPage(.android, client: false)
    let controller = page.browser.webView.configuration.userContentController
    let scripts = controller.userScripts
    controller.removeAllUserScripts()
    let own = "window._bitcoinWalletApi = { mine: 1 };"
    controller.addUserScript(
      WKUserScript(source: own, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .page))
    for script in scripts { controller.addUserScript(script) }
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      "return [_bitcoinWalletApi.mine, typeof _bitcoinWalletApi.messageHandler].join()")
    XCTAssertEqual(told, "1,function")
  }

  /// The page has its own `receiveMessage`, and calls only the Android entry point.
  func testAPageThatUsesOnlyTheAndroidEntryPointIsServed() async throws {
    let page = LinkPage(.android, client: false)
    try await page.browser.open(
      """
      <script>
      window.answers = [];
      window._bitcoinWalletApi.receiveMessage = (answer) => { answers.push(answer); };
      window._bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: "1", command: "getInfo" }));
      </script>
      """)
    let told = try await page.browser.text(
      "while (!answers.length) await new Promise((resolve) => setTimeout(resolve)); return answers[0].data.version")
    XCTAssertEqual(told, "1.0")
  }

  func testMessagesPostedWhileTheDocumentLoadsAreAnswered() async throws {
    for surface in LinkSurface.allCases {
      let page = LinkPage(surface)
      try await page.browser.open("<head><script>window.early = link.told('getInfo')</script></head><body>")
      let told = try await page.browser.text("return await window.early")
      XCTAssertTrue(told.contains("version"), told)
    }
  }
}
