import Foundation

/// The decisions of the ledger, on values alone; both databases have the same.
package enum LedgerRules {
  /// A purchase as somebody presents it.
  package struct Presentation: Hashable, Sendable {
    package let orderID: UUID
    package let statement: OrderStatement
    /// The app's name for its user at the purchase.
    package let appAccountToken: ExactText?
    package let customer: ExactText
    /// The call that presents it.
    package let request: UUID
    package let now: LedgerTime

    package init(
      orderID: UUID, statement: OrderStatement, appAccountToken: ExactText?, customer: ExactText, request: UUID,
      now: LedgerTime
    ) {
      self.orderID = orderID
      self.statement = statement
      self.appAccountToken = appAccountToken
      self.customer = customer
      self.request = request
      self.now = now
    }

    /// Whether the customer may have it, if it is nobody else's. A token that is a UUID is the same in either case.
    package var isForCustomer: Bool {
      guard let appAccountToken, appAccountToken != customer else { return true }
      guard let token = UUID(uuidString: appAccountToken.text) else { return false }
      return token == UUID(uuidString: customer.text)
    }
  }

  /// - Parameters:
  ///   - order: what is known of the order, or nil.
  ///   - owner: whose ``OrderStatement/originalOrderID`` is, so that nobody gets the renewals of another's subscription;
  ///     nil if nobody's yet.
  /// - Returns: what is known from now on; nil if the order stays unknown.
  package static func decide(
    _ presentation: Presentation, order: LedgerOrder?, owner: ExactText?
  ) -> (order: LedgerOrder?, outcome: LedgerDecision.Outcome) {
    let customer = presentation.customer
    guard presentation.isForCustomer, owner ?? customer == customer, order?.customer ?? customer == customer else {
      return (order, .belongsToAnother)
    }
    var known =
      order
      ?? LedgerOrder(
        orderID: presentation.orderID, customer: customer, statement: presentation.statement, grant: nil)
    if presentation.statement.supersedes(known.statement) { known.statement = presentation.statement }

    guard known.statement.revokedAt == nil else { return (known, .revoked) }
    guard known.statement.runs(at: presentation.now) else { return (known, .expired) }
    if let grant = known.grant {
      return (known, grant.request == presentation.request ? .granted : .alreadyGranted)
    }
    known.grant = LedgerOrder.Grant(request: presentation.request, date: presentation.now)
    return (known, .granted)
  }
}

extension OrderStatement {
  /// Whether the period that was paid is not over. The store's clock can be ahead of ours: then it is as late as the
  /// statement says.
  package func runs(at now: LedgerTime) -> Bool { expiresAt.map { $0 > max(now, fetchedAt) } ?? true }

  /// Whether the purchase gives something.
  package func stands(at now: LedgerTime) -> Bool { revokedAt == nil && runs(at: now) }
}
