import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting
import Testing

/// Every case of every error that the published API has, as an app gets it with local testing.
///
/// Some cases need a store on the network, and are not tested here. For the signed history, this suite tests only
/// `notSupportedInLocalTesting`, because local testing signs nothing; `HistoryRequestTests` tests `notLoggedIn`. For
/// the payment methods, it does not test `presentationFailed`, because local testing has no screen of payment methods;
/// `PaymentMethodsTests` does. The bridge's own `JSPurchaseError` and `JSFinishTransactionError` are tested with pages,
/// in OnsideKitTests.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ErrorTableTests {
  /// The errors that a store can fail with.
  private nonisolated static let causes: [OnsideServiceError] = [
    .cancelled, .connectionError, .appNotRegistered, .invalidProductIdentifier, .serviceUnavailable, .notLoggedIn,
    .notSupportedInLocalTesting, .refused("no"), .internalError("odd"),
  ]

  /// Returns the error that `work` throws for each cause.
  private func errors<Failure: Error & Hashable>(
    of operation: SimulatedFailure.Operation, in shop: TestShop, _ work: () async throws(Failure) -> Void
  ) async -> [OnsideServiceError: Failure] {
    var errors: [OnsideServiceError: Failure] = [:]
    for cause in Self.causes {
      await shop.service.simulate(.fails(cause), of: operation)
      do throws(Failure) {
        try await work()
        Issue.record("the call did not fail with \(cause)")
      } catch {
        errors[cause] = error
      }
    }
    await shop.service.simulate(nil, of: operation)
    return errors
  }

  @Test func onsideLoginError() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    #expect(OnsideLoginError.allCases == [.loginDiscarded])
  }

  @Test func onsideProductsRequestError() async throws {
    let shop = try await TestShop()
    let errors = await errors(of: .products, in: shop) { () async throws(OnsideProductsRequestError) in
      _ = try await shop.client.products(["coins"])
    }
    #expect(
      errors == [
        .cancelled: .cancelled, .connectionError: .connectionError, .appNotRegistered: .appNotRegistered,
        .invalidProductIdentifier: .invalidProductIdentifier, .serviceUnavailable: .serviceUnavailable,
        .notLoggedIn: .internalError, .notSupportedInLocalTesting: .internalError, .refused("no"): .internalError,
        .internalError("odd"): .internalError,
      ])
    #expect(Set(errors.values) == Set(OnsideProductsRequestError.allCases))
  }

  @Test func aConfigurationThatFailsProductsGivesServiceUnavailable() async throws {
    let shop = try await TestShop(
      settings:
        #", "_storeKitErrors": [ { "current": { "index": 1, "type": "generic" }, "enabled": true, "name": "Load Products" } ]"#
    )
    await #expect(throws: OnsideProductsRequestError.serviceUnavailable) { try await shop.client.products(["coins"]) }
  }

  @Test func onsideSignedInAppsHistoryRequestError() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    let history = { () async throws in _ = try await shop.client.signedInAppsHistory() }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notSupportedInLocalTesting) { try await history() }
    try await shop.client.requestLogin()
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notSupportedInLocalTesting) { try await history() }
    let onlyOfANetwork: Set<OnsideSignedInAppsHistoryRequestError> = [
      .notLoggedIn, .cancelled, .connectionError, .appNotRegistered, .serviceUnavailable, .internalError,
    ]
    #expect(
      Set(OnsideSignedInAppsHistoryRequestError.allCases) == onlyOfANetwork.union([.notSupportedInLocalTesting]))
  }

  @Test func onsidePaymentMethodsManagerError() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    let present = { () async throws in try await shop.client.presentPaymentMethodsManager() }
    await #expect(throws: OnsidePaymentMethodsManagerError.loginDiscarded) { try await present() }
    shop.interface.login = .succeed(.email("ada@example.com"))
    await #expect(throws: OnsidePaymentMethodsManagerError.notSupportedInLocalTesting) { try await present() }
    #expect(
      Set(OnsidePaymentMethodsManagerError.allCases)
        == [.loginDiscarded, .notSupportedInLocalTesting, .presentationFailed])
  }

  @Test func onsidePaymentQueueErrors() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    let payment = try await shop.payment("coins")
    let added = await withCheckedContinuation { done in shop.queue.add(payment) { done.resume(returning: $0) } }
    #expect(throws: OnsidePaymentQueueAddProductError.loginDiscarded) { try added.get() }
    let restored = await withCheckedContinuation { done in
      shop.queue.restoreCompletedTransactions { done.resume(returning: $0) }
    }
    #expect(throws: OnsidePaymentQueueRequestRestoreError.loginDiscarded) { try restored.get() }
    #expect(OnsidePaymentQueueAddProductError.allCases == [.loginDiscarded])
    #expect(OnsidePaymentQueueRequestRestoreError.allCases == [.loginDiscarded])
  }

  @Test func onsideTransactionsRestoreError() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    let expected: [OnsideServiceError: OnsideTransactionsRestoreError] = [
      .cancelled: .cancelled, .connectionError: .connectionError, .appNotRegistered: .appNotRegistered,
      .invalidProductIdentifier: .internalError, .serviceUnavailable: .serviceUnavailable, .notLoggedIn: .cancelled,
      .notSupportedInLocalTesting: .internalError, .refused("no"): .internalError,
      .internalError("odd"): .internalError,
    ]
    for (number, cause) in Self.causes.enumerated() {
      await shop.service.simulate(.fails(cause), of: .purchases)
      try await shop.queue.requestRestore()
      try await news.wait { news.items.count == number + 1 }
      #expect(news.items.last == expected[cause].map { .restoreFailed($0) }, "\(cause)")
    }
    #expect(Set(expected.values) == Set(OnsideTransactionsRestoreError.allCases))
  }

  @Test func onsidePaymentTransactionError() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    shop.interface.payment = .cancel
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed).error == .cancelled)
    shop.interface.payment = .fail(.presentationFailed)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed, count: 2).error == .presentationFailed)
    #expect(Set(OnsidePaymentTransactionError.allCases) == [.cancelled, .presentationFailed])
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test(arguments: [
    #", "_failTransactionsEnabled": true"#, #", "_askToBuyEnabled": true"#,
    #", "_storeKitErrors": [ { "current": { "index": 1, "type": "generic" }, "enabled": true, "name": "Purchase" } ]"#,
  ])
  func aConfigurationThatFailsPaymentsGivesCancelled(_ settings: String) async throws {
    let shop = try await TestShop(settings: settings)
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    #expect(try await news.wait(for: .failed).error == .cancelled)
    #expect(try await shop.service.ledger().isEmpty)
  }

  @Test func onsideAttributionMetadataError() async throws {
    let shop = try await TestShop()
    let errors = await errors(of: .attribution, in: shop) { () async throws(OnsideAttributionMetadataError) in
      _ = try await shop.client.attributionMetadata()
    }
    #expect(errors[.connectionError] == .connectionError)
    #expect(errors[.appNotRegistered] == .appNotRegistered)
    #expect(errors[.serviceUnavailable] == .serviceUnavailable)
    #expect(errors[.internalError("odd")] == .internalError)
    #expect(Set(errors.values) == Set(OnsideAttributionMetadataError.allCases))
  }

  // MARK: JSON

  private func check<Failure: CaseIterable & Codable & Hashable & Error>(_ type: Failure.Type) throws {
    for error in type.allCases {
      let text = String(decoding: try JSONEncoder().encode(error), as: UTF8.self)
      #expect(text == "{\"\(error)\":{}}")
      #expect(try JSONDecoder().decode(type, from: Data(text.utf8)) == error)
      #expect(!(error is any LocalizedError))
    }
  }

  @Test func errorsAreEncodedAsAnObjectWithTheNameOfTheCase() throws {
    try check(OnsideLoginError.self)
    try check(OnsideProductsRequestError.self)
    try check(OnsideSignedInAppsHistoryRequestError.self)
    try check(OnsidePaymentMethodsManagerError.self)
    try check(OnsidePaymentQueueAddProductError.self)
    try check(OnsidePaymentQueueRequestRestoreError.self)
    try check(OnsideTransactionsRestoreError.self)
    try check(OnsidePaymentTransactionError.self)
    try check(OnsideAttributionMetadataError.self)
  }
}
