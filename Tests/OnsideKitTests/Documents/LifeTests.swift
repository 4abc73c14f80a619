import Causeway
import CausewayWebKit
import OnsideKit
import WebKit
import WebTestSupport
import XCTest

/// The lifetime of the native side, and what ends with a page. Onside's documents do not define this
/// (docs/onside-rules.md).
@MainActor final class LifeTests: XCTestCase {
  func testTheBridgeLivesAsLongAsItsWebView() async throws {
    let page = try await OnsidePage.opened()
    weak let observer = page.app.client.queue.transactionObservers.first
    try await page.run("listen('onStorefrontChanged'); await onside.getTransactions()")
    try await page.app.client.requestLogin()
    try await page.run("await until(() => heard.length)")
    XCTAssertNotNil(observer)
    XCTAssertNotNil(page.app.client.delegate)
  }

  func testReleasingTheWebViewReleasesTheBridge() async throws {
    let app = try OnsideApp()
    weak var view: WKWebView?
    weak var observer: AnyObject?
    weak var delegate: AnyObject?
    do {
      let page = try await OnsidePage.opened(app: app)
      try await page.buy()
      app.store.questions = Gate()
      try await page.begin("loadProducts({ productIdentifiers: ['coins'] })")
      (view, observer, delegate) = (
        page.browser.webView, app.client.queue.transactionObservers.first, app.client.delegate
      )
      XCTAssertNotNil(observer)
    }
    app.store.questions.open()
    try await eventually("the release") { view == nil && observer == nil && delegate == nil }
    XCTAssertTrue(app.client.queue.transactionObservers.isEmpty)
  }

  /// Neither the events that wait for a handler nor an event that is being delivered may keep the web view's objects
  /// alive.
  func testReleasingTheWebViewDuringADeliveryReleasesTheBridge() async throws {
    let app = try OnsideApp()
    weak var observer: AnyObject?
    do {
      let page = try await OnsidePage.opened(app: app)
      try await page.run("listen('onStorefrontChanged')")
      observer = app.client.queue.transactionObservers.first
      try await app.client.requestLogin()
      app.client.logout()
    }
    try await eventually("the release") { observer == nil }
  }

  func testWebViewsOfOneClientShareTheirDelegate() async throws {
    let app = try OnsideApp()
    let first = try await OnsidePage.opened(app: app)
    let delegate = try XCTUnwrap(app.client.delegate)
    let second = try await OnsidePage.opened(app: app)
    XCTAssertTrue(app.client.delegate === delegate)
    XCTAssertEqual(app.client.queue.transactionObservers.count, 2)
    try await first.run("onside.setShouldForceLocalLoginMethods(true); return onside.getTransactions()")
    try await second.run("return onside.requestLogin()")
    XCTAssertEqual(app.screens.logins.last?.forcesLocalMethods, true)
  }

  func testLeavingAPageDoesNotEndItsPurchases() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.payments = Gate()
    try await page.buy()
    try await eventually("the payment") { page.app.store.payments.count == 1 }
    try await page.load()
    page.app.store.payments.open()
    let told = try await page.run(
      "listen('onTransactionsUpdated'); await until(() => states().includes('purchased')); return states()")
    XCTAssertEqual(told, "purchasing,purchased")
  }

  #if os(Linux)
  func testAfterAKilledWebProcessThePurchaseContinuesAndTheNextPageIsServed() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("onside.shouldContinueTransaction = () => new Promise(() => { window.asked = true; })")
    try await page.buy()
    try await page.run("await until(() => window.asked)")
    page.browser.webView.terminateWebProcess()
    // If a page ends while it is asked, the app acts as if the page had agreed.
    try await eventually("the sheet") { page.app.screens.shown.last == .payment }
    try await page.load()
    let told = try await page.run(
      "listen('onTransactionsUpdated'); await until(() => states().includes('purchased')); return states()")
    XCTAssertEqual(told, "purchasing,purchased")
  }
  #endif

  /// A tool may serve several protocols in one web view. Such a tool installs this protocol in the bridge that the
  /// protocols share.
  func testTheProtocolCanBeInstalledInABridgeWithOthers() async throws {
    let app = try OnsideApp()
    let bridge = Bridge()
    OnsidePageBridge.install(in: bridge, delegate: app.pagesDelegate, configuration: .init())
    bridge.install(CausewayDialect([Capability("echo", policy: .mainFrame, json: { value, _ in value })]))
    let host = WebViewHost(bridge: bridge)
    let browser = Browser { host.attach(to: $0) }
    try await browser.open("<body>")
    let told = try await browser.text(
      """
      let heard;
      onside.onStorefrontChanged = ({ countryCode }) => { heard = countryCode; };
      await onside.initializeOnside("v1");
      await onside.requestLogin();
      while (!heard) await new Promise((resolve) => setTimeout(resolve));
      return heard + await causeway.call("echo", 1);
      """)
    XCTAssertEqual(told, "DE1")
  }

  func testADocumentThatComesBackFromThePageCacheIsStillInitialized() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onStorefrontChanged'); window.kept = true; return onside.getTransactions()")
    try await page.browser.open("<body>", at: "test://page.example/next")
    try await page.app.client.requestLogin()
    page.browser.webView.goBack()
    try await eventually("the first page") { page.browser.webView.url?.path == "/" && !page.browser.webView.isLoading }
    let isCached = try await page.run("return window.kept")
    try XCTSkipIf(isCached != "true", "this WebKit has no page cache")
    let told = try await page.run(
      "const told = await show(() => onside.getTransactions()); await until(() => heard.length); return told + heard.length"
    )
    XCTAssertEqual(told, "[]1")
  }
}
