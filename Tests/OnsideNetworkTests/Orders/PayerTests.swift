import Foundation
import OnsideSandbox
import Testing

@testable import OnsideCore

/// Payment methods belong to the account for which a screen was shown, even if another user is logged in when a button
/// is pressed.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PayerTests {
  /// Logs the user out, and logs another user in.
  private func changeUser(of app: TestApp) async throws {
    app.client.logout()
    app.interface.login = .succeed(.email("bob@example.com"))
    try await app.client.requestLogin()
  }

  @Test func aSheetsPaymentMethodsServeOnlyThePayer() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await app.client.queue.enqueue(app.payment("coins"))
    try await app.news.wait(for: .purchased)
    let screen = try #require(app.interface.shownSheets.first?.paymentMethods)
    let method = try #require(try await screen.load().first)
    try await changeUser(of: app)
    try await expectNothing(of: screen, method.id)
    await store.stop()
  }

  @Test func thePaymentMethodsScreenServesOnlyTheUserForWhomItWasShown() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    try await app.client.presentPaymentMethodsManager()
    let screen = try #require(app.interface.shownPaymentMethods.first)
    let method = try #require(try await screen.load().first)
    try await changeUser(of: app)
    try await expectNothing(of: screen, method.id)
    await store.stop()
  }

  private func expectNothing(of screen: OnsidePaymentMethodsScreen, _ id: String) async throws {
    await #expect(throws: OnsideServiceError.notLoggedIn) { _ = try await screen.load() }
    let card = OnsideCard(number: "5555555555554444", expiryMonth: 12, expiryYear: 2098, securityCode: "123")
    await #expect(throws: OnsideServiceError.notLoggedIn) { _ = try await screen.add(card, UUID()) }
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await screen.use(id) }
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await screen.remove(id) }
  }
}
