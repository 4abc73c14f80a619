import Foundation
import OnsideCore
import OnsideTesting

/// The store of local testing. It records how long each payment takes.
actor TimedService: OnsideService {
  nonisolated let sessions: AsyncStream<OnsideSession?>
  private let store: LocalTestingService
  private var payments: [Duration] = []

  init(_ store: LocalTestingService) {
    self.store = store
    sessions = store.sessions
  }

  /// Returns the times of the payments since the last call.
  func takePayments() -> [Duration] {
    defer { payments = [] }
    return payments
  }

  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    let start = ContinuousClock.now
    defer { payments.append(ContinuousClock.now - start) }
    return try await store.pay(order)
  }

  // MARK: Functions that only call the store

  func session() async -> OnsideSession? { await store.session() }

  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await store.beginLogin(credential)
  }

  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession {
    try await store.logIn(proof)
  }

  func logOut() async { await store.logOut() }

  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    try await store.products(identifiers)
  }

  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? {
    try await store.settle(idempotencyKey, account: account)
  }

  func purchases() async throws(OnsideServiceError) -> [OnsideOrder] { try await store.purchases() }

  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    try await store.signedHistory()
  }

  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata { try await store.attribution() }

  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    try await store.paymentMethods(of: account)
  }

  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    try await store.addPaymentMethod(card, idempotencyKey: idempotencyKey, account: account)
  }

  func usePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await store.usePaymentMethod(id, account: account)
  }

  func removePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await store.removePaymentMethod(id, account: account)
  }

  func send(_ events: [OnsideEvent]) async throws { try await store.send(events) }
}
