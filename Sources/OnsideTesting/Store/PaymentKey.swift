/// A stored idempotency key of a payment. Every store follows the same rule for such keys: an order is paid once under
/// a key, the same request gets the same answer again, and a different request is refused.
package struct PaymentKey<Order, Refusal> {
  /// The outcome of the first request under a key.
  package enum Outcome {
    /// The order was paid by an account.
    case paid(Order, by: String)
    /// The payment was refused permanently. The reason is kept, because the client may not have received the first
    /// answer.
    case refused(Refusal)
    /// The key was settled before an order arrived, so nothing will ever be paid under it.
    case void
  }

  /// The digest of the request under the key; nil if no order was requested, or if the store keeps no digests.
  package var fingerprint: [UInt8]?
  /// The outcome of the first request under the key.
  package var outcome: Outcome

  package init(fingerprint: [UInt8]? = nil, outcome: Outcome) {
    self.fingerprint = fingerprint
    self.outcome = outcome
  }

  /// Returns the answer to a request for an order; nil if the key belongs to a different request, or to the order of
  /// another account.
  package func answer(to fingerprint: [UInt8]? = nil, of account: String) -> Outcome? {
    if let known = self.fingerprint, known != fingerprint { return nil }
    if case .paid(_, let payer) = outcome, payer != account { return nil }
    return outcome
  }

  /// The order that a settlement of the key reports, and the account that paid it; nil if nothing was paid, and nothing
  /// will be.
  package var settlement: (order: Order, account: String)? {
    guard case .paid(let order, let account) = outcome else { return nil }
    return (order, account)
  }
}
