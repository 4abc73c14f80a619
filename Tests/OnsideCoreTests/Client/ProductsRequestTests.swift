import OnsideCore
import OnsideTestSupport
import Testing

/// A request for products, and its response (docs/onside-rules.md, onside-3.2).
@MainActor @Suite(.timeLimit(.minutes(10))) struct ProductsRequestTests {
  /// A delegate that records its calls.
  private final class Receiver: OnsideProductsRequestDelegate {
    enum News: Equatable {
      case response([String], invalid: [String])
      case error(OnsideProductsRequestError)
      case finish
    }

    private(set) var news: [News] = []
    private let end = Gate()
    var onResponse: (any OnsideProductsRequest) -> Void = { _ in }
    var onError: (any OnsideProductsRequest) -> Void = { _ in }

    func told() async { await end.pass() }

    func onsideProductsRequest(_ request: any OnsideProductsRequest, didReceive response: OnsideProductsResponse) {
      news.append(
        .response(response.products.map(\.productIdentifier), invalid: response.invalidProductIdentifiers))
      onResponse(request)
    }

    func onsideProductsRequest(
      _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
    ) {
      news.append(.error(error))
      onError(request)
    }

    func onsideProductsRequestDidFinish(_ request: any OnsideProductsRequest) {
      news.append(.finish)
      Task { await end.open() }
    }
  }

  /// Returns a shop whose requests for products wait until the test opens the gate.
  private func heldShop(_ gate: Gate) async throws -> TestShop {
    try await TestShop(.init(service: { WatchedService(service: $0, willLoadProducts: { await gate.pass() }) }))
  }

  @Test func didFinishComesAfterDidReceive() async throws {
    let shop = try await TestShop()
    let receiver = Receiver()
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins", "lifetime", "missing", ""])
    request.delegate = receiver
    request.start()
    await receiver.told()
    #expect(receiver.news == [.response(["coins", "lifetime"], invalid: ["", "missing"]), .finish])
  }

  @Test func aFailedRequestDoesNotCallDidFinish() async throws {
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.serviceUnavailable), of: .products)
    let receiver = Receiver()
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = receiver
    // Start the request again while the delegate's method runs.
    receiver.onError = { request in
      Task {
        await shop.service.simulate(nil, of: .products)
        request.start()
      }
    }
    request.start()
    await receiver.told()
    #expect(receiver.news == [.error(.serviceUnavailable), .response(["coins"], invalid: []), .finish])
  }

  @Test func aDelegateWithBothFailureMethodsIsNotifiedOnce() async throws {
    /// A delegate that implements both methods for a failure.
    final class Both: OnsideProductsRequestDelegate {
      private(set) var news: [String] = []
      let end = Gate()

      func onsideProductsRequest(_ request: any OnsideProductsRequest, didReceive response: OnsideProductsResponse) {}

      func onsideProductsRequest(
        _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
      ) { news.append("of the documents") }

      func onsideProductsRequestRequest(
        _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
      ) {
        news.append("of the example app")
        Task { await end.open() }
      }

      func onsideProductsRequestDidFinish(_ request: any OnsideProductsRequest) { news.append("finish") }
    }
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.serviceUnavailable), of: .products)
    let both = Both()
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = both
    request.start()
    await both.end.pass()
    let told = Gate()
    let one = Receiver()
    one.onError = { _ in Task { await told.open() } }
    request.delegate = one
    request.start()
    await told.pass()
    #expect(both.news == ["of the example app"])
    #expect(one.news == [.error(.serviceUnavailable)])
  }

  @Test func aFailureIsLoggedIfTheDelegateImplementsNoFailureMethod() async throws {
    /// A delegate that implements neither method for a failure.
    final class Neither: OnsideProductsRequestDelegate {
      func onsideProductsRequest(_ request: any OnsideProductsRequest, didReceive response: OnsideProductsResponse) {}
      func onsideProductsRequestDidFinish(_ request: any OnsideProductsRequest) {}
    }
    let shop = try await TestShop()
    await shop.service.simulate(.fails(.serviceUnavailable), of: .products)
    let neither = Neither()
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = neither
    request.start()
    try await eventually { !shop.log.lines.isEmpty }
    #expect(
      shop.log.lines == [
        "A request for products failed with serviceUnavailable, but its delegate was not notified, because "
          + "it does not implement onsideProductsRequest(_:didFailWithError:)."
      ])
  }

  @Test func aStoppedRequestDoesNotNotifyItsDelegate() async throws {
    let gate = Gate()
    let shop = try await heldShop(gate)
    let (stopped, other) = (Receiver(), Receiver())
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = stopped
    request.start()
    await gate.arrival()
    request.stop()
    await gate.open()
    let second = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    second.delegate = other
    second.start()
    await other.told()
    #expect(stopped.news.isEmpty)
    request.start()
    await stopped.told()
    #expect(stopped.news == [.response(["coins"], invalid: []), .finish])
  }

  @Test func aRequestThatIsStoppedWithinDidReceiveDoesNotFinish() async throws {
    let shop = try await TestShop()
    let (stopped, other) = (Receiver(), Receiver())
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = stopped
    stopped.onResponse = { request in
      request.stop()
      request.delegate = other
      request.start()
    }
    request.start()
    await other.told()
    #expect(stopped.news == [.response(["coins"], invalid: [])])
    #expect(other.news == [.response(["coins"], invalid: []), .finish])
  }

  @Test func releasingARequestCancelsIt() async throws {
    let gate = Gate()
    let shop = try await heldShop(gate)
    let receiver = Receiver()
    var request: (any OnsideProductsRequest)? = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    weak let released = request
    request?.delegate = receiver
    request?.start()
    await gate.arrival()
    request = nil
    #expect(released == nil)
    await gate.open()
    _ = try await shop.client.products(["coins"])
    for _ in 0..<10 { await Task.yield() }
    #expect(receiver.news.isEmpty)
  }

  @Test func theDelegateIsHeldWeakly() async throws {
    let shop = try await TestShop()
    var receiver: Receiver? = Receiver()
    weak let released = receiver
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = receiver
    receiver = nil
    #expect(released == nil)
    #expect(request.delegate == nil)
  }

  @Test func startingARequestTwiceSendsItOnce() async throws {
    let gate = Gate()
    let shop = try await heldShop(gate)
    let receiver = Receiver()
    let request = shop.client.makeProductsRequest(productIdentifiers: ["coins"])
    request.delegate = receiver
    request.start()
    request.start()
    await gate.arrival()
    await gate.open()
    await receiver.told()
    for _ in 0..<10 { await Task.yield() }
    #expect(receiver.news == [.response(["coins"], invalid: []), .finish])
  }

  @Test func anEmptyListFindsNothingAndRepeatedIdentifiersCountOnceInTheirOrder() async throws {
    let shop = try await TestShop()
    #expect(try await shop.client.products([]).products.isEmpty)
    let response = try await shop.client.products(["lifetime", "x", "coins", "lifetime", "x", "coins"])
    #expect(response.products.map(\.productIdentifier) == ["lifetime", "coins"])
    #expect(response.invalidProductIdentifiers == ["x"])
  }

  @Test func productsNeedNoLogin() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    #expect(try await shop.client.products(["coins"]).products.count == 1)
    #expect(shop.interface.shownLogins.isEmpty)
  }
}
