import Foundation

/// The ledger's decisions as pure functions. SQLite and PostgreSQL share them.
package enum LedgerRules {
  /// A purchase that a customer presents to the ledger.
  package struct Presentation: Hashable, Sendable {
    package let orderID: UUID
    package let statement: OrderStatement
    /// The name that the app gave to its user when the user bought the product.
    package let appAccountToken: ExactText?
    package let customer: ExactText
    /// The identifier of the call that presents the purchase.
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

    /// Whether the purchase was made for this customer or for no particular user. Tokens that are UUIDs match in upper
    /// and lower case.
    package var isForCustomer: Bool {
      guard let appAccountToken, appAccountToken != customer else { return true }
      guard let token = UUID(uuidString: appAccountToken.text) else { return false }
      return token == UUID(uuidString: customer.text)
    }
  }

  /// Decides about one presented purchase.
  ///
  /// - Parameters:
  ///   - order: The known order, or nil.
  ///   - owner: The customer who owns ``OrderStatement/originalOrderID``, or nil if that order has no owner yet. Other
  ///     customers must not get the renewals of this customer's subscription.
  /// - Returns: The order to store, and the decision. The order is nil if the ledger does not have it and must not
  ///   store it.
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
  /// Returns whether the paid period has not ended. If the statement is later than `now`, because the store's clock is
  /// ahead, the statement's time is used instead.
  package func runs(at now: LedgerTime) -> Bool { expiresAt.map { $0 > max(now, fetchedAt) } ?? true }

  /// Returns whether the purchase is neither revoked nor expired.
  package func stands(at now: LedgerTime) -> Bool { revokedAt == nil && runs(at: now) }
}
