import Foundation
import OnsideKit
import XCTest

/// Tests that the code of apps around the published SDK works unchanged, in both language modes.
@MainActor final class PublishedSamplesTests: XCTestCase {
  /// Loads products of a shop, and returns their request's delegate after the request has ended.
  private func load(_ identifiers: Set<String>) async -> Products {
    let products = Products()
    await withCheckedContinuation { done in
      products.onEnd = { done.resume() }
      products.reload(identifiers)
    }
    return products
  }

  @available(macOS 14.0, iOS 17.0, *)
  func testAnObserverForViewsSeesAPurchaseAndARestore() async throws {
    let shop = try PublishedShop()
    defer { shop.close() }
    let purchases = Purchases()
    let products = await load(["monthly"])
    let product = try XCTUnwrap(products.products.first)
    try await Module().buy(product)
    await change({ purchases.owned.count }, is: 1)
    XCTAssertEqual(purchases.storefront?.countryCode, "DE")
    purchases.restore()
    await change({ purchases.owned.count }, is: 2)
  }

  func testAFailedProductsRequestCallsThePublishedDelegateMethod() async throws {
    Onside.initialize()
    defer { Onside.install(nil) }
    let products = await load(["coins"])
    XCTAssertEqual(products.errors, [.appNotRegistered])
  }

  func testStoredCompletionsAreCalledOnceOnTheMainActor() async throws {
    let shop = try PublishedShop()
    defer { shop.close() }
    let till = Till(queue: Onside.defaultPaymentQueue())
    var told: [String] = []
    let all = expectation(description: "each completion is called")
    all.expectedFulfillmentCount = 5
    func note(_ text: String) {
      MainActor.assertIsolated()
      told.append(text)
      all.fulfill()
    }
    till.onLogin = { note("login \((try? $0.get()) != nil)") }
    till.onMethods = { note("methods \((try? $0.get()) != nil)") }
    till.onAttribution = { note("attribution \((try? $0.get()) != nil)") }
    till.onAdd = { note("add \((try? $0.get()) != nil)") }
    till.onRestore = { note("restore \((try? $0.get()) != nil)") }
    let products = await load(["coins"])
    till.account()
    till.pay(try XCTUnwrap(products.products.first))
    till.restore()
    let result = await XCTWaiter.fulfillment(of: [all], timeout: 120)
    XCTAssertEqual(result, .completed)
    XCTAssertEqual(
      told.sorted(), ["add true", "attribution true", "login true", "methods false", "restore true"])
  }

  func testAMockQueueWithThePublishedSignaturesWorks() async throws {
    let queue = MockQueue()
    let till = Till(queue: queue)
    var told: [String] = []
    till.onAdd = { told.append("add \((try? $0.get()) != nil)") }
    till.onRestore = { told.append("restore \((try? $0.get()) != nil)") }
    let product = OnsideProduct(
      productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "Coins",
      price: OnsidePrice(value: 1, currencyCode: "EUR"))
    till.pay(product)
    till.restore()
    await till.payLater(product)
    XCTAssertEqual(told, ["add true", "restore false"])
    XCTAssertEqual(queue.payments.map(\.product.productIdentifier), ["coins", "coins", "coins"])
    XCTAssertEqual(queue.restores, 3)
  }

  func testAMockRequestNotifiesItsDelegate() async {
    final class Reader: OnsideSignedInAppsHistoryRequestDelegate {
      private(set) var text: String?
      func onsideSignedInAppsHistoryRequest(
        _ request: OnsideSignedInAppsHistoryRequest, didReceive history: OnsideSignedInAppsHistory
      ) { text = history.string }
      func onsideSignedInAppsHistoryRequest(
        _ request: OnsideSignedInAppsHistoryRequest, didFailWithError error: OnsideSignedInAppsHistoryRequestError
      ) {}
    }
    let (reader, request) = (Reader(), MockHistoryRequest())
    request.delegate = reader
    request.start()
    XCTAssertEqual(reader.text, "a.b.c")
  }

  func testCodeOutsideTheMainActorCallsOnside() async throws {
    let shop = try PublishedShop()
    defer { shop.close() }
    let module = Module()
    let before = await module.country()
    XCTAssertNil(before)
    let isLoggedIn = await module.logIn()
    XCTAssertTrue(isLoggedIn)
    let after = await module.country()
    XCTAssertEqual(after, "DE")
    let restored = await module.restore()
    XCTAssertNoThrow(try restored.get())
  }

  func testTheHistoryFactoryFailsWhereThePublishedOneDoes() async throws {
    let shop = try PublishedShop()
    defer { shop.close() }
    let module = Module()
    await Onside.client?.ready()
    let loggedOut = await module.history()
    XCTAssertEqual(loggedOut, .notSupportedInLocalTesting)
    _ = await module.logIn()
    let loggedIn = await module.history()
    XCTAssertEqual(loggedIn, .notSupportedInLocalTesting)
  }

  /// Waits until a value is `expected`, and fails after two minutes.
  private func change<Value: Equatable>(_ value: () -> Value, is expected: Value) async {
    let deadline = ContinuousClock.now + .seconds(120)
    while value() != expected, ContinuousClock.now < deadline { await Task.yield() }
    XCTAssertEqual(value(), expected)
  }
}
