import Foundation
import OnsideCore
import OnsideTesting

/// Local testing with hooks that run before or after some of its work.
struct WatchedService: OnsideService {
  let service: LocalTestingService
  /// The hook that runs after the first step of a login.
  var didBeginLogin: @Sendable () async -> Void = {}
  /// Whether the device can read the stored session; if not, no user is logged in.
  var canReadSession: @Sendable () async -> Bool = { true }
  /// The hook that runs after the service has returned the session.
  var didTellSession: @Sendable (OnsideSession?) async -> Void = { _ in }
  /// The hook that runs after the store has accepted a login.
  var didLogIn: @Sendable () async -> Void = {}
  /// The hook that runs before products are requested.
  var willLoadProducts: @Sendable () async -> Void = {}
  /// The hook that runs after a payment.
  var didPay: @Sendable () async -> Void = {}
  /// The hook that runs before the attribution is requested.
  var willAttribute: @Sendable () async -> Void = {}
  /// The attribution URL that replaces local testing's; nil to keep local testing's.
  var referer: (@Sendable () async -> URL?)?
  /// The signed history, which local testing does not have; nil for none.
  var history: (@Sendable () async throws(OnsideServiceError) -> OnsideSignedInAppsHistory)?
  /// The payment methods, which local testing does not have; nil for none.
  var methods: [OnsidePaymentMethod]?

  var sessions: AsyncStream<OnsideSession?> { service.sessions }
  func session() async -> OnsideSession? {
    var session = await service.session()
    if await !canReadSession() { session = nil }
    await didTellSession(session)
    return session
  }
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    let step = try await service.beginLogin(credential)
    await didBeginLogin()
    return step
  }
  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession {
    let session = try await service.logIn(proof)
    await didLogIn()
    return session
  }
  func logOut() async { await service.logOut() }

  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    await willLoadProducts()
    return try await service.products(identifiers)
  }

  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    let paid = try await service.pay(order)
    await didPay()
    return paid
  }

  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? {
    try await service.settle(idempotencyKey, account: account)
  }
  func purchases() async throws(OnsideServiceError) -> [OnsideOrder] { try await service.purchases() }
  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    if let history { return try await history() }
    return try await service.signedHistory()
  }

  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata {
    await willAttribute()
    if let referer { return OnsideAttributionMetadata(refererUrl: await referer()) }
    return try await service.attribution()
  }

  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    if let methods { return methods }
    return try await service.paymentMethods(of: account)
  }
  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    try await service.addPaymentMethod(card, idempotencyKey: idempotencyKey, account: account)
  }
  func usePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await service.usePaymentMethod(id, account: account)
  }
  func removePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await service.removePaymentMethod(id, account: account)
  }
  func send(_ events: [OnsideEvent]) async throws { try await service.send(events) }
}
