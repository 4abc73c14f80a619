import Foundation
import OnsideKit
import OnsideTesting
import WebTestSupport
import XCTest

/// Onside's description of local testing, through the bridge: a page sells the products of a catalog file, without a
/// backend.
@MainActor final class LocalTestingTests: XCTestCase {
  func testAPageSellsAndRestoresTheProductsOfACatalogFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // Ignore errors, because the folder is temporary.
    let interface = ScriptedInterface()
    let client = try OnsideClient.onLocalTesting(in: folder, interface)
    let browser = Browser()
    OnsideJS.configure(browser.webView, delegate: OnsidePagesDelegate(client))
    try await browser.open("<body>")
    let told = try await browser.text(
      """
      const news = [];
      let end;
      const ended = new Promise((resolve) => { end = resolve; });
      onside.onTransactionsUpdated = async (transactions) => {
        for (const { id, transactionState } of transactions) {
          news.push(transactionState);
          if (transactionState === "purchased") {
            await onside.finishTransaction(id);
            await onside.restoreCompletedTransactions();
          }
        }
      };
      onside.onRestoreCompletedTransactionsFinished = end;
      await onside.initializeOnside("v1");
      const { products: [product] } = await onside.loadProducts({ productIdentifiers: ["lifetime"] });
      await onside.purchase({ productIdentifier: "lifetime" });
      await ended;
      const failures = await Promise.all(
        [onside.getSignedInAppsHistory(), onside.presentPaymentMethodsManager()]
          .map((promise) => promise.catch((error) => Object.keys(error).join())));
      return [product.price.value, product.price.currencyCode, ...news, ...failures].join();
      """)
    XCTAssertEqual(
      told, "19.99,EUR,purchasing,purchased,restored,notSupportedInLocalTesting,notSupportedInLocalTesting")
    XCTAssertEqual(interface.shownSheets.map(\.requestingOrigin), ["test://page.example"])
  }
}
