import Foundation

/// What there is not in local testing.
extension LocalTestingService {
  /// Local testing has nobody who signs.
  public nonisolated var historyRefusal: OnsideServiceError? { .notSupportedInLocalTesting }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``: there is nobody to sign.
  public func signedHistory() throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    throw .notSupportedInLocalTesting
  }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``.
  public func paymentMethods(of account: String) throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    throw .notSupportedInLocalTesting
  }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``.
  public func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) throws(OnsideServiceError) -> OnsidePaymentMethod {
    throw .notSupportedInLocalTesting
  }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``.
  public func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) throws(OnsideServiceError) {
    throw .notSupportedInLocalTesting
  }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``.
  public func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) throws(OnsideServiceError) {
    throw .notSupportedInLocalTesting
  }

  /// - Throws: ``OnsideServiceError/notSupportedInLocalTesting``: nobody receives events here. An app that wants to see
  ///   them gives the SDK another sink.
  public func send(_ events: [OnsideEvent]) throws { throw OnsideServiceError.notSupportedInLocalTesting }
}
