import OnsideCore
import Testing

/// The screen of the payment methods (docs/onside-rules.md, onside-3.2).
@MainActor @Suite(.timeLimit(.minutes(10))) struct PaymentMethodsTests {
  private let card = OnsidePaymentMethod(id: "1", title: "Visa •••• 4242", isDefault: true)

  /// Returns a shop whose store has payment methods.
  private func shop(isLoggedIn: Bool = true) async throws -> TestShop {
    let methods = [card]
    return try await TestShop(
      isLoggedIn: isLoggedIn, .init(service: { WatchedService(service: $0, methods: methods) }))
  }

  @Test func presentingPaymentMethodsLogsInFirst() async throws {
    let shop = try await shop(isLoggedIn: false)
    try await shop.client.presentPaymentMethodsManager()
    #expect(shop.interface.shownLogins.count == 1)
    #expect(shop.interface.shownPaymentMethods.count == 1)
    #expect(try await shop.interface.shownPaymentMethods[0].load() == [card])
  }

  @Test func aDismissedLoginIsLoginDiscarded() async throws {
    let shop = try await shop(isLoggedIn: false)
    shop.interface.login = .discard
    await #expect(throws: OnsidePaymentMethodsManagerError.loginDiscarded) {
      try await shop.client.presentPaymentMethodsManager()
    }
    #expect(shop.interface.shownPaymentMethods.isEmpty)
  }

  @Test func localTestingShowsNoPaymentMethodsAndThrowsNotSupported() async throws {
    let shop = try await TestShop()
    await #expect(throws: OnsidePaymentMethodsManagerError.notSupportedInLocalTesting) {
      try await shop.client.presentPaymentMethodsManager()
    }
    #expect(shop.interface.shownPaymentMethods.isEmpty)
  }

  @Test func aScreenThatCannotBeShownIsPresentationFailed() async throws {
    let shop = try await shop()
    shop.interface.paymentMethods = .presentationFailed
    await #expect(throws: OnsidePaymentMethodsManagerError.presentationFailed) {
      try await shop.client.presentPaymentMethodsManager()
    }
  }
}
