import BitcoinLink
import WebKit
import WebTestSupport
import XCTest

/// Known behavior of the published client, which the wallet must support.
@MainActor final class PublishedClientTests: XCTestCase {
  func testTheClientDetectsTheSurface() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        "return [!!_bitcoinWalletApi.messageHandler, typeof webkit?.messageHandlers?.sendMessageHandler?.postMessage].join()"
      )
      XCTAssertEqual(told, page.surface == .ios ? "false,function" : "true,undefined")
    }
  }

  /// No reply arrives before the call of `post` returns, even if a page calls in a `Promise` job or while an earlier
  /// reply is delivered.
  func testNoReplyArrivesBeforePostReturns() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        """
        const receive = _bitcoinWalletApi.receiveMessage;
        let isCalling = false, early = 0;
        _bitcoinWalletApi.receiveMessage = (message) => { if (isCalling) early += 1; receive(message); };
        const post = link.post;
        link.post = (message) => { isCalling = true; try { post(message); } finally { isCalling = false; } };
        for (let i = 0; i < 50; i += 1) await link.told(i % 2 ? "getInfo" : "unknown");
        return early;
        """)
      XCTAssertEqual(told, "0")
    }
  }

  func testAMessageMayHaveWebsiteMetadata() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        """
        return await link.told("getAddress", { protocol: "BCH" },
          { websiteMetadata: { title: "Shop", description: "Sells", image: "https://shop.example/i.png" } });
        """)
      XCTAssertTrue(told.contains("address"), told)
      let metadata = try XCTUnwrap(page.wallet.metadata.first)
      XCTAssertEqual(metadata.title?.raw, "Shop")
      XCTAssertEqual(metadata.description?.raw, "Sells")
      XCTAssertEqual(metadata.image?.raw, "https://shop.example/i.png")
    }
  }

  /// The client resolves with `data`, and rejects with the error object itself.
  func testTheClientRejectsWithTheErrorObject() async throws {
    try await onSurfaces { page in
      page.wallet.decision = { false }
      let told = try await page.browser.text(
        """
        try { return await link.call("sendAssets", \(Valid.send)); }
        catch (error) { return [error instanceof Error, error.type, typeof error.description].join(); }
        """)
      XCTAssertEqual(told, "false,CANCELED,string")
    }
  }
}
