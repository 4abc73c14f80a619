import Foundation

/// What became of a payment, or a purchase of the past that was restored.
public struct OnsidePaymentTransaction: Hashable, Codable, Sendable, Identifiable {
  /// The one handle that stays the same over all states and launches.
  public let id: UUID
  /// The store's order id, once there is one.
  public let transactionIdentifier: String?
  /// The order id of the subscription's first order: every renewal has it, also when it is restored. For every other
  /// purchase it equals ``transactionIdentifier``.
  public let originalTransactionIdentifier: String?
  /// What was to be paid.
  public let payment: OnsidePayment
  /// How far it has come.
  public let transactionState: OnsidePaymentTransactionState
  /// Where it was, or will be, paid.
  public let storefront: OnsideStorefront
  /// Why it failed; of a failed one only.
  public let error: OnsidePaymentTransactionError?

  /// A transaction as a service or a test describes it; an app gets them from its queue.
  public init(
    id: UUID, transactionIdentifier: String? = nil, originalTransactionIdentifier: String? = nil,
    payment: OnsidePayment, transactionState: OnsidePaymentTransactionState, storefront: OnsideStorefront,
    error: OnsidePaymentTransactionError? = nil
  ) {
    self.id = id
    self.transactionIdentifier = transactionIdentifier
    self.originalTransactionIdentifier = originalTransactionIdentifier
    self.payment = payment
    self.transactionState = transactionState
    self.storefront = storefront
    self.error = error
  }

  /// Whether both are the same transaction, whatever its state: compares ``id``.
  public func isSame(as other: OnsidePaymentTransaction) -> Bool { id == other.id }
}

/// How far a transaction has come. There may be more of them one day: switch with `@unknown default`.
public enum OnsidePaymentTransactionState: String, Hashable, Codable, Sendable {
  /// In flight.
  case purchasing
  /// Paid: unlock what was bought, then finish the transaction.
  case purchased
  /// Bought earlier: unlock it again, then finish the transaction.
  case restored
  /// Nothing was paid; see the transaction's error. To be finished as well.
  case failed
}
