import Foundation
import OnsideSandbox
import Testing

@testable import OnsideCore

/// Tests that the store charges only the payment method that the sheet names, and otherwise charges nothing.
@MainActor @Suite(.timeLimit(.minutes(10))) struct NamedMethodTests {
  /// Adds a card at the store, which makes this card the default card. Returns the card's id.
  private func add(_ card: TestCard, of app: TestApp, at store: TestStore) async throws -> String {
    let account = await app.service.account
    return try await store.store.run { try $0.cards.add(number: card.number, of: account).id }
  }

  @Test func theMethodThatTheSheetNamedIsChargedEvenIfTheDefaultHasChanged() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    app.interface.paymentMethod = try await add(.mastercard, of: app, at: store)
    _ = try await add(.declined, of: app, at: store)
    try await app.client.queue.enqueue(app.payment("coins"))
    try await app.news.wait(for: .purchased)
    #expect(app.interface.shownSheets.map(\.occasion) == [.first])
    await store.stop()
  }

  @Test func aPaymentWithARemovedMethodShowsTheSheetAgainWithTheReason() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let id = try await add(.mastercard, of: app, at: store)
    app.interface.paymentMethod = id
    let payment = try await app.payment("coins")
    try await app.service.removePaymentMethod(id, account: app.service.account)
    try await app.client.queue.enqueue(payment)
    #expect(try await app.news.wait(for: .failed).error == .cancelled)
    #expect(app.interface.shownSheets.map(\.occasion) == [.first, .declined("This payment method has been removed.")])
    #expect(try await store.orders.isEmpty)
    await store.stop()
  }

  @Test func aPaymentThatIsSentAgainNamesTheSameMethod() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    app.interface.paymentMethod = try await add(.mastercard, of: app, at: store)
    try await store.fail(Failure(.pay, .lostAnswer, times: 2))
    try await app.client.queue.enqueue(app.payment("coins"))
    // The payment must be sent again with the same method. With another method the store would refuse the key, and the
    // outcome of the payment would stay unknown.
    try await app.news.wait(for: .purchased)
    #expect(try await store.orders.count == 1)
    await store.stop()
  }

  @Test func aCardWithALostAnswerIsSentAgainAndAddedOnce() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let card = OnsideCard(number: "5555555555554444", expiryMonth: 9, expiryYear: 2098, securityCode: "123")
    let (key, account) = (UUID(), await app.service.account)
    try await store.fail(Failure(.addPaymentMethod, .lostAnswer, times: 1))
    await #expect(throws: OnsideServiceError.connectionError) {
      try await app.service.addPaymentMethod(card, idempotencyKey: key, account: account)
    }
    let added = try await app.service.addPaymentMethod(card, idempotencyKey: key, account: account)
    #expect(try await app.service.paymentMethods(of: account).filter { $0.title == added.title } == [added])
    // After the user has removed the card, the repeated request must not add it again. The reason is written for the
    // user.
    try await app.service.removePaymentMethod(added.id, account: account)
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.removedCard)) {
      try await app.service.addPaymentMethod(card, idempotencyKey: key, account: account)
    }
    await store.stop()
  }

  @Test func aRemovedMethodCannotBeMadeTheDefault() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let id = try await add(.mastercard, of: app, at: store)
    let account = await app.service.account
    try await app.service.removePaymentMethod(id, account: account)
    await #expect(throws: OnsideServiceError.refused(PaymentRefusalText.removedMethod)) {
      try await app.service.usePaymentMethod(id, account: account)
    }
    await store.stop()
  }
}
