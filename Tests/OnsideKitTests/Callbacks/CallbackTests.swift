import Foundation
import OnsideKit
import WebTestSupport
import XCTest

/// Onside's description of the bridge (rules onside-4, 5.1, 6.3 and 6.5): the callbacks of pages.
@MainActor final class CallbackTests: XCTestCase {
  func testOnTransactionsUpdatedReportsEachStateOfAPurchase() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onTransactionsUpdated')")
    try await page.buy()
    let told = try await page.run("await until(() => states().includes('purchased')); return states()")
    XCTAssertEqual(told, "purchasing,purchased")
  }

  func testAnUnsuccessfulPurchaseIsReportedAsFailedWithItsError() async throws {
    for error in OnsidePaymentTransactionError.allCases {
      let page = try await OnsidePage.opened()
      page.app.screens.paymentError = error
      try await page.run("listen('onTransactionsUpdated')")
      try await page.buy()
      let told = try await page.run(
        "await until(() => states().includes('failed')); return JSON.stringify(heard.at(-1)[1][0].error)")
      XCTAssertEqual(told, #"{"\#(error)":{}}"#)
    }
  }

  func testOnStorefrontChangedReportsTheStorefrontAndNullAfterALogout() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onStorefrontChanged'); await onside.requestLogin(); onside.logout()")
    let told = try await page.run("await until(() => heard.length === 2); return JSON.stringify(heard)")
    XCTAssertEqual(
      told, #"[["onStorefrontChanged",{"id":"shop-1","countryCode":"DE"}],["onStorefrontChanged",null]]"#)
  }

  func testRestoredTransactionsAreReportedBeforeTheEndOfTheRestore() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.past = page.app.store.catalog.map { OnsideOrder(id: "order", product: $0) }
    try await page.run(
      """
      listen("onTransactionsUpdated", "onRestoreCompletedTransactionsFinished",
        "onRestoreCompletedTransactionsFailedWithError");
      return onside.restoreCompletedTransactions();
      """)
    let told = try await page.run(
      "await until(() => heard.at(-1)?.[0] !== 'onTransactionsUpdated' && heard.length > 0); return JSON.stringify([states(), ...heard.slice(-1)])"
    )
    XCTAssertEqual(told, #"["restored,restored",["onRestoreCompletedTransactionsFinished"]]"#)
  }

  func testAFailedRestoreCallsOnRestoreCompletedTransactionsFailedWithError() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("requestLogin()")
    page.app.store.fault = .serviceUnavailable
    let told = try await page.run(
      """
      listen("onRestoreCompletedTransactionsFinished", "onRestoreCompletedTransactionsFailedWithError");
      await onside.restoreCompletedTransactions();
      await until(() => heard.length);
      return JSON.stringify(heard);
      """)
    XCTAssertEqual(told, #"[["onRestoreCompletedTransactionsFailedWithError",{"serviceUnavailable":{}}]]"#)
  }

  func testShouldContinueTransactionGetsTheTransactionAndTheStorefront() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const asked = new Promise((resolve) => {
        onside.shouldContinueTransaction = (question) => (resolve(question), true);
      });
      await onside.loadProducts({ productIdentifiers: ["coins"] });
      await onside.purchase({ productIdentifier: "coins" });
      const { transaction, storefront } = await asked;
      return [transaction.transactionState, transaction.payment.product.productIdentifier, storefront.countryCode];
      """)
    XCTAssertEqual(told, "purchasing,coins,DE")
  }

  func testShouldContinueTransactionFalseCancelsBeforeThePaymentSheetIsShown() async throws {
    for gate in ["() => false", "async () => false"] {
      let page = try await OnsidePage.opened()
      try await page.run("listen('onTransactionsRemoved'); onside.shouldContinueTransaction = \(gate)")
      try await page.buy()
      try await page.run("await until(() => heard.length)")
      XCTAssertEqual(page.app.screens.shown, [.login], gate)
      XCTAssertTrue(page.app.client.queue.transactions.isEmpty, gate)
    }
  }

  func testWithoutAHandlerATransactionContinues() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    try await eventually("the sheet") { page.app.screens.shown == [.login, .payment] }
  }

  func testAMissingHandlerHasNoEffect() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    try await eventually("the purchase") { page.app.client.queue.transactions.first?.transactionState == .purchased }
    let lines = try await page.run("await onside.getTransactions(); return lines.length")
    XCTAssertEqual(lines, "0")
  }

  func testAPageLoadsBuysAndFinishesAProduct() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const news = [];
      onside.onTransactionsUpdated = (transactions) => {
        for (const { id, transactionState, transactionIdentifier } of transactions) {
          news.push(transactionState);
          if (transactionState === "purchased") {
            news.push(transactionIdentifier);
            onside.finishTransaction(id);
          }
        }
      };
      onside.onTransactionsRemoved = () => { news.push("removed"); };
      onside.shouldContinueTransaction = () => (news.push("asked"), true);
      await onside.loadProducts({ productIdentifiers: ["coins"] });
      await onside.purchase({ productIdentifier: "coins" });
      await until(() => news.includes("removed"));
      return news.join();
      """)
    XCTAssertEqual(told, "purchasing,asked,purchased,order-1,removed")
    XCTAssertEqual(page.app.screens.sheets.map(\.requestingOrigin), ["test://page.example"])
  }

  func testATransactionThatIsNotFinishedIsDeliveredAgainAtTheNextLaunch() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    try await eventually("the purchase") { page.app.client.queue.transactions.first?.transactionState == .purchased }
    let next = try await OnsidePage.opened(app: await page.app.relaunched())
    let told = try await next.run(
      "listen('onTransactionsUpdated'); await until(() => heard.length); return states()")
    XCTAssertEqual(told, "purchased")
  }

  func testAnErrorOfOnsideIsAPlainObjectWithTheCaseAsItsKey() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const error = await onside.getSignedInAppsHistory().catch((error) => error);
      return [error instanceof Error, "notLoggedIn" in error, Object.keys(error), JSON.stringify(error)].join("|");
      """)
    XCTAssertEqual(told, #"false|true|notLoggedIn|{"notLoggedIn":{}}"#)
  }

  func testLocalTestingHasNoPaymentMethodsAndNoHistory() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("requestLogin()")
    page.app.store.fault = .notSupportedInLocalTesting
    for method in ["getSignedInAppsHistory()", "presentPaymentMethodsManager()"] {
      let told = try await page.call(method)
      XCTAssertEqual(told, #"error {"notSupportedInLocalTesting":{}}"#, method)
    }
  }
}
