import Foundation
import WebKit
import XCTest

/// Hosts similar to the native samples in the guides of Today and Link. The hosts must run on this WebKit as they run
/// on Apple's.
@MainActor final class PublishedHostTests: XCTestCase {
  private func load(_ html: String, in webView: WKWebView) async {
    let loader = PageLoader(webView)
    let isLoaded = expectation(description: "the page is loaded")
    loader.onFinish = { _ in isLoaded.fulfill() }
    loader.load(html)
    await fulfillment(of: [isLoaded], timeout: 120)
  }

  private func text(_ body: String, in webView: WKWebView) async throws -> String {
    let value = try await webView.callAsyncJavaScript(body, arguments: [:], in: nil, contentWorld: .page)
    return value as? String ?? "\(value ?? "nothing")"
  }

  func testAHostThatFollowsTodaysGuideForIOSWorks() async throws {
    let host = TodayWebViewBridge()
    let config = WKWebViewConfiguration()
    config.websiteDataStore = .nonPersistent()
    config.userContentController.addScriptMessageHandler(host, contentWorld: .page, name: "todayWebViewBridge")
    let tag = WKUserScript(
      source: "window.__todayWebView = { platform: 'ios' };",
      injectionTime: .atDocumentStart,
      forMainFrameOnly: true
    )
    config.userContentController.addUserScript(tag)
    let webView = WKWebView(frame: .zero, configuration: config)
    await load("<body>", in: webView)
    let told = try await text(
      """
      const post = (message) => webkit.messageHandlers.todayWebViewBridge.postMessage(message);
      const list = [__todayWebView.platform];
      for (const message of [
        { type: "track", ename: "opened", parameters: { place: 1, list: ["no"] } }, { type: "headers" },
        { type: "refreshToken" }, { type: "establishSession" }, { type: "later" }, "no message",
      ]) list.push(JSON.stringify(await post(message)) ?? "undefined");
      return list.join(" ");
      """, in: webView)
    XCTAssertEqual(
      told,
      #"ios undefined {"X-Session":"s-1"} {"authorization":"Bearer fresh"} {"ok":true} undefined undefined"#)
    XCTAssertEqual(host.analytics.events, ["opened place"])
    host.tokenStore.isSignedIn = false
    let refused = try await text(
      """
      try { await webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "refreshToken" }); }
      catch (error) { return error.message; }
      """, in: webView)
    XCTAssertEqual(refused, "Sign in again.")
    let cookies = await config.websiteDataStore.httpCookieStore.allCookies()
    XCTAssertEqual(cookies.map { $0.name }, ["embed_bearer"])
  }

  func testAWalletThatFollowsLinksGuideForIOSWorks() async throws {
    let wallet = WalletViewController()
    await load("<body>", in: wallet.webView)
    let told = try await text(
      """
      const waiting = {};
      window._bitcoinWalletApi = { receiveMessage: (message) => waiting[message.messageId](message) };
      const ask = (command, data) => new Promise((resolve) => {
        const messageId = `${command}1`;
        waiting[messageId] = ({ data, error }) => resolve(data?.address ?? error.type);
        webkit.messageHandlers.sendMessageHandler.postMessage(JSON.stringify({ messageId, command, data }));
      });
      return [await ask("getAddress", { protocol: "SLP" }), await ask("signMessage")].join();
      """, in: wallet.webView)
    XCTAssertEqual(told, "simpleledger:qexample,PROTOCOL_ERROR")
  }
}
