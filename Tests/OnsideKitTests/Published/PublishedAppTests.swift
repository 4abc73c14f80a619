import Foundation
import OnsideKit
import XCTest

/// Tests that an app that was written for the published SDK works as before.
@MainActor final class PublishedAppTests: XCTestCase {
  /// Waits until the app has recorded the entry `news` `count` times.
  private func wait(_ app: Store, for news: String, count: Int = 1) async {
    let isThere = expectation(description: "\(news), \(count) times")
    func check() {
      guard app.news.filter({ $0 == news }).count >= count else { return }
      app.onNews = {}
      isThere.fulfill()
    }
    app.onNews = check
    check()
    let result = await XCTWaiter.fulfillment(of: [isThere], timeout: 120)
    XCTAssertEqual(result, .completed, news)
  }

  func testAPublishedAppLoadsBuysRestoresAndLogsOut() async throws {
    let shop = try PublishedShop()
    defer { shop.close() }
    let app = Store.shared
    app.launch()
    // No login in a browser is in progress, so the URL is not handled.
    XCTAssertFalse(app.open(URL(string: "reader-onside://back")!))
    XCTAssertEqual(Onside.defaultPaymentQueue().transactionObservers.count, 1)

    app.history()
    app.load()
    await wait(app, for: #"products ["coins", "monthly"]"#)
    XCTAssertTrue(app.news.contains(#"invalid ["missing"]"#), "\(app.news)")
    let texts = app.products.map(app.describe)
    XCTAssertEqual(
      texts, ["coins, Coins, Coins, 4.99 EUR", "monthly, Monthly, Monthly, 2.99 EUR, 1 m, 0.0 for week(1), 3"])

    app.account()
    await wait(app, for: "logged in")
    await wait(app, for: "methods: notSupportedInLocalTesting")
    await wait(app, for: "from nowhere")
    await app.accountLater()
    XCTAssertEqual(shop.interface.shownLogins.count, 1)
    XCTAssertEqual(shop.interface.shownLogins.first?.theme, .light)
    XCTAssertEqual(shop.interface.shownLogins.first?.forcesLocalMethods, true)
    XCTAssertTrue(app.news.contains("shop DE"), "\(app.news)")

    app.buy(app.products[1])
    await wait(app, for: "removed 1 false")
    XCTAssertEqual(app.unlocked, ["monthly"])
    XCTAssertEqual(shop.interface.shownSheets.first?.theme, .dark)
    app.restore()
    await wait(app, for: "restored", count: 2)
    XCTAssertTrue(app.unlocked.count >= 2, "\(app.unlocked)")

    shop.interface.payment = .cancel
    app.buyQuietly(app.products[0])
    await wait(app, for: "failed cancelled")
    app.history()
    await wait(app, for: "history: notSupportedInLocalTesting")

    let gate = CarefulGate()
    Onside.defaultPaymentQueue().delegate = gate
    app.buyQuietly(app.products[0])
    await wait(app, for: "purchasing coins", count: 2)

    app.leave()
    XCTAssertNil(Onside.defaultPaymentQueue().storefront)
    XCTAssertTrue(Onside.defaultPaymentQueue().transactionObservers.isEmpty)
  }
}
