import Foundation

/// A substitute for the store, for an app that configures no store or an invalid one. Every request fails with the same
/// error. The app therefore still runs, and each request reports why nothing can be bought.
struct UnavailableService: OnsideService {
  /// The error of every request.
  let error: OnsideServiceError
  /// A stream without any session.
  let sessions: AsyncStream<OnsideSession?>
  private let changes: AsyncStream<OnsideSession?>.Continuation

  init(_ error: OnsideServiceError) {
    self.error = error
    (sessions, changes) = AsyncStream.makeStream()
  }

  var historyRefusal: OnsideServiceError? { error }

  func session() async -> OnsideSession? { nil }
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep { throw error }
  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession { throw error }
  func logOut() async {}
  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse { throw error }
  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder { throw error }
  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? { throw error }
  func purchases() async throws(OnsideServiceError) -> [OnsideOrder] { throw error }
  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory { throw error }
  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata { throw error }
  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] { throw error }
  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod { throw error }
  func usePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) { throw error }
  func removePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) { throw error }
  func send(_ events: [OnsideEvent]) async throws { throw error }
}

/// An interface that shows nothing, because no login and no payment could succeed.
@MainActor private final class UnavailableInterface: OnsideInterface {
  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) { throw .loginDiscarded }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    throw .presentationFailed
  }

  func presentPaymentMethods(
    _ screen: OnsidePaymentMethodsScreen
  ) async throws(OnsidePaymentMethodsManagerError) {
    throw .presentationFailed
  }
}

extension OnsideClient {
  /// Creates a client whose requests all fail with the same error. The client shows no screen, uses no file, and drops
  /// all events.
  ///
  /// A login, a payment and a restore fail with `loginDiscarded` instead, because the published API has no other error
  /// for them.
  package convenience init(
    failingWith error: OnsideServiceError, log: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      service: UnavailableService(error), interface: UnavailableInterface(), store: TransactionStore(),
      tracker: { _, _ in }, log: log)
  }
}
