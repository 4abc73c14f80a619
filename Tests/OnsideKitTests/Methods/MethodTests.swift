import Foundation
import OnsideKit
import WebTestSupport
import XCTest

/// Onside's description of the bridge (rules onside-3): the behavior of each method.
@MainActor final class MethodTests: XCTestCase {
  func testTheFireAndForgetMethodsReturnUndefinedAtOnceAndNeverThrow() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const cycle = {}; cycle.self = cycle;
      const strange = [undefined, null, 7, 1n, Symbol(), cycle, () => {}, new Proxy({}, { get() { throw 1; } })];
      const returned = [];
      for (const name of ["setAppearance", "setShouldForceLocalLoginMethods", "setDefaultCountryCodeAssumption",
        "trackEvent", "logout"]) {
        for (const value of strange) returned.push(onside[name](value));
      }
      return returned.length + " " + returned.every((value) => value === undefined);
      """)
    XCTAssertEqual(told, "40 true")
  }

  func testSetAppearanceSetsTheThemeOfThePagesScreens() async throws {
    let page = try await OnsidePage.opened()
    let modes: [(String, OnsideUIThemeMode)] = [("light", .light), ("dark", .dark), ("system", .auto)]
    for (name, mode) in modes {
      try await page.run("onside.setAppearance('\(name)'); onside.logout(); return onside.requestLogin()")
      XCTAssertEqual(page.app.screens.logins.last?.theme, mode)
    }
  }

  func testSetShouldForceLocalLoginMethodsIsPassedToTheLoginScreen() async throws {
    let page = try await OnsidePage.opened()
    for isForced in [true, false] {
      try await page.run(
        "onside.setShouldForceLocalLoginMethods(\(isForced)); onside.logout(); return onside.requestLogin()")
      XCTAssertEqual(page.app.screens.logins.last?.forcesLocalMethods, isForced)
    }
  }

  func testSetDefaultCountryCodeAssumptionSetsTheCountryAndAnEmptyTextClearsIt() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("onside.setDefaultCountryCodeAssumption('NL')")
    _ = try await page.call("getCurrentStorefront()")
    XCTAssertEqual(page.app.client.delegate?.onsideDefaultCountryCodeAssumption(), "NL")
    try await page.run("onside.setDefaultCountryCodeAssumption('')")
    _ = try await page.call("getCurrentStorefront()")
    XCTAssertEqual(page.app.client.delegate?.onsideDefaultCountryCodeAssumption(), .some(nil))
  }

  func testRequestLoginShowsTheLoginAndResolvesOnSuccess() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.call("requestLogin()")
    XCTAssertEqual(told, "undefined")
    XCTAssertEqual(page.app.screens.shown, [.login])
    XCTAssertEqual(page.app.screens.logins.last?.requestingOrigin, "test://page.example")
  }

  func testALoginThatIsDismissedRejectsWithLoginDiscarded() async throws {
    let page = try await OnsidePage.opened()
    page.app.screens.dismissesLogin = true
    try await page.loadProducts()
    for method in [
      "requestLogin()", "presentPaymentMethodsManager()", "restoreCompletedTransactions()",
      "purchase({ productIdentifier: 'coins' })",
    ] {
      let told = try await page.call(method)
      XCTAssertEqual(told, #"error {"loginDiscarded":{}}"#, method)
    }
  }

  func testLogoutEndsTheLogin() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("requestLogin()")
    try await page.run("onside.logout()")
    let told = try await page.call("getCurrentStorefront()")
    XCTAssertEqual(told, "null")
  }

  func testPresentPaymentMethodsManagerLogsInFirstIfNeeded() async throws {
    let page = try await OnsidePage.opened()
    for shown in [[OnsideScreen.login, .paymentMethods], [.login, .paymentMethods, .paymentMethods]] {
      let told = try await page.call("presentPaymentMethodsManager()")
      XCTAssertEqual(told, "undefined")
      XCTAssertEqual(page.app.screens.shown, shown)
    }
  }

  func testGetCurrentStorefrontIsNullUntilOneIsSelected() async throws {
    let page = try await OnsidePage.opened()
    let before = try await page.call("getCurrentStorefront()")
    XCTAssertEqual(before, "null")
    _ = try await page.call("requestLogin()")
    let after = try await page.call("getCurrentStorefront()")
    XCTAssertEqual(after, #"{"id":"shop-1","countryCode":"DE"}"#)
  }

  func testLoadProductsReturnsUnknownIdentifiers() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const { products, invalidProductIdentifiers } =
        await onside.loadProducts({ productIdentifiers: ["no such", "coins"] });
      return products.map((product) => product.productIdentifier) + "|" + invalidProductIdentifiers;
      """)
    XCTAssertEqual(told, "coins|no such")
  }

  func testLoadProductsRejectsWithTheStoresError() async throws {
    let page = try await OnsidePage.opened()
    let errors: [(OnsideServiceError, String)] = [
      (.cancelled, "cancelled"), (.connectionError, "connectionError"), (.appNotRegistered, "appNotRegistered"),
      (.invalidProductIdentifier, "invalidProductIdentifier"), (.serviceUnavailable, "serviceUnavailable"),
      (.internalError("secret"), "internalError"),
    ]
    for (fault, name) in errors {
      page.app.store.fault = fault
      let told = try await page.call("loadProducts({ productIdentifiers: ['coins'] })")
      XCTAssertEqual(told, #"error {"\#(name)":{}}"#)
    }
  }

  func testPurchaseOfAProductThatWasNotLoadedRejectsWithUnknownProduct() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.call("purchase({ productIdentifier: 'coins' })")
    XCTAssertEqual(told, #"error {"unknownProduct":{}}"#)
  }

  func testThePromiseOfAPurchaseResolvesBeforeThePayment() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.payments = Gate()
    try await page.loadProducts()
    try await page.run("listen('onTransactionsUpdated')")
    let told = try await page.call("purchase({ productIdentifier: 'coins' })")
    XCTAssertEqual(told, "undefined")
    try await eventually("the payment") { page.app.store.payments.count == 1 }
    page.app.store.payments.open()
    let states = try await page.run("await until(() => states().includes('purchased')); return states()")
    XCTAssertEqual(states, "purchasing,purchased")
  }

  func testGetTransactionsReturnsTheTransactionsAfterAReload() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    try await eventually("the purchase") { page.app.client.queue.transactions.first?.transactionState == .purchased }
    try await page.load()
    let told = try await page.run(
      "return (await onside.getTransactions()).map((one) => one.payment.product.productIdentifier + one.transactionState)"
    )
    XCTAssertEqual(told, "coinspurchased")
  }

  func testFinishTransactionRemovesTheTransactionAndCallsOnTransactionsRemoved() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onTransactionsUpdated', 'onTransactionsRemoved')")
    try await page.buy()
    let told = try await page.run(
      """
      await until(() => states().includes("purchased"));
      const [{ id }] = await onside.getTransactions();
      await onside.finishTransaction(id);
      await until(() => heard.some(([name]) => name === "onTransactionsRemoved"));
      const [, [removed]] = heard.find(([name]) => name === "onTransactionsRemoved");
      return removed.id === id && (await onside.getTransactions()).length === 0;
      """)
    XCTAssertEqual(told, "true")
  }

  func testFinishTransactionOfAnUnknownIdRejectsWithUnknownTransaction() async throws {
    let page = try await OnsidePage.opened()
    for id in [UUID().uuidString, "", "no id", "\\u0000"] {
      let told = try await page.call("finishTransaction('\(id)')")
      XCTAssertEqual(told, #"error {"unknownTransaction":{}}"#, id)
    }
  }

  func testGetSignedInAppsHistoryReturnsTheBytesAndAStringIfTheyAreUTF8() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("requestLogin()")
    let text = try await page.call("getSignedInAppsHistory()")
    XCTAssertEqual(text, #"{"dataBase64":"c2lnbmVk","string":"signed"}"#)
    page.app.store.history = Data([0xFF, 0xFE])
    let bytes = try await page.call("getSignedInAppsHistory()")
    XCTAssertEqual(bytes, #"{"dataBase64":"//4="}"#)
  }
}
