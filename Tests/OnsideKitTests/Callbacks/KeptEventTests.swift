@testable import OnsideKit
import WebTestSupport
import XCTest

/// Events that no handler has accepted yet. Onside's documents do not define this (docs/onside-rules.md, onside-6.2).
@MainActor final class KeptEventTests: XCTestCase {
  /// Logs in and out in turn, `times` times in total. Each change is a storefront event with the country `DE` or with
  /// null.
  private func changeStorefront(_ page: OnsidePage, times: Int) async throws {
    for time in 0..<times {
      if time.isMultiple(of: 2) { try await page.app.client.requestLogin() } else { page.app.client.logout() }
    }
  }

  private let countries = "return heard.map(([name, storefront]) => storefront?.countryCode ?? 'none').join()"

  func testEventsFromBeforeInitializationAreDeliveredInOrderOnceThereIsAHandler() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    try await changeStorefront(page, times: 5)
    try await page.run("await onside.initializeOnside('v1'); listen('onStorefrontChanged')")
    let told = try await page.run("await until(() => heard.length >= 5); \(countries)")
    XCTAssertEqual(told, "DE,none,DE,none,DE")
  }

  func testEventsFromBeforeAHandlerIsAssignedAreDeliveredOnce() async throws {
    let page = try await OnsidePage.opened()
    try await changeStorefront(page, times: 3)
    try await page.run("await onside.getTransactions(); listen('onStorefrontChanged'); await until(() => heard.length)")
    try await page.run("listen('onStorefrontChanged'); await onside.getTransactions(); await onside.getTransactions()")
    let told = try await page.run(countries)
    XCTAssertEqual(told, "DE,none,DE")
  }

  func testEventsOfOneUserAreNotDeliveredAfterAnotherUserLogsIn() async throws {
    for isReloaded in [false, true] {
      let page = try await OnsidePage.opened()
      try await page.run("listen('onStorefrontChanged')")
      try await page.buy()
      try await eventually("the product is bought") {
        page.app.client.queue.transactions.map(\.transactionState) == [.purchased]
      }
      let bob = OnsideSession(account: "bob", storefront: OnsideStorefront(id: "shop-2", countryCode: "FR"))
      page.app.store.change(to: bob)
      try await eventually("another user is logged in") { page.app.client.queue.storefront?.countryCode == "FR" }
      if isReloaded { try await page.load() }
      let names = "'onTransactionsUpdated', 'onRestoreCompletedTransactionsFinished'"
      try await page.run("listen(\(names)); await onside.getTransactions(); await onside.getTransactions()")
      let told = try await page.run(
        "return heard.map(([name]) => name).filter((name) => name !== 'onStorefrontChanged').join()")
      XCTAssertEqual(told, "", "reloaded: \(isReloaded)")
    }
  }

  func testAnEventWithoutAHandlerHoldsBackNoOthers() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onTransactionsUpdated')")
    try await page.buy()
    let states = try await page.run("await until(() => states().includes('purchased')); return states()")
    XCTAssertEqual(states, "purchasing,purchased")
    let told = try await page.run(
      "listen('onStorefrontChanged'); await until(() => heard.length === 3); return heard.at(-1)[0]")
    XCTAssertEqual(told, "onStorefrontChanged")
  }

  func testEventsOfDifferentCallbacksKeepTheirOrderIfAllHaveHandlers() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    page.app.store.past = [OnsideOrder(id: "order", product: page.app.store.catalog[0])]
    for _ in 0..<3 {
      try await page.app.client.restoreCompletedTransactions(requestingOrigin: nil)
    }
    try await page.run(
      """
      listen("onTransactionsUpdated", "onRestoreCompletedTransactionsFinished", "onStorefrontChanged");
      await onside.initializeOnside("v1");
      await until(() => heard.length === 7);
      """)
    let told = try await page.run("return heard.map(([name]) => name.slice(2, 9)).join()")
    XCTAssertEqual(told, "Storefr,Transac,Restore,Transac,Restore,Transac,Restore")
  }

  func testEventsAfterAHandlerIsRemovedAreKeptForTheNextHandler() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onStorefrontChanged'); await onside.getTransactions()")
    try await changeStorefront(page, times: 1)
    try await page.run("await until(() => heard.length); onside.onStorefrontChanged = null")
    try await changeStorefront(page, times: 4)
    let before = try await page.run("await onside.getTransactions(); await onside.getTransactions(); \(countries)")
    XCTAssertEqual(before, "DE")
    let after = try await page.run(
      "listen('onStorefrontChanged'); await until(() => heard.length >= 4); \(countries)")
    XCTAssertEqual(after, "DE,none,DE,none")
  }

  /// A handler that removes itself gets only the first event, although the app has sent all of them. The page returns
  /// the other events to the app.
  func testEventsThatAHandlerDoesNotTakeAreReturnedToTheApp() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    try await changeStorefront(page, times: 4)
    try await page.run(
      """
      const take = (storefront) => {
        heard.push(["one", storefront]);
        onside.onStorefrontChanged = undefined;
        if (heard.length < 4) setTimeout(() => { onside.onStorefrontChanged = take; });
      };
      onside.onStorefrontChanged = take;
      await onside.initializeOnside("v1");
      await until(() => heard.length === 4);
      """)
    let told = try await page.run(countries)
    XCTAssertEqual(told, "DE,none,DE,none")
  }

  func testAHandlerThatIsSetDuringTheDeliveryGetsTheEventsInOrder() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    page.app.store.past = [OnsideOrder(id: "order", product: page.app.store.catalog[0])]
    for _ in 0..<2 { try await page.app.client.restoreCompletedTransactions(requestingOrigin: nil) }
    try await page.run(
      """
      // Only the first event, a change of the storefront, has a handler when it arrives. Its handler adds the others.
      onside.onStorefrontChanged = () => listen("onTransactionsUpdated", "onRestoreCompletedTransactionsFinished");
      await onside.initializeOnside("v1");
      await until(() => heard.length === 4);
      """)
    let told = try await page.run("return heard.map(([name]) => name.slice(2, 9)).join()")
    XCTAssertEqual(told, "Transac,Restore,Transac,Restore")
  }

  func testKeptEventsSurviveAPageLoad() async throws {
    let page = try await OnsidePage.opened()
    try await changeStorefront(page, times: 2)
    try await page.load()
    try await changeStorefront(page, times: 1)
    let told = try await page.run(
      "listen('onStorefrontChanged'); await until(() => heard.length >= 3); \(countries)")
    XCTAssertEqual(told, "DE,none,DE")
  }

  func testADeliveredEventIsNotSentToTheNextDocument() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onStorefrontChanged')")
    try await changeStorefront(page, times: 1)
    try await page.run("await until(() => heard.length)")
    try await page.load()
    page.app.client.logout()
    let told = try await page.run(
      "listen('onStorefrontChanged'); await until(() => heard.length); await onside.getTransactions(); \(countries)")
    XCTAssertEqual(told, "none")
  }

  func testAHandlerThatThrowsOrRejectsIsLoggedAndStopsNoLaterEvents() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      """
      let count = 0;
      onside.onStorefrontChanged = (storefront) => {
        heard.push(["", storefront]);
        count += 1;
        if (count === 1) throw new Error("thrown");
        return Promise.reject(new Error("rejected"));
      };
      await onside.getTransactions();
      """)
    try await changeStorefront(page, times: 3)
    let told = try await page.run("await until(() => heard.length === 3); await settled(); return lines.join('|')")
    XCTAssertEqual(
      told,
      ["thrown", "rejected", "rejected"].map { "error: onside: onStorefrontChanged failed: Error: \($0)" }
        .joined(separator: "|"))
  }

  func testAHandlerIsCalledOnTheBridgeWithItsArgumentAlone() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      """
      onside.onStorefrontChanged = function () { heard.push([this === onside, arguments.length]); };
      onside.onRestoreCompletedTransactionsFinished = function () { heard.push([this === onside, arguments.length]); };
      await onside.restoreCompletedTransactions();
      await until(() => heard.length === 2);
      """)
    let told = try await page.heard()
    XCTAssertEqual(told, "[[true,1],[true,0]]")
  }

  func testEachWebViewIsNotifiedOnce() async throws {
    let app = try OnsideApp()
    let pages = [try await OnsidePage.opened(app: app), try await OnsidePage.opened(app: app)]
    for page in pages { try await page.run("listen('onStorefrontChanged'); await onside.getTransactions()") }
    try await app.client.requestLogin()
    for page in pages {
      try await page.run("await until(() => heard.length); await onside.getTransactions()")
      let told = try await page.run(countries)
      XCTAssertEqual(told, "DE")
    }
  }

  func testAPageWithoutHandlersCannotFillTheAppsMemory() {
    var kept = KeptEvents()
    var dropped = 0
    for number in 0..<100_000 { dropped += kept.append(.storefrontChanged(.init(id: "\(number)", countryCode: "DE"))) }
    XCTAssertLessThanOrEqual(kept.entries.count, KeptEvents.limit)
    XCTAssertEqual(kept.entries.count + dropped, 100_000)
    guard case .storefrontChanged(let last?)? = kept.entries.last?.event else {
      return XCTFail("the last event is gone")
    }
    XCTAssertEqual(last.id, "99999")
    let numbers = kept.entries.map(\.number)
    XCTAssertEqual(numbers, numbers.sorted())
  }

  func testLongTextsOfAPageCountMoreTowardTheLimit() {
    var product = OnsideProduct(
      productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "A hundred",
      price: OnsidePrice(value: 4.99, currencyCode: "EUR"))
    func weight(token: String?) -> Int {
      var payment = OnsidePayment(product: product)
      payment.appAccountToken = token
      let transaction = OnsidePaymentTransaction(
        id: UUID(), payment: payment, transactionState: .purchasing,
        storefront: OnsideStorefront(id: "shop", countryCode: "DE"))
      return PageEvent.transactionsUpdated([transaction, transaction]).weight
    }
    XCTAssertEqual(weight(token: nil), 2)
    XCTAssertEqual(weight(token: "user-7"), 2)
    XCTAssertEqual(weight(token: String(repeating: "ü", count: 32_768)), 130)
    product.productIdentifier = String(repeating: "x", count: 2_048)
    XCTAssertEqual(weight(token: nil), 6)
  }
}
