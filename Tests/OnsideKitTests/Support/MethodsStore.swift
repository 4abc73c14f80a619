import Foundation
import WebTestSupport

@testable import OnsideCore

/// A store with payment methods. The test sets its errors and delays.
@MainActor final class MethodsStore {
  var methods = [
    OnsidePaymentMethod(id: "visa", title: "Visa •••• 4242", detail: "Expires 04/29", isDefault: true),
    OnsidePaymentMethod(id: "paypal", title: "PayPal"),
  ]
  /// The cards that were sent, in order, each with its idempotency key.
  private(set) var cards: [(card: OnsideCard, key: UUID)] = []
  /// The errors of the next calls; nil for a call that succeeds.
  var errors: [OnsideServiceError?] = []
  /// The gate that holds each call while it is closed.
  var gate: Gate?
  /// The number of changes that were cancelled while they were in progress.
  private(set) var cancelledChanges = 0

  private func answer() async throws(OnsideServiceError) {
    await gate?.pass()
    if !errors.isEmpty, let error = errors.removeFirst() { throw error }
  }

  private func change() async throws(OnsideServiceError) {
    try await answer()
    if Task.isCancelled { cancelledChanges += 1 }
  }

  var screen: OnsidePaymentMethodsScreen {
    OnsidePaymentMethodsScreen(
      theme: .dark, requestingOrigin: "https://shop.example",
      load: { () async throws(OnsideServiceError) in
        try await self.answer()
        return self.methods
      },
      add: { card, key async throws(OnsideServiceError) in
        self.cards.append((card, key))
        try await self.change()
        let method = OnsidePaymentMethod(id: "new", title: "Visa •••• \(card.number.suffix(4))", isDefault: true)
        for index in self.methods.indices { self.methods[index].isDefault = false }
        self.methods.append(method)
        return method
      },
      use: { id async throws(OnsideServiceError) in
        try await self.change()
        for index in self.methods.indices { self.methods[index].isDefault = self.methods[index].id == id }
      },
      remove: { id async throws(OnsideServiceError) in
        try await self.change()
        self.methods.removeAll { $0.id == id }
      })
  }
}
