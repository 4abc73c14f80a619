import BitcoinLink
import Causeway
import CausewayWebKit
import Foundation
import GBGBridge
import OnsideKit
import TodayWebViewBridge
import WebKit
import WebTestSupport
import XCTest

/// One page that uses every protocol at the same time, in one web view and with one bridge.
@MainActor final class TogetherTests: XCTestCase {
  private enum Platform: CaseIterable {
    case ios
    case android
  }

  /// The objects that a page needs as long as it exists.
  @MainActor private struct Page {
    let app = App()
    let bridge = Bridge()
    let gbg: BridgeHost
    let host: WebViewHost
    let browser: Browser
    /// The folder of Onside's local testing.
    private let folder = TemporaryFolder()

    init(_ platform: Platform) throws {
      let origin = Origin(scheme: "test", host: "page.example")
      let today = TodayWebViewBridge(host: app, configuration: .init(trustedOrigins: [origin]), cookies: { _ in })
      bridge.install(today.dialect(for: platform == .ios ? .ios : .android(.port)))
      gbg = app.gbg()
      gbg.attach(to: bridge, surface: platform == .ios ? .ios : .android)
      bridge.install(WalletLink(provider: app).dialect(for: platform == .ios ? .ios : .android))
      OnsidePageBridge.install(
        in: bridge, delegate: OnsidePagesDelegate(try app.onside(in: folder.url)), configuration: .init())
      bridge.install(CausewayDialect([Capability("echo", policy: .mainFrame, json: { value, _ in value })]))
      host = WebViewHost(bridge: bridge)
      browser = Browser { [host] in host.attach(to: $0) }
    }
  }

  /// A folder that is removed with its owner.
  private final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("together-\(UUID().uuidString)")

    deinit {
      try? FileManager.default.removeItem(at: url)  // Ignore errors: the folder is temporary.
    }
  }

  /// The page's part of every protocol. Each function sends a request with a number, and returns the answer, which
  /// names its request. `counts` contains the number of answers to each request.
  private static let script = """
    const handlers = window.webkit?.messageHandlers ?? {};
    const counts = {};
    const waiting = { gbg: {}, link: {} };
    function answered(key) { counts[key] = (counts[key] ?? 0) + 1; }

    GBGBridge.receive = ({ correlationId, payload }) => {
      if (payload.status === "acknowledged") return;
      answered("gbg" + correlationId);
      waiting.gbg[correlationId]?.(payload);
    };
    window._bitcoinWalletApi ??= {};
    _bitcoinWalletApi.receiveMessage = (reply) => {
      answered("link" + reply.messageId);
      waiting.link[reply.messageId]?.(reply);
    };

    const initialized = onside.initializeOnside("v1");

    // The two protocols with ids use the same ids, but each of them must answer only its own requests.
    const ways = {
      today: async (number) => {
        const channel = window.todayWebViewBridge ?? handlers.todayWebViewBridge;
        const answer = await channel.postMessage({ type: "headers", number });
        answered("today" + number);
        return answer["X-Protocol"] === "today";
      },
      track: async (number) => {
        const channel = window.todayWebViewBridge ?? handlers.todayWebViewBridge;
        const answer = await channel.postMessage({ type: "track", ename: "e" + number });
        answered("track" + number);
        return answer === undefined;
      },
      gbg: (number) => new Promise((resolve) => {
        const message = {
          version: "1.0", type: "request", correlationId: "same" + number,
          payload: { action: "echo", data: { number, protocol: "gbg" } },
        };
        waiting.gbg[message.correlationId] = ({ data }) => resolve(data.number === number && data.protocol === "gbg");
        if (GBGBridge.postMessage) GBGBridge.postMessage(JSON.stringify(message));
        else handlers.gbgBridge.postMessage(message);
      }),
      link: (number) => new Promise((resolve) => {
        const isSent = number % 2 === 0;
        const message = {
          messageId: "same" + number, command: isSent ? "sendAssets" : "getAddress",
          data: isSent ? { to: "a" + number, protocol: "BCH", value: "1" } : { protocol: "P" + number },
        };
        waiting.link[message.messageId] = ({ data, command }) => resolve(
          command === message.command && (data.txid ?? data.address) === (isSent ? "link-a" : "link-P") + number);
        if (_bitcoinWalletApi.messageHandler) _bitcoinWalletApi.messageHandler(JSON.stringify(message));
        else handlers.sendMessageHandler.postMessage(message);
      }),
      onside: async (number) => {
        await initialized;
        const asked = "onside" + number;
        const { products, invalidProductIdentifiers } =
          await onside.loadProducts({ productIdentifiers: ["lifetime", asked] });
        answered(asked);
        return products.length === 1 && invalidProductIdentifiers.join() === asked;
      },
      own: async (number) => {
        const answer = await causeway.call("echo", { number });
        answered("own" + number);
        return answer.number === number;
      },
    };
    """

  func testTenThousandMixedMessagesAreEachAnsweredInTheirOwnProtocolOnce() async throws {
    for platform in Platform.allCases {
      let page = try Page(platform)
      try await page.browser.open("<body><script>\(Self.script)</script>")
      let result = try await page.browser.text(
        """
        const names = Object.keys(ways);
        const wrong = [];
        const asked = {};
        const all = [];
        for (let number = 0; number < 10000; number += 1) {
          const name = names[(number * 7 + (number >> 3)) % names.length];
          // Each protocol counts its own requests, so that the same ids are open in both protocols with ids.
          const own = (asked[name] = (asked[name] ?? 0) + 1);
          all.push(ways[name](own).then((isRight) => { if (!isRight) wrong.push(name + own); }));
          // Wait for the newest answer after every 97 requests, so that the requests come in bursts. Older requests may
          // still be open.
          if (number % 97 === 0) await all[all.length - 1];
        }
        await Promise.all(all);
        const twice = Object.entries(counts).filter(([, count]) => count !== 1);
        return JSON.stringify({ answers: Object.keys(counts).length, twice, wrong });
        """)
      XCTAssertEqual(result, #"{"answers":10000,"twice":[],"wrong":[]}"#, "\(platform)")
      XCTAssertGreaterThan(page.app.tracked, 1000)
      XCTAssertGreaterThan(page.app.approved, 500)
      XCTAssertNil(page.gbg.lastError)
      XCTAssertTrue(page.gbg.pendingRequests.isEmpty)
    }
  }

  func testEachProtocolInstallsOnlyItsOwnNames() async throws {
    let names = """
      return JSON.stringify([
        Object.keys(window.webkit?.messageHandlers ?? {}).filter((name) => name !== "causeway").sort(),
        ["todayWebViewBridge", "GBGBridge", "_bitcoinWalletApi", "onside", "causeway"].filter((name) => name in window),
      ]);
      """
    let ios = try Page(.ios)
    try await ios.browser.open("<body>")
    let onIOS = try await ios.browser.text(names)
    XCTAssertEqual(
      onIOS, #"[["gbgBridge","sendMessageHandler","todayWebViewBridge"],["GBGBridge","onside","causeway"]]"#)
    let android = try Page(.android)
    try await android.browser.open("<body>")
    let onAndroid = try await android.browser.text(names)
    XCTAssertEqual(onAndroid, #"[[],["todayWebViewBridge","GBGBridge","_bitcoinWalletApi","onside","causeway"]]"#)
  }

  /// Tests that a handler refuses a message of another protocol, and continues to work.
  func testAMessageOfAnotherProtocolIsRefusedAndTheHandlerStillWorks() async throws {
    let page = try Page(.ios)
    try await page.browser.open("<body><script>\(Self.script)</script>")
    let result = try await page.browser.text(
      """
      handlers.gbgBridge.postMessage({ type: "headers" });
      handlers.gbgBridge.postMessage({ messageId: "m", command: "getInfo" });
      handlers.sendMessageHandler.postMessage({ type: "request", correlationId: "c", payload: { action: "echo" } });
      const today = await handlers.todayWebViewBridge.postMessage({ messageId: "m", command: "getInfo" });
      const rights = await Promise.all(Object.values(ways).map((ask) => ask(1)));
      return JSON.stringify([today === undefined, rights, Object.keys(counts).sort()]);
      """)
    XCTAssertEqual(
      result, #"[true,[true,true,true,true,true,true],["gbgsame1","linksame1","onside1","own1","today1","track1"]]"#)
    XCTAssertNotNil(page.gbg.lastError)
  }
}
