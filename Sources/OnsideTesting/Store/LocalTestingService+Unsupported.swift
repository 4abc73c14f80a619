import Foundation
import OnsideCore

/// The requests that local testing does not support.
extension LocalTestingService {
  /// The error of `signedHistory()`: local testing never signs purchases, so it has no signed history.
  public nonisolated var historyRefusal: OnsideServiceError? { .notSupportedInLocalTesting }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`, because local testing does not sign purchases.
  public func signedHistory() throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    throw .notSupportedInLocalTesting
  }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`.
  public func paymentMethods(of account: String) throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    throw .notSupportedInLocalTesting
  }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`.
  public func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) throws(OnsideServiceError) -> OnsidePaymentMethod {
    throw .notSupportedInLocalTesting
  }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`.
  public func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) throws(OnsideServiceError) {
    throw .notSupportedInLocalTesting
  }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`.
  public func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) throws(OnsideServiceError) {
    throw .notSupportedInLocalTesting
  }

  /// Always throws `OnsideServiceError.notSupportedInLocalTesting`, because local testing does not receive events. To
  /// receive them, configure the SDK with another sink.
  public func send(_ events: [OnsideEvent]) throws { throw OnsideServiceError.notSupportedInLocalTesting }
}
