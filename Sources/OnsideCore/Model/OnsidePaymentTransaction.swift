import Foundation

/// The outcome of a payment or of a restore.
public struct OnsidePaymentTransaction: Hashable, Codable, Sendable, Identifiable {
  /// The transaction's identifier. Unlike the order ids, it is the same in all states and launches.
  public let id: UUID
  /// The store's order id; nil until the payment is paid.
  public let transactionIdentifier: String?
  /// The order id of the subscription's first order, the same in every renewal and restore. For every other purchase it
  /// equals ``transactionIdentifier``.
  public let originalTransactionIdentifier: String?
  /// The payment that the app added or that was restored.
  public let payment: OnsidePayment
  /// The stage of the payment, which decides what the app must do with the transaction.
  public let transactionState: OnsidePaymentTransactionState
  /// The storefront in which the payment was or will be paid.
  public let storefront: OnsideStorefront
  /// The reason for the failure; nil unless the state is ``OnsidePaymentTransactionState/failed``.
  public let error: OnsidePaymentTransactionError?

  /// Creates a transaction, for tests and tools. An app gets its transactions from the queue.
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

  /// Returns whether both values describe the same transaction, in any state: compares ``id``.
  public func isSame(as other: OnsidePaymentTransaction) -> Bool { id == other.id }
}

/// The state of a transaction. States may be added later, so switch with `@unknown default`.
public enum OnsidePaymentTransactionState: String, Hashable, Codable, Sendable {
  /// The payment is in progress.
  case purchasing
  /// The payment is paid. Unlock the product, then finish the transaction.
  case purchased
  /// The product was bought earlier. Unlock it again, then finish the transaction.
  case restored
  /// Nothing was paid; see the transaction's error. Finish this transaction too.
  case failed
}
