#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import OnsideCore
import SwiftUI

/// The means of payment, as far as they are known.
@MainActor final class PaymentMethodsModel: ObservableObject {
  /// How the screen came to its end.
  enum End {
    case closed
    case notSupportedInLocalTesting
  }

  @Published private(set) var methods: [OnsidePaymentMethod]?
  @Published private(set) var isAtWork = false
  /// Whether the fields of a new card are shown.
  @Published var isAdding = false
  /// What went wrong, in words.
  @Published private(set) var message: String?
  private let screen: OnsidePaymentMethodsScreen
  private let outcome = Settlement<End>()
  private var work: Task<Void, Never>?

  init(_ screen: OnsidePaymentMethodsScreen) {
    self.screen = screen
    load()
  }

  /// Waits until the user closes it. Cancelling the task closes it.
  func result() async -> End {
    let result = (try? await outcome.value()) ?? .closed
    work?.cancel()
    return result
  }

  func close() { outcome.settle(.success(.closed)) }

  func load() {
    let screen = screen
    perform { () async throws(OnsideServiceError) in try await screen.load() }
  }

  /// Adds a card; the list is shown when it is there.
  func add(_ card: OnsideCard) {
    let screen = screen
    perform { () async throws(OnsideServiceError) in
      try await screen.add(card)
      return try await screen.load()
    }
  }

  func use(_ method: OnsidePaymentMethod) {
    let screen = screen
    perform { () async throws(OnsideServiceError) in
      try await screen.use(method.id)
      return try await screen.load()
    }
  }

  func remove(_ method: OnsidePaymentMethod) {
    let screen = screen
    perform { () async throws(OnsideServiceError) in
      try await screen.remove(method.id)
      return try await screen.load()
    }
  }

  /// Does something that ends with what there is then.
  private func perform(_ body: @escaping @MainActor () async throws(OnsideServiceError) -> [OnsidePaymentMethod]) {
    isAtWork = true
    message = nil
    work = Task { [weak self] in
      do throws(OnsideServiceError) {
        let methods = try await body()
        self?.methods = methods
        self?.isAdding = false
      } catch {
        self?.message = error.userMessage
        if error == .notSupportedInLocalTesting { self?.outcome.settle(.success(.notSupportedInLocalTesting)) }
      }
      self?.isAtWork = false
    }
  }
}
#endif
