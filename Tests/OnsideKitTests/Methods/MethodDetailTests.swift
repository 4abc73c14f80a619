import Foundation
import OnsideKit
import WebTestSupport
import XCTest

/// The methods, in cases that Onside's documents do not define (docs/onside-rules.md, onside-3.2).
@MainActor final class MethodDetailTests: XCTestCase {
  func testInvalidInputOfFireAndForgetMethodsIsDroppedWithALoggedWarning() async throws {
    let page = try await OnsidePage.opened()
    for call in [
      "setAppearance('Dark')", "setAppearance()", "setShouldForceLocalLoginMethods('true')",
      "setShouldForceLocalLoginMethods(1)", "setDefaultCountryCodeAssumption('DEU')",
      "setDefaultCountryCodeAssumption('D1')", "setDefaultCountryCodeAssumption('\u{e4}')",
      "setDefaultCountryCodeAssumption(null)", "trackEvent()", "trackEvent({ name: 7 })", "trackEvent('a')",
    ] {
      let before = page.app.log.count
      try await page.run("onside.\(call); return onside.getTransactions()")
      XCTAssertEqual(page.app.log.count, before + 1, call)
    }
    let lines = try await page.run("return lines.length")
    XCTAssertEqual(lines, "0")
    XCTAssertEqual(page.app.client.appearance.themeMode, .auto)
    XCTAssertEqual(page.app.client.delegate?.onsideShouldForceLocalLoginMethods(), false)
    XCTAssertTrue(page.app.tracked.isEmpty)
  }

  func testACountryCodeIsAcceptedInAnyCaseAndStoredInUpperCase() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("onside.setDefaultCountryCodeAssumption('nL'); return onside.getTransactions()")
    XCTAssertEqual(page.app.client.delegate?.onsideDefaultCountryCodeAssumption(), "NL")
  }

  func testFireAndForgetMethodsAndPromiseMethodsRunInTheOrderOfTheCalls() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      await onside.requestLogin();
      const before = onside.getCurrentStorefront();
      onside.logout();
      const after = onside.getCurrentStorefront();
      onside.setAppearance("dark");
      onside.setAppearance("light");
      onside.trackEvent({ name: "a" });
      const products = onside.loadProducts({ productIdentifiers: ["coins"] });
      onside.trackEvent({ name: "b" });
      await products;
      return [(await before).countryCode, await after].join();
      """)
    XCTAssertEqual(told, "DE,")
    XCTAssertEqual(page.app.client.appearance.themeMode, .light)
    XCTAssertEqual(page.app.tracked.map(\.name), ["a", "b"])
  }

  func testRequestLoginResolvesAfterTheStorefrontIsSet() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run("await onside.requestLogin(); return (await onside.getCurrentStorefront()).id")
    XCTAssertEqual(told, "shop-1")
  }

  func testPresentPaymentMethodsManagerResolvesWhenTheScreenIsClosed() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("requestLogin()")
    page.app.screens.thinking = Gate()
    try await page.begin("presentPaymentMethodsManager()")
    try await eventually("the screen") { page.app.screens.thinking.count == 1 }
    let before = try await page.run("await onside.getTransactions(); return answer")
    XCTAssertEqual(before, "undefined")
    page.app.screens.thinking.open()
    let told = try await page.answer()
    XCTAssertEqual(told, "undefined")
  }

  func testPresentPaymentMethodsManagerRejectsIfTheScreenCannotBeShown() async throws {
    let page = try await OnsidePage.opened()
    page.app.screens.managerError = .presentationFailed
    let told = try await page.call("presentPaymentMethodsManager()")
    XCTAssertEqual(told, #"error {"presentationFailed":{}}"#)
  }

  func testAnEmptyListOfProductsResolvesWithTwoEmptyLists() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.fault = .connectionError
    let told = try await page.call("loadProducts({ productIdentifiers: [] })")
    XCTAssertEqual(told, #"{"products":[],"invalidProductIdentifiers":[]}"#)
  }

  func testRepeatedIdentifiersCountOnceAndProductsKeepTheOrderOfTheRequest() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const productIdentifiers = ["reader", "x", "coins", "reader", "x"];
      const { products, invalidProductIdentifiers } = await onside.loadProducts({ productIdentifiers });
      return products.map((product) => product.productIdentifier) + "|" + invalidProductIdentifiers;
      """)
    XCTAssertEqual(told, "reader,coins|x")
  }

  func testTheCacheIsCheckedBeforeTheLoginIsShown() async throws {
    let page = try await OnsidePage.opened()
    _ = try await page.call("purchase({ productIdentifier: 'coins' })")
    XCTAssertTrue(page.app.screens.shown.isEmpty)
  }

  func testTheProductsOfAWebViewAreKnownAfterAReload() async throws {
    let page = try await OnsidePage.opened()
    try await page.loadProducts()
    try await page.load()
    let told = try await page.call("purchase({ productIdentifier: 'coins' })")
    XCTAssertEqual(told, "undefined")
  }

  func testTheAccountTokenIsReturnedUnchanged() async throws {
    let page = try await OnsidePage.opened()
    let token = "A-\u{e9}\u{1F600} x"
    try await page.buy(", appAccountToken: '\(token)'")
    let told = try await page.run("return (await onside.getTransactions())[0].payment.appAccountToken")
    XCTAssertEqual(told, token)
    try await eventually("the payment") { page.app.store.paid.first?.appAccountToken == token }
  }

  func testAPaymentWithoutAnAccountTokenHasNoTokenMember() async throws {
    let page = try await OnsidePage.opened()
    for none in ["", ", appAccountToken: undefined", ", appAccountToken: null"] {
      try await page.buy(none)
      let told = try await page.run("return 'appAccountToken' in (await onside.getTransactions()).at(-1).payment")
      XCTAssertEqual(told, "false", none)
    }
  }

  func testFinishTransactionOfAPaymentInFlightResolvesAndDoesNothing() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.payments = Gate()
    try await page.buy()
    try await eventually("the payment") { page.app.store.payments.count == 1 }
    let told = try await page.run(
      """
      const [{ id }] = await onside.getTransactions();
      const told = await show(() => onside.finishTransaction(id));
      return told + (await onside.getTransactions()).length;
      """)
    XCTAssertEqual(told, "undefined1")
    page.app.store.payments.open()
    try await eventually("the end") { page.app.client.queue.transactions.first?.transactionState == .purchased }
  }

  func testARestoredRenewalNamesTheFirstOrder() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.past = [OnsideOrder(id: "renewal", originalID: "first", product: page.app.store.catalog[1])]
    let told = try await page.run(
      """
      listen("onRestoreCompletedTransactionsFinished");
      await onside.restoreCompletedTransactions();
      await until(() => heard.length);
      const [{ transactionIdentifier, originalTransactionIdentifier }] = await onside.getTransactions();
      return transactionIdentifier + " of " + originalTransactionIdentifier;
      """)
    XCTAssertEqual(told, "renewal of first")
  }

  func testTheAttributionOfOneUserDoesNotReachTheNext() async throws {
    let page = try await OnsidePage.opened()
    let ask = "return (await onside.getAttributionMetadata()).refererUrl ?? 'nothing'"
    page.app.store.referer = nil
    var told = try await page.run(ask)
    XCTAssertEqual(told, "nothing")
    page.app.store.referer = URL(string: "https://referer.example/first")
    told = try await page.run("await onside.requestLogin(); " + ask)
    XCTAssertEqual(told, "https://referer.example/first")
    page.app.store.referer = URL(string: "https://referer.example/second")
    told = try await page.run(ask)
    XCTAssertEqual(told, "https://referer.example/first")
    told = try await page.run("onside.logout(); " + ask)
    XCTAssertEqual(told, "https://referer.example/second")
  }

  func testTransactionIdsAreCaseInsensitive() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    let told = try await page.run(
      """
      const [{ id }] = await onside.getTransactions();
      return (id === id.toUpperCase()) + await show(() => onside.finishTransaction(id.toLowerCase()));
      """)
    XCTAssertEqual(told, "trueundefined")
  }

  func testArgumentsOfTheWrongTypeRejectWithInvalidArguments() async throws {
    let page = try await OnsidePage.opened()
    for call in [
      "loadProducts()", "loadProducts(null)", "loadProducts('coins')", "loadProducts(['coins'])", "loadProducts({})",
      "loadProducts({ productIdentifiers: 'coins' })", "loadProducts({ productIdentifiers: ['coins', 7] })",
      "loadProducts({ productIdentifiers: [undefined] })", "loadProducts({ productIdentifiers: { 0: 'coins' } })",
      "purchase()", "purchase('coins')", "purchase({})", "purchase({ productIdentifier: 7 })",
      "purchase({ productIdentifier: 'coins', appAccountToken: 7 })",
      "purchase({ productIdentifier: 'coins', appAccountToken: {} })", "finishTransaction()",
      "finishTransaction(7)", "finishTransaction(null)", "finishTransaction({ id: 'a' })",
    ] {
      let told = try await page.call(call)
      XCTAssertEqual(told, "BridgeError invalidArguments", call)
    }
  }

  func testUnknownFieldsAreIgnored() async throws {
    let page = try await OnsidePage.opened()
    let loaded = try await page.run(
      "return (await onside.loadProducts({ productIdentifiers: ['coins'], more: { x: 1 } })).products.length")
    XCTAssertEqual(loaded, "1")
    let bought = try await page.call("purchase({ productIdentifier: 'coins', quantity: 2, __proto__: null })")
    XCTAssertEqual(bought, "undefined")
  }
}
