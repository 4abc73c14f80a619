import Foundation
import OnsideSandbox
import OnsideTesting
import Testing

@testable import OnsideCore

/// Every error that the published API has for a store, caused by a real failure of a store.
///
/// Some errors are not tested here, because no store causes them: `notSupportedInLocalTesting`, and the errors of
/// screens that are dismissed or cannot be shown (`loginDiscarded`, `presentationFailed`, a transaction's `cancelled`).
/// Requests for products and for the attribution never fail with `notLoggedIn`. Requests for the attribution never fail
/// with `cancelled`, because they are shared and no caller can cancel them.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ServiceErrorTests {
  /// The calls that a logged-in user can make, by their operation in the store.
  private static let calls: [(SandboxOperation, @Sendable (NetworkService) async throws -> Void)] = [
    (.products, { _ = try await $0.products(["coins"]) }),
    (.purchases, { _ = try await $0.purchases() }),
    (.signedHistory, { _ = try await $0.signedHistory() }),
    (.attribution, { _ = try await $0.attribution() }),
    (.paymentMethods, { _ = try await $0.paymentMethods(of: $0.account) }),
    (.usePaymentMethod, { try await $0.usePaymentMethod("1", account: $0.account) }),
    (.removePaymentMethod, { try await $0.removePaymentMethod("1", account: $0.account) }),
    (.settle, { _ = try await $0.settle(UUID(), account: $0.session()?.account ?? "") }),
    (.trackEvents, { try await $0.send([]) }),
    (.logIn, { _ = try await $0.logIn(.email("eve@example.com")) }),
  ]

  private func service(of store: TestStore, app: String = TestStore.app) throws -> (NetworkService, TestFolder) {
    let folder = TestFolder()
    return (NetworkService(try StoreAddress(store.url, app: app), folder: folder.root), folder)
  }

  // MARK: The cases of the published errors

  @Test func anUnreachableStoreGivesConnectionError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let order = try await app.request("coins")
    await store.stop()
    for (operation, call) in Self.calls {
      await #expect(throws: OnsideServiceError.connectionError, "\(operation)") { try await call(app.service) }
    }
    await #expect(throws: OnsideServiceError.connectionError) { try await app.service.pay(order) }
    await #expect(throws: OnsideProductsRequestError.connectionError) { try await app.client.products(["coins"]) }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.connectionError) {
      try await app.client.signedInAppsHistory()
    }
    await #expect(throws: OnsideAttributionMetadataError.connectionError) {
      try await app.client.attributionMetadata()
    }
    try await app.client.queue.requestRestore()
    try await app.news.wait { app.news.items.last == .restoreFailed(.connectionError) }
    // A failed connection must not log the user out.
    #expect(await app.service.session() != nil)
  }

  @Test func anUnknownAppGetsAppNotRegistered() async throws {
    let store = try await TestStore()
    let (service, folder) = try service(of: store, app: "com.example.stranger")
    await #expect(throws: OnsideServiceError.appNotRegistered) { try await service.logIn(.email("ada@example.com")) }
    await #expect(throws: OnsideServiceError.appNotRegistered) { try await service.products(["coins"]) }
    await #expect(throws: OnsideServiceError.appNotRegistered) { try await service.attribution() }
    await #expect(throws: OnsideServiceError.appNotRegistered) { try await service.send([]) }
    let client = OnsideClient(
      service: service, interface: ScriptedInterface(),
      store: try TransactionStore(file: folder.file("queue.sqlite")))
    await #expect(throws: OnsideProductsRequestError.appNotRegistered) { try await client.products(["coins"]) }
    await #expect(throws: OnsideAttributionMetadataError.appNotRegistered) { try await client.attributionMetadata() }
    await store.stop()
  }

  @Test func anAppThatWasRemovedFromTheStoreGetsAppNotRegistered() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    await store.stop()
    try store.start(apps: ["com.example.other"])
    await #expect(throws: OnsideProductsRequestError.appNotRegistered) { try await app.client.products(["coins"]) }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.appNotRegistered) {
      try await app.client.signedInAppsHistory()
    }
    try await app.client.queue.requestRestore()
    try await app.news.wait { app.news.items.last == .restoreFailed(.appNotRegistered) }
    // An app that is not registered must not log the user out.
    #expect(await app.service.session() != nil)
    await store.stop()
  }

  @Test func refusedIdentifiersGiveInvalidProductIdentifier() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    await store.stop()
    // The client itself refuses requests above the published limits, so this store has a lower limit.
    try store.start(maximumIdentifiers: 1)
    let identifiers = ["coins", "lifetime"]
    await #expect(throws: OnsideServiceError.invalidProductIdentifier) { try await app.service.products(identifiers) }
    await #expect(throws: OnsideProductsRequestError.invalidProductIdentifier) {
      try await app.client.products(identifiers)
    }
    await store.stop()
  }

  @Test(arguments: [Failure.Kind.unavailable, .rateLimited])
  func aFailingStoreGivesServiceUnavailable(kind: Failure.Kind) async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let order = try await app.request("coins")
    try await store.store.run { $0.failures.set(SandboxOperation.allCases.filter(\.canFail).map { Failure($0, kind) }) }
    for (operation, call) in Self.calls {
      await #expect(throws: OnsideServiceError.serviceUnavailable, "\(operation)") { try await call(app.service) }
    }
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await app.service.pay(order) }
    await #expect(throws: OnsideProductsRequestError.serviceUnavailable) { try await app.client.products(["coins"]) }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.serviceUnavailable) {
      try await app.client.signedInAppsHistory()
    }
    await #expect(throws: OnsideAttributionMetadataError.serviceUnavailable) {
      try await app.client.attributionMetadata()
    }
    try await app.client.queue.requestRestore()
    try await app.news.wait { app.news.items.last == .restoreFailed(.serviceUnavailable) }
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func anUnreadableAnswerGivesInternalError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let order = try await app.request("coins")
    try await store.store.run {
      $0.failures.set(SandboxOperation.allCases.filter(\.canFail).map { Failure($0, .notJSON) })
    }
    for (operation, call) in Self.calls {
      await #expect("\(operation)") {
        try await call(app.service)
      } throws: { error in
        if case OnsideServiceError.internalError = error { true } else { false }
      }
    }
    await #expect {
      try await app.service.pay(order)
    } throws: { error in
      if case OnsideServiceError.internalError = error { true } else { false }
    }
    await #expect(throws: OnsideProductsRequestError.internalError) { try await app.client.products(["coins"]) }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.internalError) {
      try await app.client.signedInAppsHistory()
    }
    await #expect(throws: OnsideAttributionMetadataError.internalError) { try await app.client.attributionMetadata() }
    try await app.client.queue.requestRestore()
    try await app.news.wait { app.news.items.last == .restoreFailed(.internalError) }
    await store.stop()
  }

  @Test func aCancelledTaskGetsCancelled() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await store.fail(Failure(.products, .slow, times: 1, seconds: 60))
    let products = Task {
      _ = await #expect(throws: OnsideProductsRequestError.cancelled) { try await app.client.products(["coins"]) }
    }
    try await store.failuresDidHappen()
    products.cancel()
    await products.value
    try await store.fail(Failure(.signedHistory, .slow, times: 1, seconds: 60))
    let history = Task {
      _ = await #expect(throws: OnsideSignedInAppsHistoryRequestError.cancelled) {
        try await app.client.signedInAppsHistory()
      }
    }
    try await store.failuresDidHappen()
    history.cancel()
    await history.value
    await store.stop()
  }

  @Test func aLogoutDuringARestoreGivesCancelled() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await app.client.queue.enqueue(app.payment("lifetime"))
    try await app.news.wait(for: .purchased)
    try await store.fail(Failure(.purchases, .slow, times: 1, seconds: 3))
    try await app.client.queue.requestRestore()
    try await store.failuresDidHappen()
    app.client.logout()
    try await app.news.wait { app.news.items.last == .restoreFailed(.cancelled) }
    #expect(!app.news.states.contains(.restored))
    await store.stop()
  }

  // MARK: Calls without a login

  @Test func callsWithoutALoginGetNotLoggedIn() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let order = try await app.request("coins")
    await app.service.logOut()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.pay(order) }
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await app.service.settle(order.idempotencyKey, account: order.account)
    }
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.purchases() }
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.signedHistory() }
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await app.service.paymentMethods(of: app.service.account)
    }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notLoggedIn) {
      try await app.client.signedInAppsHistory()
    }
    // Without a login, only the products can be loaded.
    #expect(try await app.service.products(["coins"]).products.count == 1)
    await store.stop()
  }

  @Test func paymentsOfALoggedOutUserAreNotPaidOrSettled() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let order = try await app.request("coins")
    let paid = try await app.service.pay(order)
    let other = try await app.request("coins")
    _ = try await app.service.logIn(.email("eve@example.com"))
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.pay(other) }
    await #expect(throws: OnsideServiceError.notLoggedIn) {
      try await app.service.settle(order.idempotencyKey, account: order.account)
    }
    #expect(try await store.orders.count == 1)
    _ = try await app.service.logIn(.email("ada@example.com"))
    #expect(try await app.service.settle(order.idempotencyKey, account: order.account) == paid)
    await store.stop()
  }

  @Test func anInvalidAddressIsRefusedWithAReason() async throws {
    let store = try await TestStore()
    let (service, _) = try service(of: store)
    await #expect {
      try await service.logIn(.email("nobody"))
    } throws: { error in
      guard case OnsideServiceError.refused(let reason) = error else { return false }
      return !reason.isEmpty
    }
    #expect(await service.session() == nil)
    await store.stop()
  }
}
