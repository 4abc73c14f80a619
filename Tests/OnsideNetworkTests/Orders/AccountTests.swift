import Foundation
import Testing

@testable import OnsideCore
@testable import OnsideSandbox

/// The payment methods, the products and the attribution of a real store.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AccountTests {
  @Test func paymentMethodsAreListedMadeTheDefaultAndRemoved() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    let declined = try await store.store.run { try $0.cards.add(number: TestCard.declined.number, of: account) }
    var methods = try await app.service.paymentMethods(of: app.service.account)
    #expect(methods.map(\.title) == [TestCard.paying.title, TestCard.declined.title])
    #expect(methods.map(\.detail) == [TestCard.paying.detail, TestCard.declined.detail])
    #expect(methods.map(\.isDefault) == [false, true])
    try await app.service.usePaymentMethod(methods[0].id, account: app.service.account)
    methods = try await app.service.paymentMethods(of: app.service.account)
    #expect(methods.map(\.isDefault) == [true, false])
    try await app.service.removePaymentMethod(declined.id, account: app.service.account)
    #expect(try await app.service.paymentMethods(of: app.service.account).map(\.id) == [methods[0].id])
    await store.stop()
  }

  @Test func anAddedCardBecomesTheDefaultAndIsCharged() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let card = OnsideCard(number: "378282246310005", expiryMonth: 9, expiryYear: 2098, securityCode: "1234")
    let added = try await app.service.addPaymentMethod(card, idempotencyKey: UUID(), account: app.service.account)
    #expect(added.title == "American Express •••• 0005" && added.isDefault)
    #expect(try await app.service.paymentMethods(of: app.service.account).last == added)
    await #expect(throws: OnsideServiceError.refused("This card has expired")) {
      try await app.service.addPaymentMethod(
        OnsideCard(number: "4242424242424242", expiryMonth: 1, expiryYear: 2001, securityCode: "123"),
        idempotencyKey: UUID(), account: app.service.account)
    }
    let other = OnsideCard(number: "4111111111111111", expiryMonth: 9, expiryYear: 2098, securityCode: "123")
    await #expect {
      try await app.service.addPaymentMethod(other, idempotencyKey: UUID(), account: app.service.account)
    } throws: { error in
      if case OnsideServiceError.refused(let reason) = error { reason.contains("test cards") } else { false }
    }
    #expect(!store.log.lines.joined().contains("4111") && !app.log.lines.joined().contains("4111"))
    await store.stop()
  }

  @Test func aRemovalWithALostAnswerCanBeRepeated() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let method = try #require(try await app.service.paymentMethods(of: app.service.account).first)
    try await store.fail(Failure(.removePaymentMethod, .lostAnswer))
    await #expect(throws: OnsideServiceError.connectionError) {
      try await app.service.removePaymentMethod(method.id, account: app.service.account)
    }
    try await store.fail()
    try await app.service.removePaymentMethod(method.id, account: app.service.account)
    #expect(try await app.service.paymentMethods(of: app.service.account).isEmpty)
    await store.stop()
  }

  @Test func productsKeepTheirOrderAndUnknownIdentifiersAreListed() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let response = try await app.service.products(["monthly", "gone", "coins", "monthly"])
    #expect(response.products.map(\.productIdentifier) == ["monthly", "coins"])
    #expect(response.invalidProductIdentifiers == ["gone"])
    #expect(response.products.first?.subscriptionPeriod == .month(1))
    #expect(response.products.last?.price == OnsidePrice(value: 4.99, currencyCode: "EUR"))
    await store.stop()
  }

  @Test func invalidIdentifiersAreListedLikeUnknownOnes() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let (longest, longer) = (String(repeating: "a", count: 512), String(repeating: "b", count: 513))
    let response = try await app.service.products(["gone", longer, "coins", longer, longest, "coins"])
    #expect(response.products.map(\.productIdentifier) == ["coins"])
    #expect(response.invalidProductIdentifiers == ["gone", longer, longest])
    #expect(try await app.service.products([longer]).invalidProductIdentifiers == [longer])
    await store.stop()
  }

  @Test func manyIdentifiersAreSentInSeveralRequests() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let unknown = (0..<2_500).map { "unknown.\($0)" }
    let response = try await app.service.products(["coins"] + unknown + ["lifetime", "coins", unknown[0]])
    #expect(response.products.map(\.productIdentifier) == ["coins", "lifetime"])
    #expect(response.invalidProductIdentifiers == unknown)
    await store.stop()
  }

  @Test func temporaryFailuresAreRetried() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await store.fail(
      Failure(.products, .unavailable, times: 2), Failure(.attribution, .rateLimited, times: 2),
      Failure(.signedHistory, .unavailable, times: 1))
    #expect(try await app.service.products(["coins"]).products.count == 1)
    #expect(try await app.service.attribution() == OnsideAttributionMetadata())
    #expect(try await app.service.signedHistory().string != nil)
    await store.stop()
  }

  @Test func aRequestThatTimedOutIsNotRetried() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, clock: QuickClock(speed: 10))
    try await store.fail(Failure(.products, .slow, times: 5, seconds: 60))
    await #expect(throws: OnsideServiceError.connectionError) { try await app.service.products(["coins"]) }
    #expect(try await store.store.run { $0.failures.current.map(\.times) } == [4])
    await store.stop()
  }

  @Test func theAttributionIsAURLOrNothing() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    #expect(try await app.service.attribution().refererUrl == nil)
    let url = try #require(URL(string: "https://example.com/article?a=b"))
    try await store.store.run { try $0.attribution.setRefererURL(url.absoluteString) }
    #expect(try await app.service.attribution().refererUrl == url)
    await store.stop()
  }
}
